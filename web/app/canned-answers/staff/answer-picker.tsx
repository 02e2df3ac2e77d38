/** Chooses a canned answer for a text to a client, in the client's language, and fills in its placeholders. */
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
import { type PlainKey, useText } from "../../ui/text.tsx";
import { ReadySelect, type ReadyText } from "./ready-select.tsx";

interface AnswerPickerProps {
  holder: Holder;
  /** The number of the ticket that is answered; in a chat answers that name one are not offered. */
  ticket?: number;
  /** Where the text goes: an answer, a remark on a form, or words for declining. */
  use?: CannedUse;
  /** Of a remark: the name of the field, whose own texts come first. */
  field?: string | undefined;
  onInsert: (text: string) => void;
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
): ReadyText[] => {
  const text = texts[language] === null ? undefined : fillPlaceholders(texts[language], inLanguage(language, values));
  return text === undefined ? [] : [{ value: `${id}.${language}`, label: title, text }];
};

const labels = {
  answer: "admin.canned.insert",
  remark: "admin.canned.insertRemark",
  decline: "admin.canned.insertDecline",
} as const satisfies Record<CannedUse, PlainKey>;

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
    ];
  }, [data, ticket, use, field, t]);
  return (
    <ReadySelect
      groups={groups}
      label={t(labels[use])}
      onInsert={(text) => onInsert(ticket === undefined ? withoutEmphasis(text) : text)}
    />
  );
}
