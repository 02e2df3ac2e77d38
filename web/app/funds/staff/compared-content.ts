/** The parts of two contents of a target fund, for showing what changed. */
import type { DefinitionContent } from "@portico/api/funds.ts";
import { languages } from "@portico/messages/catalogue.ts";
import type { ComparedPart } from "../../shell/staff/texts/version-diff.tsx";
import type { Language, Translate } from "../../ui/text.tsx";

const figures = (content: DefinitionContent | undefined): string =>
  content
    ? [
        `risk ${content.risk}`,
        `years ${content.years}`,
        `${content.minimum} – ${content.maximum ?? "∞"} ${content.currency}`,
        `fees ${content.fees.entry} / ${content.fees.yearly} / ${content.fees.exit} %`,
        content.rebalancing,
        ...content.allocation.map(
          (row) => `${row.fund_id === null ? row.label.en : `#${row.fund_id}`} ${row.asset_class} ${row.percent} %`,
        ),
        ...(content.benchmark ? [`≙ #${content.benchmark.fund_id ?? content.benchmark.instrument_id ?? ""}`] : []),
      ].join("\n")
    : "";
const asked = (content: DefinitionContent | undefined, language: Language): string =>
  (content?.questions ?? []).map(({ question, answer }) => `${question[language]}\n${answer[language]}`).join("\n\n");

export const comparedContent = (
  t: Translate,
  own: Language,
  before: DefinitionContent | undefined,
  after: DefinitionContent,
): ComparedPart[] => [
  {
    id: "figures",
    label: t("admin.funds.figures"),
    language: own,
    before: figures(before),
    after: figures(after),
  },
  ...languages.flatMap((language) => [
    ...(["name", "summary", "goal", "docs"] as const).map((part) => ({
      id: `${language} ${part}`,
      label: `${t(`shell.language.${language}`)}: ${t(`admin.funds.${part}`)}`,
      language,
      before: before?.[part][language] ?? "",
      after: after[part][language],
    })),
    {
      id: `${language} questions`,
      label: `${t(`shell.language.${language}`)}: ${t("admin.funds.questions")}`,
      language,
      before: asked(before, language),
      after: asked(after, language),
    },
  ]),
];
