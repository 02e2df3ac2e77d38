/** The name of a holding in a table, with its kind and any old price or rate used. */
import type { InstrumentRow } from "@portico/api/portfolios.ts";
import { useCurrencyNames } from "../../ui/currency-names.ts";
import { useText } from "../../ui/text.tsx";
import { useDoubtsBriefly } from "../gap-text.ts";
import styles from "./holdings.module.css";

export function HoldingName({ row, valuationDay }: { row: InstrumentRow; valuationDay: string }) {
  const t = useText();
  const doubts = useDoubtsBriefly();
  const nameOf = useCurrencyNames();
  return (
    <span data-row={row.key}>
      {row.type === 9 ? nameOf(row.instrumentCurrency) : row.name}
      <small className={styles.under}>
        {[row.ticker, t(`portfolios.holdings.type${row.type}`)].filter(Boolean).join(" · ")}
        {row.type !== 9 && <span className={styles.currency}> · {nameOf(row.instrumentCurrency)}</span>}
      </small>
      {doubts(row.gaps, valuationDay).map((doubt) => (
        <small key={doubt} className={styles.doubt}>
          {doubt}
        </small>
      ))}
    </span>
  );
}
