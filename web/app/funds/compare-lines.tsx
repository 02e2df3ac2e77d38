/** The lines of a comparison: a fact each, in the same words and units for every definition. */
import type { Definition } from "@portico/api/funds.ts";
import { costsOver } from "@portico/scenarios/fees.ts";
import type { ReactNode } from "react";
import { Day } from "../ui/dates.tsx";
import { Money, Percent, Points } from "../ui/figures.tsx";
import { type Language, type Translate, useText } from "../ui/text.tsx";
import { type ComparedPast, feeRates } from "./history-figures.ts";
import { RiskScale } from "./risk-scale.tsx";

export interface Compared {
  definition: Definition;
  past: ComparedPast | null;
}

interface CompareLine {
  name: string;
  show: (one: Compared) => ReactNode;
}

/** The amount that the costs are compared with. */
const sample = 10_000;

/** Each class of the allocation with its sum of percent, the largest first. */
function classesOf({ allocation }: Definition) {
  const sums = new Map<Definition["allocation"][number]["asset_class"], number>();
  for (const { asset_class, percent } of allocation)
    sums.set(asset_class, (sums.get(asset_class) ?? 0) + Number(percent));
  return [...sums].sort(([, a], [, b]) => b - a);
}

export function compareLines(t: Translate, language: Language): CompareLine[] {
  return [
    { name: t("funds.fact.goal"), show: ({ definition }) => definition.goal[language] },
    { name: t("funds.fact.risk"), show: ({ definition }) => <RiskScale risk={definition.risk} /> },
    { name: t("funds.fact.years"), show: ({ definition: { years } }) => t("funds.card.years", { years }) },
    {
      name: t("funds.fact.minimum"),
      show: ({ definition: { minimum, currency } }) => <Money amount={minimum} currency={currency} />,
    },
    { name: t("funds.fact.entry"), show: ({ definition: { fees } }) => <Percent value={fees.entry} /> },
    { name: t("funds.fact.yearly"), show: ({ definition: { fees } }) => <Percent value={fees.yearly} /> },
    { name: t("funds.fact.exit"), show: ({ definition: { fees } }) => <Percent value={fees.exit} /> },
    {
      name: t("funds.fact.fundsCosts"),
      show: ({ definition: { funds_costs } }) =>
        funds_costs === null ? t("funds.fact.unknown") : <Percent value={funds_costs} />,
    },
    { name: t("funds.compare.costs"), show: ({ definition }) => <SampleCosts definition={definition} /> },
    {
      name: t("funds.allocation.title"),
      show: ({ definition }) =>
        classesOf(definition).map(([name, percent]) => (
          <span key={name} style={{ display: "block" }}>
            {t(`funds.class.${name}`)} <Percent value={percent} />
          </span>
        )),
    },
    { name: t("funds.compare.past"), show: ({ past }) => <Past past={past} /> },
    { name: t("funds.compare.worst"), show: ({ past }) => <Worst worst={past?.worst} /> },
  ];
}

function SampleCosts({ definition }: { definition: Definition }) {
  const { years, fees, funds_costs, currency } = definition;
  const { total, percentPerYear } = costsOver(sample, years * 12, feeRates(fees), Number(funds_costs ?? 0));
  return (
    <>
      <Money amount={total} currency={currency} /> (<Points value={percentPerYear} />)
    </>
  );
}

function Past({ past }: Pick<Compared, "past">) {
  const t = useText();
  const total = past?.total;
  if (past && !total) return t("funds.past.underYear");
  if (!total || total.after === null) return t("funds.past.none");
  return (
    <>
      <Percent value={total.after * 100} result />{" "}
      <span style={{ display: "block" }}>
        <Day day={total.from} /> – <Day day={total.to} />
      </span>
    </>
  );
}

function Worst({ worst }: { worst: ComparedPast["worst"] | undefined }) {
  const t = useText();
  if (!worst) return t("funds.past.none");
  return (
    <>
      <Percent value={worst.fall * 100} result />{" "}
      <span style={{ display: "block" }}>
        <Day day={worst.from} /> – <Day day={worst.to} />
      </span>
    </>
  );
}
