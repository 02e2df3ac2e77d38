/** Income received over a range: sums, months, holdings, payments. */

import type { Income } from "@portico/api/portfolio-income.ts";
import { type ReactNode } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { Button } from "../../ui/button.tsx";
import { Money, Percent } from "../../ui/figures.tsx";
import { formatAmount, formatDay } from "../../ui/format.ts";
import { Section, StatTile, StatTiles } from "../../ui/section.tsx";
import { Empty, LoadFailed, Loading } from "../../ui/states.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useBecause } from "../gap-text.ts";
import { useRangeName } from "../performance/range-name.ts";
import { type DayRange } from "../performance/ranges.ts";
import { Doubts } from "../portfolio-notices.tsx";
import styles from "./income.module.css";
import { Payments } from "./payments-table.tsx";
import { Holdings, Periods } from "./received-tables.tsx";
import { useIncome } from "./use-income.ts";

export function ReceivedSection({ range, onWiden }: { range: DayRange; onWiden: () => void }) {
  const t = useText();
  const rangeName = useRangeName();
  const { data, error, isFetching, isPlaceholderData, refetch } = useIncome(range);
  return (
    <Section title={t("portfolios.income.titleOf", { range: rangeName(range) })}>
      {data ? (
        <div className={styles.income} aria-busy={isPlaceholderData} style={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
          <Received income={data} range={range} onWiden={onWiden} />
        </div>
      ) : error ? (
        <LoadFailed retry={() => void refetch()} retrying={isFetching}>
          {errorText(t, error)}
        </LoadFailed>
      ) : (
        <Loading />
      )}
    </Section>
  );
}

function Received({ income, range, onWiden }: { income: Income; range: DayRange; onWiden: () => void }) {
  const t = useText();
  const because = useBecause()(income.gaps);
  if (income.reason) return <Empty icon="portfolio" title={t("portfolios.income.notProvided")} />;
  if (income.payments.length === 0)
    return (
      <Empty
        title={t("portfolios.income.none")}
        action={
          range.preset !== "all" && (
            <Button variant="default" onClick={onWiden}>
              {t("portfolios.entry.widen")}
            </Button>
          )
        }
      />
    );
  return (
    <>
      <Sums income={income} because={because} />
      <Doubts of="figures" gaps={income.gaps} />
      <h3 className={styles.part}>{t("portfolios.income.by")}</h3>
      <Periods income={income} range={range} because={because} />
      <h3 className={styles.part}>{t("portfolios.income.byHolding")}</h3>
      <Holdings income={income} range={range} because={because} />
      <h3 className={styles.part}>{t("portfolios.income.payments")}</h3>
      <Payments income={income} range={range} because={because} />
    </>
  );
}

function Sums({ income, because }: { income: Income; because: ReactNode }) {
  const t = useText();
  const language = useLanguage();
  const { contractCurrency: currency, total, otherTax, yields } = income;
  const yieldNote =
    yields &&
    t("portfolios.income.yieldBase", { from: formatDay(language, yields.from), to: formatDay(language, yields.to) });
  return (
    <>
      <StatTiles>
        <StatTile label={t("portfolios.income.net")} hero>
          <Money amount={total.net} currency={currency} because={because} />
        </StatTile>
        <StatTile label={t("portfolios.income.gross")}>
          <Money amount={total.gross} currency={currency} because={because} />
        </StatTile>
        <StatTile
          label={t("portfolios.income.tax")}
          note={
            otherTax !== null &&
            Number(otherTax) !== 0 &&
            t("portfolios.income.otherTax", { amount: `${formatAmount(language, otherTax, currency)} ${currency}` })
          }
        >
          <Money amount={total.tax} currency={currency} because={because} />
        </StatTile>
      </StatTiles>
      {yields && (
        <StatTiles>
          <StatTile label={t("portfolios.income.yieldOnCost")} note={yieldNote}>
            <Percent value={yields.onCost} />
          </StatTile>
          <StatTile label={t("portfolios.income.yieldOnValue")} note={yieldNote}>
            <Percent value={yields.onValue} />
          </StatTile>
        </StatTiles>
      )}
    </>
  );
}
