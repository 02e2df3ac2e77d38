/** The content of a target fund, one language of its texts at a time. */

import type { DefinitionContent, FundCard } from "@portico/api/funds.ts";
import { definitionLimits } from "@portico/api/rules/funds.ts";
import { type Language, languages } from "@portico/messages/catalogue.ts";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { LanguageTabs } from "../../shell/staff/texts/language-tabs.tsx";
import { MarkdownField } from "../../shell/staff/texts/markdown-field.tsx";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { Section } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { DefinitionAllocation } from "./definition-allocation.tsx";
import { DefinitionFigures } from "./definition-figures.tsx";
import { DefinitionQuestions } from "./definition-questions.tsx";
import { DefinitionSave } from "./definition-save.tsx";
import styles from "./staff.module.css";
import { isComplete } from "./typed-definition.ts";
import { useTypedDefinition } from "./use-typed-definition.ts";

type Faults = Readonly<Record<string, string>>;

interface DefinitionFormProps {
  content: DefinitionContent;
  /** Undefined for a new one. */
  id: number | undefined;
  edit: number | null;
  changed: { by: string; at: string } | undefined;
  canEdit: boolean;
  funds: readonly FundCard[];
  /** What keeps it from being published, by path. */
  faults: Faults;
  onChanged: (isChanged: boolean) => void;
  onSaved: (id: number) => void;
}

const texts = ["name", "summary", "goal"] as const;
const languageOf = (path: string): Language | undefined => languages.find((one) => path.endsWith(`.${one}`));

export function DefinitionForm({ canEdit, funds, faults: notPublished, onChanged, ...read }: DefinitionFormProps) {
  const t = useText();
  const [shown, setShown] = useState<Language>(useLanguage());
  const form = useTypedDefinition(read);
  const { content, figures } = form.shown;
  const { isChanged, change } = form;
  useEffect(() => onChanged(isChanged), [isChanged, onChanged]);
  const place = useRef<HTMLFormElement>(null);
  const unsaved = Object.keys(form.faults).length > 0;
  const faults = unsaved ? form.faults : notPublished;
  // The first fault is shown, in whichever language it is, and focused.
  const [led, setLed] = useState<Faults>(notPublished);
  if (led !== faults) {
    setLed(faults);
    const inLanguages = Object.keys(faults).flatMap((path) => languageOf(path) ?? []);
    setShown(inLanguages.includes(shown) ? shown : (inLanguages[0] ?? shown));
  }
  useEffect(() => {
    if (Object.keys(faults).length === 0) return;
    const marked = place.current?.querySelector<HTMLElement>("[aria-invalid='true'], [data-fault]");
    marked?.focus();
  }, [faults]);
  const errorOf = (path: string): string | undefined => faults[`content.${path}`];
  function submit(event: FormEvent) {
    event.preventDefault();
    form.submit();
  }
  return (
    <form ref={place} method="post" className={styles.form} onSubmit={submit} noValidate>
      <Section title={t("admin.funds.texts")}>
        <LanguageTabs
          current={shown}
          missing={languages.filter((one) => !isComplete(content, one))}
          onPick={setShown}
        />
        <div className={styles.stack}>
          {texts.map((name) => (
            <LimitedTextarea
              key={name}
              lang={shown}
              label={t(`admin.funds.${name}`)}
              autosize
              required
              limit={definitionLimits[name]}
              readOnly={!canEdit}
              value={content[name][shown]}
              error={errorOf(`${name}.${shown}`)}
              onChange={(event) => change({ [name]: { ...content[name], [shown]: event.currentTarget.value } })}
            />
          ))}
          <MarkdownField
            language={shown}
            label={t("admin.funds.docs")}
            limit={definitionLimits.docs}
            readOnly={!canEdit}
            value={content.docs[shown]}
            error={errorOf(`docs.${shown}`)}
            onChange={(docs) => change({ docs: { ...content.docs, [shown]: docs } })}
          />
          <DefinitionQuestions
            questions={content.questions}
            shown={shown}
            canEdit={canEdit}
            errorOf={errorOf}
            onChange={(questions) => change({ questions })}
          />
        </div>
      </Section>
      <DefinitionFigures
        content={content}
        figures={figures}
        canEdit={canEdit}
        errorOf={errorOf}
        onChange={change}
        onTyped={(path, text) => change({}, { ...figures, [path]: text })}
      />
      <DefinitionAllocation
        content={content}
        figures={figures}
        funds={funds}
        shown={shown}
        canEdit={canEdit}
        errorOf={errorOf}
        onChange={(allocation, shares) => {
          const rest = Object.entries(figures).filter(([path]) => !path.startsWith("allocation."));
          change({ allocation }, { ...Object.fromEntries(rest), ...shares });
        }}
        onBenchmark={(benchmark) => change({ benchmark })}
      />
      {canEdit && (
        <DefinitionSave
          form={form}
          read={read}
          funds={funds}
          hasDraft={read.edit !== null}
          notPublished={Object.keys(notPublished).length > 0}
        />
      )}
    </form>
  );
}
