/** The parts of two contents of a template, for showing what is different. */
import { languages } from "@portico/messages/catalogue.ts";
import type { ComparedPart } from "../../shell/staff/texts/version-diff.tsx";
import type { Language, Translate } from "../../ui/text.tsx";
import type { TypedContent } from "./template-content.ts";

const fieldsOf = (t: Translate, { fields }: TypedContent): string =>
  fields
    .map(({ id, kind, filledBy, name }) =>
      [
        id,
        t(`admin.templates.kind.${kind}`),
        t(`admin.templates.filledBy.${filledBy}`),
        ...languages.map((language) => name[language]),
      ].join(" · "),
    )
    .join("\n");

function optionsOf(t: Translate, content: TypedContent): string {
  const yes = (label: string, isOn: boolean) => `${label}: ${isOn ? "✓" : "–"}`;
  return [
    `${t("admin.templates.for")}: ${t(`admin.templates.for.${content.for}`)}`,
    `${t("admin.contracts.options.signers")}: ${t(`admin.contracts.signers.${content.signers}`)}`,
    `${t("admin.contracts.options.expiryDays")}: ${content.expiryDays}`,
    `${t("admin.templates.reminderDays")}: ${content.reminderDays}`,
    yes(t("admin.contracts.options.counterSign"), content.counterSign),
    yes(t("admin.templates.clientsPropose"), content.clientsPropose),
  ].join("\n");
}

export const comparedTemplate = (
  t: Translate,
  language: Language,
  before: TypedContent,
  after: TypedContent,
): ComparedPart[] => [
  ...languages.flatMap((one) => [
    {
      id: `${one} name`,
      label: t("admin.templates.nameIn", { language: t(`shell.language.${one}`) }),
      language: one,
      before: before.name[one],
      after: after.name[one],
    },
    {
      id: `${one} text`,
      label: t("admin.templates.textIn", { language: t(`shell.language.${one}`) }),
      language: one,
      before: before.text[one],
      after: after.text[one],
    },
  ]),
  {
    id: "fields",
    label: t("admin.templates.fields"),
    language,
    ofAll: true,
    before: fieldsOf(t, before),
    after: fieldsOf(t, after),
  },
  {
    id: "options",
    label: t("admin.templates.options"),
    language,
    ofAll: true,
    before: optionsOf(t, before),
    after: optionsOf(t, after),
  },
];
