/** The costs in money over the recommended holding time, for an amount that the reader types; a plain form without scripts. */
import { TextInput } from "@mantine/core";
import type { Definition } from "@portico/api/funds.ts";
import { type Costs, costsOver } from "@portico/scenarios/fees.ts";
import { type CSSProperties, type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import { Button } from "../ui/button.tsx";
import { Money, Percent, Points } from "../ui/figures.tsx";
import { formatMoney } from "../ui/format.ts";
import { Section } from "../ui/section.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import { useTypedBefore } from "../ui/use-typed-before.ts";
import styles from "./funds.module.css";
import { feeRates } from "./history-figures.ts";
import { parseAmount, readPaid } from "./plan-of-search.ts";

interface CostsSectionProps {
  definition: Definition;
  /** The total in another currency, below the table. */
  renderOther?: (amounts: readonly number[], totals: readonly number[]) => ReactNode;
}

const sample = 10_000;

export function CostsSection({ definition, renderOther }: CostsSectionProps) {
  const t = useText();
  const language = useLanguage();
  const [search, setSearch] = useSearchParams();
  const [typed, setTyped] = useState(search.get("amount") ?? "");
  const { years, fees, funds_costs, currency, minimum } = definition;
  const read = readPaid(language, typed);
  const fault = typeof read === "string" ? t(`funds.plan.fault.${read}`) : undefined;
  const isOwn = typeof read === "number" && read > 0;
  const amounts = isOwn ? [read] : [...new Set([Number(minimum), sample])].filter((amount) => amount > 0);
  const costs = amounts.map((amount) => costsOver(amount, years * 12, feeRates(fees), Number(funds_costs ?? 0)));

  const form = useTypedBefore(({ amount = "" }) => change(amount));
  function change(text: string): void {
    setTyped(text);
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (text.trim() === "") next.delete("amount");
        else next.set("amount", parseAmount(language, text));
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return (
    <Section title={t("funds.costs.title")} hint={t("funds.costs.hint", { years })}>
      <form ref={form} method="get" className={styles.fields} onSubmit={(event) => event.preventDefault()}>
        <TextInput
          size="md"
          name="amount"
          inputMode="decimal"
          label={t("funds.costs.amount", { currency })}
          value={typed}
          error={fault}
          onChange={(event) => change(event.currentTarget.value)}
        />
        <noscript>
          <Button type="submit" size="md" variant="default">
            {t("funds.costs.show")}
          </Button>
        </noscript>
      </form>
      <CostsTable amounts={amounts} costs={costs} currency={currency} hasFundsCosts={funds_costs !== null} />
      {renderOther?.(
        amounts,
        costs.map(({ total }) => total),
      )}
      <p className={styles.note}>{t("funds.costs.assumption")}</p>
      {funds_costs === null && <p className={styles.note}>{t("funds.costs.fundsUnknown")}</p>}
    </Section>
  );
}

interface CostsTableProps {
  amounts: readonly number[];
  costs: readonly Costs[];
  currency: string;
  hasFundsCosts: boolean;
}

function CostsTable({ amounts, costs, currency, hasFundsCosts }: CostsTableProps) {
  const t = useText();
  const language = useLanguage();
  const kinds = (["entry", "yearly", "funds", "exit", "total"] as const).filter(
    (kind) => kind !== "funds" || hasFundsCosts,
  );
  return (
    <table
      className={`${styles.table} ${styles.stacked}`}
      style={{ "--columns": Math.max(1, amounts.length) } as CSSProperties}
    >
      <caption className="visually-hidden">{t("funds.costs.title")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("funds.costs.kind")}</th>
          {amounts.map((amount) => (
            <th key={amount} scope="col">
              {t("funds.costs.of", { amount: formatMoney(language, amount, currency) })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind} data-total={kind === "total" || undefined}>
            <th scope="row">{t(`funds.costs.${kind}`)}</th>
            {costs.map((each, index) => (
              <td key={amounts[index]}>
                <Money amount={each[kind]} currency={currency} />
              </td>
            ))}
          </tr>
        ))}
        <tr>
          <th scope="row">{t("funds.costs.totalPercent")}</th>
          {costs.map(({ totalPercent }, index) => (
            <td key={amounts[index]}>
              <Percent value={totalPercent} />
            </td>
          ))}
        </tr>
        <tr>
          <th scope="row">{t("funds.costs.perYear")}</th>
          {costs.map(({ percentPerYear }, index) => (
            <td key={amounts[index]}>
              <Points value={percentPerYear} />
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}
