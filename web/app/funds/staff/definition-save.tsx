/** The bar below the form of a target fund: what went wrong, undoing what was typed, and saving it. */
import { Button } from "@mantine/core";
import { errorText } from "../../shell/api.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./staff.module.css";
import type { useTypedDefinition } from "./use-typed-definition.ts";

interface DefinitionSaveProps {
  form: ReturnType<typeof useTypedDefinition>;
  hasDraft: boolean;
  notPublished: boolean;
}

export function DefinitionSave({ form, hasDraft, notPublished }: DefinitionSaveProps) {
  const t = useText();
  const { isChanged, isSaving, isConflict, error } = form;
  const isRefused = Object.keys(form.faults).length > 0;
  return (
    <div className={styles.save}>
      {isRefused && <Notice tone="failed">{t("admin.funds.toCorrect")}</Notice>}
      {!isRefused && notPublished && <Notice tone="failed">{t("admin.content.toCorrect")}</Notice>}
      {isConflict ? (
        <Notice tone="failed" title={t("admin.content.conflict")}>
          <p>{t("admin.content.conflictText")}</p>
        </Notice>
      ) : (
        error && !isRefused && <Notice tone="failed">{errorText(t, error)}</Notice>
      )}
      <div className={styles.saveButtons}>
        {isChanged && (
          <Button variant="default" disabled={isSaving} onClick={form.undo}>
            {t(isConflict ? "admin.content.loadTheirs" : "admin.content.undo")}
          </Button>
        )}
        <Button type="submit" disabled={!isChanged} loading={isSaving}>
          {t(hasDraft ? "admin.content.save" : "admin.content.saveNew")}
        </Button>
      </div>
    </div>
  );
}
