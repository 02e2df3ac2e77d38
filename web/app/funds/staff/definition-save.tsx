/** The bar below the form of a target fund: what went wrong, undoing what was typed, and saving it. */
import { Button } from "@mantine/core";
import type { FundCard } from "@portico/api/funds.ts";
import { errorText } from "../../shell/calls/api.tsx";
import { ConflictNotice } from "../../shell/staff/conflicts/conflict-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { comparedContent } from "./compared-content.ts";
import styles from "./staff.module.css";
import type { DefinitionRead, useTypedDefinition } from "./use-typed-definition.ts";

interface DefinitionSaveProps {
  form: ReturnType<typeof useTypedDefinition>;
  read: DefinitionRead;
  funds: readonly FundCard[];
  hasDraft: boolean;
  notPublished: boolean;
}

export function DefinitionSave({ form, read, funds, hasDraft, notPublished }: DefinitionSaveProps) {
  const t = useText();
  const language = useLanguage();
  const { isChanged, isSaving, error } = form;
  const isRefused = Object.keys(form.faults).length > 0;
  if (form.isOvertaken)
    return (
      <div className={styles.save}>
        <ConflictNotice
          by={read.changed?.by ?? null}
          at={read.changed?.at ?? null}
          parts={comparedContent({ t, language, funds }, read.content, form.merged())}
          onKeepMine={form.keepMine}
          onTakeStored={form.undo}
        />
      </div>
    );
  return (
    <div className={styles.save}>
      {isRefused && <Notice tone="failed">{t("admin.funds.toCorrect")}</Notice>}
      {!isRefused && notPublished && <Notice tone="failed">{t("admin.content.toCorrect")}</Notice>}
      {error && !isRefused && <Notice tone="failed">{errorText(t, error)}</Notice>}
      <div className={styles.saveButtons}>
        {isChanged && (
          <Button variant="default" disabled={isSaving} onClick={form.undo}>
            {t("admin.content.undo")}
          </Button>
        )}
        <Button type="submit" disabled={!isChanged} loading={isSaving}>
          {t(hasDraft ? "admin.content.save" : "admin.content.saveNew")}
        </Button>
      </div>
    </div>
  );
}
