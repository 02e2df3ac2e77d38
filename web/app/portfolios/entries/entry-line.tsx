/** One ledger entry as a line of a short list. */
import type { TransactionRow } from "@portico/api/portfolios.ts";
import { RecordDay } from "../../ui/dates.tsx";
import { Money } from "../../ui/figures.tsx";
import { formatDay, formatPrice, formatQuantity } from "../../ui/format.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../holdings/position.module.css";

export function EntryLine({ row, withName = false }: { row: TransactionRow; withName?: boolean }) {
  const t = useText();
  const language = useLanguage();
  return (
    <li>
      <span>
        <span className={row.reversedBy === null ? undefined : styles.undone}>
          {t(`portfolios.kind.${row.kind}`)}
          {withName && row.name && ` · ${row.name}`}
        </span>
        <span className={styles.when}>
          <RecordDay day={row.day} />
          {row.quant !== null && ` · ${formatQuantity(language, row.quant)}`}
          {row.quant !== null &&
            row.price !== null &&
            ` × ${formatPrice(language, row.price, row.currency)} ${row.currency}`}
          {row.reverses !== null &&
            row.reversesDay !== null &&
            ` · ${t("portfolios.entry.reverses", { id: String(row.reverses), day: formatDay(language, row.reversesDay) })}`}
          {row.reversedBy !== null && ` · ${t("portfolios.entry.reversed", { id: String(row.reversedBy) })}`}
        </span>
      </span>
      <span className={styles.amount}>
        <Money amount={row.sum} currency={row.currency} />
      </span>
    </li>
  );
}
