/** A template's names, text, fields and rules; saved as its draft, with the faults of the text shown afterwards. */
import type { TemplateContent, TemplateVersion } from "@portico/api/contracts/shapes.ts";
import { type FormEvent, useEffect, useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { ConflictNotice } from "../../shell/staff/conflicts/conflict-notice.tsx";
import { SaveBar } from "../../shell/staff/conflicts/save-bar.tsx";
import { useTyped } from "../../shell/staff/conflicts/use-typed.ts";
import { PlacesForm } from "../../shell/staff/texts/places-form.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import { comparedTemplate } from "./compared-template.ts";
import styles from "./template.module.css";
import {
  beginningWith,
  contentFaults,
  type TypedContent,
  toTemplateContent,
  typedContent,
} from "./template-content.ts";
import { TemplateFields } from "./template-fields.tsx";
import { TemplateOptions } from "./template-options.tsx";
import { TemplateTexts } from "./template-texts.tsx";

interface TemplateFormProps {
  type: string;
  /** The version that is shown and changed. */
  open: TemplateVersion | undefined;
  /** What a template without versions begins with. */
  begin: Pick<TemplateContent, "name" | "text"> | undefined;
  draft: TemplateVersion | undefined;
  canWrite: boolean;
  onChanged: (isChanged: boolean) => void;
}

export function TemplateForm({ type, open, begin, draft, canWrite, onChanged }: TemplateFormProps) {
  const t = useText();
  const language = useLanguage();
  const read = open ? typedContent(open.content) : beginningWith(begin);
  const typing = useTyped(read, draft?.edit ?? null);
  const [isTried, setTried] = useState(false);
  const { content, isChanged } = typing;
  const faults = isTried ? contentFaults(content) : [];
  const save = useChange((api) =>
    api.contracts.saveTemplate({
      params: { type },
      body: { content: toTemplateContent(content), edit: typing.version },
    }),
  );
  useUnsaved(isChanged);
  useEffect(() => onChanged(isChanged || !open), [isChanged, open, onChanged]);

  function change(part: Partial<TypedContent>) {
    typing.change({ ...content, ...part });
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    const isWrong = contentFaults(content).length > 0;
    setTried(isWrong);
    if (isWrong || !isChanged || isOvertaken || save.isPending) return;
    // After the page has the saved version.
    const onSuccess = ({ edit }: { edit: number }) => {
      typing.settle(content, edit);
      alert.success(t("admin.templates.saved"));
    };
    save.mutate(undefined, { onSuccess });
  }
  const goOn = (how: () => void) => {
    how();
    setTried(false);
    save.reset();
  };
  const isOvertaken = typing.isOvertaken && !save.isPending;
  const failed = save.error && !isOvertaken ? errorText(t, save.error) : undefined;
  const failure = faults.length > 0 ? t("admin.templates.toCorrect") : failed;
  // Of the text as saved: they are over once it is changed and saved again.
  const textFaults = save.data?.faults ?? [];

  return (
    <form method="post" className={styles.form} onSubmit={submit} noValidate>
      {canWrite && (
        <PlacesForm
          key={language}
          texts={{ bg: [content.text.bg], en: [content.text.en], pl: [content.text.pl] }}
          language={language}
          onFill={(fill) =>
            change({
              text: {
                bg: fill("bg", content.text.bg),
                en: fill("en", content.text.en),
                pl: fill("pl", content.text.pl),
              },
            })
          }
        />
      )}
      <TemplateTexts content={content} faults={faults} textFaults={textFaults} readOnly={!canWrite} onChange={change} />
      <div className={styles.pair}>
        <TemplateFields content={content} faults={faults} readOnly={!canWrite} onChange={change} />
        <TemplateOptions content={content} faults={faults} readOnly={!canWrite} onChange={change} />
      </div>
      {canWrite && (
        <SaveBar
          failure={failure}
          conflict={
            isOvertaken && (
              <ConflictNotice
                by={draft?.changed_by ?? null}
                at={draft?.changed_at ?? null}
                parts={comparedTemplate(t, language, read, typing.merged())}
                onKeepMine={() => goOn(typing.keepMine)}
                onTakeStored={() => goOn(typing.discard)}
              />
            )
          }
          hasDraft={Boolean(draft)}
          isChanged={isChanged}
          isSaving={save.isPending}
          onDiscard={() => goOn(typing.discard)}
        />
      )}
    </form>
  );
}
