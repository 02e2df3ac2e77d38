/** The parts of two contents of a target fund, for showing what changed. */
import type { DefinitionContent, FundCard } from "@portico/api/funds.ts";
import { languages } from "@portico/messages/catalogue.ts";
import type { ComparedPart } from "../../shell/staff/texts/version-diff.tsx";
import { formatExact } from "../../ui/format.ts";
import type { Language, Translate } from "../../ui/text.tsx";
import { nameIn } from "./name-in.ts";

interface Reading {
  t: Translate;
  /** The reader's own. */
  language: Language;
  funds: readonly FundCard[];
}
type Named = Pick<DefinitionContent["allocation"][number], "fund_id" | "label">;

const named = ({ language, funds }: Reading, { fund_id: id, label }: Named): string =>
  nameIn(language, label) || (funds.find((fund) => fund.id === id)?.name ?? String(id ?? ""));

function figures(reading: Reading, content: DefinitionContent | undefined): string {
  if (!content) return "";
  const { t, language } = reading;
  const figure = (text: string) => formatExact(language, text);
  const { minimum, maximum, currency, fees, benchmark } = content;
  return [
    `${t("admin.funds.risk")}: ${content.risk}`,
    `${t("admin.funds.years")}: ${content.years}`,
    `${t("admin.funds.minimum")}: ${figure(minimum)} ${currency}`,
    ...(maximum === null ? [] : [`${t("admin.funds.maximum")}: ${figure(maximum)} ${currency}`]),
    ...(["entry", "yearly", "exit"] as const).map((fee) => `${t(`admin.funds.fees.${fee}`)}: ${figure(fees[fee])}`),
    `${t("admin.funds.rebalancing")}: ${t(`funds.rebalancing.${content.rebalancing}`)}`,
    ...content.allocation.map(
      (row) => `${named(reading, row)} (${t(`funds.class.${row.asset_class}`)}): ${figure(row.percent)} %`,
    ),
    ...(benchmark ? [`${t("admin.funds.benchmark")}: ${named(reading, benchmark)}`] : []),
  ].join("\n");
}

const asked = (content: DefinitionContent | undefined, language: Language): string =>
  (content?.questions ?? []).map(({ question, answer }) => `${question[language]}\n${answer[language]}`).join("\n\n");

export const comparedContent = (
  reading: Reading,
  before: DefinitionContent | undefined,
  after: DefinitionContent,
): ComparedPart[] => [
  {
    id: "figures",
    label: reading.t("admin.funds.figures"),
    language: reading.language,
    ofAll: true,
    before: figures(reading, before),
    after: figures(reading, after),
  },
  ...languages.flatMap((language) => [
    ...(["name", "summary", "goal", "docs"] as const).map((part) => ({
      id: `${language} ${part}`,
      label: `${reading.t(`shell.language.${language}`)}: ${reading.t(`admin.funds.${part}`)}`,
      language,
      before: before?.[part][language] ?? "",
      after: after[part][language],
    })),
    {
      id: `${language} questions`,
      label: `${reading.t(`shell.language.${language}`)}: ${reading.t("admin.funds.questions")}`,
      language,
      before: asked(before, language),
      after: asked(after, language),
    },
  ]),
];
