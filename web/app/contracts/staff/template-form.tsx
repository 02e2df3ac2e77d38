/** A template's names, text, fields and rules; saved as its draft, with the faults of the text shown afterwards. */
import { Button } from "@mantine/core";
import type { TemplateVersion } from "@portico/api/contracts/shapes.ts";
import { ApiError } from "@portico/api/errors.ts";
import { type FormEvent, useEffect, useState } from "react";
import { alert } from "../../shell/alert.ts";
import { errorText } from "../../shell/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import styles from "./template.module.css";
import { contentFaults, contentOf, emptyContent, type TypedContent, typedContent } from "./template-content.ts";
import { TemplateFields } from "./template-fields.tsx";
import { TemplateOptions } from "./template-options.tsx";
import { TemplateTexts } from "./template-texts.tsx";

interface TemplateFormProps {
  type: string;
  /** The version that is shown and changed. */
  open: TemplateVersion | undefined;
  draft: TemplateVersion | undefined;
  canWrite: boolean;
  onChanged: (isChanged: boolean) => void;
}

export function TemplateForm({ type, open, draft, canWrite, onChanged }: TemplateFormProps) {
  const t = useText();
  /** What was typed since the version was read; undefined shows the version. */
  const [typed, setTyped] = useState<TypedContent>();
  /** The draft's `edit` when typing began: a colleague's save in between is noticed. */
  const [readEdit, setReadEdit] = useState<number | null>(null);
  const [isTried, setTried] = useState(false);
  const content = typed ?? (open ? typedContent(open.content) : emptyContent);
  const isChanged = typed !== undefined;
  const faults = isTried ? contentFaults(content) : [];
  const save = useChange((api) =>
    api.contracts.saveTemplate({ params: { type }, body: { content: contentOf(content), edit: readEdit } }),
  );
  useUnsaved(isChanged);
  useEffect(() => onChanged(isChanged || !open), [isChanged, open, onChanged]);

  function change(part: Partial<TypedContent>) {
    if (!isChanged) setReadEdit(draft?.edit ?? null);
    setTyped({ ...content, ...part });
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    const isWrong = contentFaults(content).length > 0;
    setTried(isWrong);
    if (isWrong || !isChanged || save.isPending) return;
    const sent = typed;
    // After the page has the saved version: what was typed meanwhile stays, on top of it.
    const onSuccess = ({ edit }: { edit: number }) => {
      setTyped((now) => (now === sent ? undefined : now));
      setReadEdit(edit);
      alert.success(t("admin.templates.saved"));
    };
    save.mutate(undefined, { onSuccess });
  }
  const discard = () => {
    setTyped(undefined);
    setTried(false);
    save.reset();
  };
  const isConflict = save.error instanceof ApiError && save.error.code === "stateConflict";
  // Of the text as saved: they are over once it is changed and saved again.
  const textFaults = save.data?.faults ?? [];

  return (
    <form method="post" className={styles.form} onSubmit={submit} noValidate>
      <TemplateTexts content={content} faults={faults} textFaults={textFaults} readOnly={!canWrite} onChange={change} />
      <div className={styles.pair}>
        <TemplateFields content={content} faults={faults} readOnly={!canWrite} onChange={change} />
        <TemplateOptions content={content} faults={faults} readOnly={!canWrite} onChange={change} />
      </div>
      {canWrite && (
        <div className={styles.save}>
          {faults.length > 0 && <Notice tone="failed">{t("admin.templates.toCorrect")}</Notice>}
          {isConflict ? (
            <Notice tone="failed" title={t("admin.templates.conflict")}>
              <p>{t("admin.templates.conflictText")}</p>
            </Notice>
          ) : (
            save.error && <Notice tone="failed">{errorText(t, save.error)}</Notice>
          )}
          <div className={styles.buttons}>
            {isChanged && (
              <Button variant="default" disabled={save.isPending} onClick={discard}>
                {t(isConflict ? "admin.templates.loadTheirs" : "admin.templates.discard")}
              </Button>
            )}
            <Button type="submit" disabled={!isChanged} loading={save.isPending}>
              {t(draft ? "admin.templates.save" : "admin.templates.saveNew")}
            </Button>
          </div>
        </div>
      )}
    </form>
  );
}
