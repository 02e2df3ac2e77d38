/** The content of a target fund, one language of its texts at a time. */
import { Button, Textarea } from "@mantine/core";
import { ApiError } from "@portico/api/errors.ts";
import type { DefinitionContent, FundCard } from "@portico/api/funds.ts";
import { definitionLimits } from "@portico/api/rules/funds.ts";
import { type Language, languages } from "@portico/messages/catalogue.ts";
import { type FormEvent, useState } from "react";
import { alert } from "../../shell/alert.ts";
import { errorText, fieldErrorTexts } from "../../shell/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { LanguageTabs } from "../../shell/staff/texts/language-tabs.tsx";
import { MarkdownField } from "../../shell/staff/texts/markdown-field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import { DefinitionAllocation } from "./definition-allocation.tsx";
import { DefinitionFigures } from "./definition-figures.tsx";
import { DefinitionQuestions } from "./definition-questions.tsx";
import styles from "./staff.module.css";
import { contentWith, figuresOf } from "./typed-definition.ts";

interface DefinitionFormProps {
  content: DefinitionContent;
  /** Undefined for a new one. */
  id: number | undefined;
  edit: number | null;
  canEdit: boolean;
  funds: readonly FundCard[];
  /** What keeps it from being published, by path. */
  faults: Readonly<Record<string, string>>;
  onSaved: (id: number) => void;
}

const texts = ["name", "summary", "goal"] as const;

export function DefinitionForm({ content, id, edit, canEdit, funds, faults, onSaved }: DefinitionFormProps) {
  const t = useText();
  const language = useLanguage();
  const [shown, setShown] = useState<Language>(language);
  const [typed, setTyped] = useState(content);
  const [figures, setFigures] = useState(() => figuresOf(language, content));
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [key] = useState(() => crypto.randomUUID());
  const [isChanged, setChanged] = useState(false);
  useUnsaved(isChanged);
  const save = useChange((api, sent: DefinitionContent) =>
    id === undefined
      ? api.funds.createDefinition({ body: { content: sent, key } })
      : api.funds.saveDefinition({ params: { id }, body: { content: sent, edit } }),
  );
  const refused =
    save.error instanceof ApiError && save.error.code === "badInput" ? fieldErrorTexts(t, save.error) : {};
  const errorOf = (path: string): string | undefined =>
    wrong.includes(`content.${path}`)
      ? t("field.badFormat")
      : (refused[`content.${path}`] ?? faults[`content.${path}`]);
  const change = (part: Partial<DefinitionContent>) => {
    setTyped({ ...typed, ...part });
    setChanged(true);
  };
  const missing = languages.filter((one) => [...texts, "docs" as const].some((name) => typed[name][one].trim() === ""));
  function submit(event: FormEvent) {
    event.preventDefault();
    const read = contentWith(language, typed, figures);
    setWrong("wrong" in read ? read.wrong : []);
    if ("wrong" in read || save.isPending) return;
    save.mutate(read.content, {
      onSuccess: (opened) => {
        setChanged(false);
        alert.success(t("admin.funds.saved"));
        onSaved(opened.id);
      },
    });
  }
  const isRefused = Object.keys(faults).length > 0 || wrong.length > 0 || Object.keys(refused).length > 0;
  return (
    <form method="post" className={styles.form} onSubmit={submit} noValidate>
      <Section title={t("admin.funds.texts")}>
        <LanguageTabs current={shown} missing={missing} onPick={setShown} />
        <div className={styles.form}>
          {texts.map((name) => (
            <Textarea
              key={name}
              lang={shown}
              label={t(`admin.funds.${name}`)}
              autosize
              required
              maxLength={definitionLimits[name]}
              readOnly={!canEdit}
              value={typed[name][shown]}
              error={errorOf(`${name}.${shown}`)}
              onChange={(event) => change({ [name]: { ...typed[name], [shown]: event.currentTarget.value } })}
            />
          ))}
          <MarkdownField
            language={shown}
            label={t("admin.funds.docs")}
            maxLength={definitionLimits.docs}
            readOnly={!canEdit}
            value={typed.docs[shown]}
            error={errorOf(`docs.${shown}`)}
            onChange={(docs) => change({ docs: { ...typed.docs, [shown]: docs } })}
          />
          <DefinitionQuestions
            questions={typed.questions}
            shown={shown}
            canEdit={canEdit}
            errorOf={errorOf}
            onChange={(questions) => change({ questions })}
          />
        </div>
      </Section>
      <DefinitionFigures
        content={typed}
        figures={figures}
        canEdit={canEdit}
        errorOf={errorOf}
        onChange={change}
        onTyped={(path, text) => {
          setFigures({ ...figures, [path]: text });
          setChanged(true);
        }}
      />
      <DefinitionAllocation
        content={typed}
        figures={figures}
        funds={funds}
        shown={shown}
        canEdit={canEdit}
        errorOf={errorOf}
        onChange={(allocation, shares) => {
          change({ allocation });
          const rest = Object.entries(figures).filter(([path]) => !path.startsWith("allocation."));
          setFigures({ ...Object.fromEntries(rest), ...shares });
        }}
        onBenchmark={(benchmark) => change({ benchmark })}
      />
      {canEdit && (
        <>
          {isRefused && <Notice tone="failed">{t("admin.funds.toCorrect")}</Notice>}
          {save.error && <Notice tone="failed">{errorText(t, save.error)}</Notice>}
          <div className={styles.buttons}>
            <Button type="submit" loading={save.isPending}>
              {t("admin.funds.save")}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}
