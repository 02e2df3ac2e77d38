/** Chooses a canned answer for a text to a client, in the client's language, and fills in its placeholders. */
import { type ComboboxItem, type OptionsFilter, Select } from "@mantine/core";
import type { CannedAnswer } from "@portico/api/canned-answers.ts";
import {
  type CannedPlaceholder,
  type CannedUse,
  fillPlaceholders,
  withoutEmphasis,
} from "@portico/api/rules/canned-answers.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Language, languages } from "@portico/messages/catalogue.ts";
import { dateLocale } from "@portico/messages/text.ts";
import { useMemo } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useText } from "../../ui/text.tsx";
import styles from "./canned-answers.module.css";

interface AnswerPickerProps {
  holder: Holder;
  /** The number of the ticket that is answered; in a chat answers that name one are not offered. */
  ticket?: number;
  /** Where the text goes: an answer, or a remark on a form. */
  use?: CannedUse;
  /** Of a remark: the name of the field, whose own texts come first. */
  field?: string | undefined;
  onInsert: (text: string) => void;
}

interface Choice extends ComboboxItem {
  text: string;
}

type Values = Partial<Record<CannedPlaceholder, string>> & { today: string };

/** The values as texts of one language. */
const inLanguage = (language: Language, { today, ...values }: Values) => ({
  ...values,
  today: new Intl.DateTimeFormat(dateLocale(language), { dateStyle: "long", timeZone: "UTC" }).format(new Date(today)),
});

/** The answer's text in the language, filled in; none if it has no such version or lacks a value. */
const choiceOf = (
  { id, title, texts }: Pick<CannedAnswer, "id" | "title" | "texts">,
  language: Language,
  values: Values,
): Choice[] => {
  const text = texts[language] === null ? undefined : fillPlaceholders(texts[language], inLanguage(language, values));
  return text === undefined ? [] : [{ value: `${id}.${language}`, label: title, text }];
};

/** By the words of the title and of the text. */
const byWords: OptionsFilter = ({ options, search }) => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (option: ComboboxItem) =>
    words.every((word) => `${option.label} ${(option as Choice).text}`.toLowerCase().includes(word));
  return options
    .map((option) => ("items" in option ? { ...option, items: option.items.filter(fits) } : option))
    .filter((option) => !("items" in option) || option.items.length > 0);
};

export function AnswerPicker({
  holder: { holderType, holderId },
  ticket,
  use = "answer",
  field,
  onInsert,
}: AnswerPickerProps) {
  const t = useText();
  const api = useApi();
  const { data } = useCall(api.cannedAnswers.listFor, { params: { holderType, holderId } });
  const groups = useMemo(() => {
    if (!data) return [];
    const { language: clients } = data;
    const answers = data.answers.filter((one) => one.use === use);
    const values: Values = { ...data.values, ...(ticket !== undefined && { ticket: String(ticket) }) };
    const isOfField = ({ fields }: Pick<CannedAnswer, "fields">) => field !== undefined && fields.includes(field);
    const choices = (fits: (one: Pick<CannedAnswer, "fields">) => boolean) =>
      answers.filter(fits).flatMap((one) => choiceOf(one, clients, values));
    const others = answers
      .filter(({ texts }) => texts[clients] === null)
      .flatMap((one) =>
        languages.flatMap((language) =>
          choiceOf(one, language, values).map((choice) => ({
            ...choice,
            label: `${choice.label} (${t(`shell.language.${language}`)})`,
          })),
        ),
      );
    return [
      { group: t("admin.canned.atField"), items: choices(isOfField) },
      { group: t(`shell.language.${clients}`), items: choices((one) => !isOfField(one)) },
      { group: t("admin.canned.notIn", { language: t(`shell.language.${clients}`) }), items: others },
    ].filter(({ items }) => items.length > 0);
  }, [data, ticket, use, field, t]);
  if (groups.length === 0) return null;
  const label = t(use === "remark" ? "admin.canned.insertRemark" : "admin.canned.insert");
  return (
    <Select
      size="sm"
      searchable
      selectFirstOptionOnChange
      className={styles.picker}
      aria-label={label}
      placeholder={label}
      nothingFoundMessage={t("admin.canned.noneFound")}
      maxDropdownHeight={320}
      value={null}
      data={groups}
      filter={byWords}
      renderOption={({ option }) => (
        <span className={styles.choice}>
          {option.label}
          <small>{(option as Choice).text}</small>
        </span>
      )}
      onChange={(value, option) => {
        if (value === null) return;
        const { text } = option as Choice;
        onInsert(ticket === undefined ? withoutEmphasis(text) : text);
      }}
    />
  );
}
