/** All entries of a range: sorted, exported completely, printed. */

import type { TransactionRow } from "@portico/api/portfolios.ts";
import { useCallback, useMemo } from "react";
import { formatAmount, formatDay, formatMoney, formatPrice, formatQuantity } from "../../ui/format.ts";
import type { Column } from "../../ui/table-column.ts";
import { type Language, type Translate, useLanguage, useText } from "../../ui/text.tsx";
import { CardAmount } from "../card-amount.tsx";
import { useDateColumn } from "./date-column.tsx";
import styles from "./entries.module.css";
import { type EntriesProps, EntriesTable, tradeColumns } from "./entries-table.tsx";
import type { FilteredEntry } from "./entry-filter.ts";
import { fileColumns } from "./file-columns.ts";
import { useTransactions } from "./use-entries.ts";

/** Parts of a note are written to follow one another; the first begins it. */
const capitalised = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase());

/** "53 × 5.2811 EUR"; empty if no units moved. */
function quantityText(language: Language, { quant, price, currency }: TransactionRow): string {
  if (quant === null) return "";
  const units = formatQuantity(language, quant);
  return price === null ? units : `${units} × ${formatPrice(language, price, currency)} ${currency}`;
}

/** What the description says of an entry, and what it belongs to: interest, the counter entry, its reversal. */
function noteText(t: Translate, language: Language, row: TransactionRow, description = row.description): string {
  const parts = [
    description,
    row.accruedInterest !== null &&
      t("portfolios.entry.accruedInterest", { amount: formatMoney(language, row.accruedInterest, row.currency) }),
    row.counterSum !== null &&
      row.counterCurrency !== null &&
      t("portfolios.entry.counter", { what: formatMoney(language, row.counterSum, row.counterCurrency) }),
    row.counterName !== null && t("portfolios.entry.counter", { what: row.counterName }),
    row.reverses !== null &&
      row.reversesDay !== null &&
      t("portfolios.entry.reverses", { id: String(row.reverses), day: formatDay(language, row.reversesDay) }),
    row.reversedBy !== null && t("portfolios.entry.reversed", { id: String(row.reversedBy) }),
  ].filter((part) => typeof part === "string" && part !== "");
  return capitalised(parts.join("; "));
}

/** The kind of an entry, and the instrument where both stand in one cell; struck out if it was reversed. */
function EntryKind({ row, name }: { row: TransactionRow; name?: string | null }) {
  const t = useText();
  return (
    <span className={row.reversedBy === null ? undefined : styles.undone}>
      {[t(`portfolios.kind.${row.kind}`), name].filter(Boolean).join(" · ")}
    </span>
  );
}

const chargeColumn = (t: Translate, language: Language, id: "fee" | "tax"): Column<TransactionRow> => ({
  id,
  header: t(`portfolios.entry.${id}`),
  numeric: true,
  currency: (row) => row.currency,
  value: (row) => row[id],
  cell: (row) => row[id] !== null && formatAmount(language, row[id], row.currency),
});

function useColumns(): Column<TransactionRow>[] {
  const t = useText();
  const language = useLanguage();
  const date = useDateColumn<TransactionRow>();
  return useMemo(() => {
    const trade = tradeColumns<TransactionRow>(t, language);
    return [
      date,
      {
        id: "kind",
        header: t("portfolios.entry.kind"),
        value: (row) => t(`portfolios.kind.${row.kind}`),
        cell: (row) => <EntryKind row={row} />,
      },
      { id: "name", header: t("portfolios.entry.name"), value: (row) => row.name },
      {
        id: "title",
        header: t("portfolios.entry.kind"),
        value: () => null,
        cell: (row) => <EntryKind row={row} name={row.name} />,
        phone: "title",
        phoneOnly: true,
      },
      {
        id: "summary",
        header: t("portfolios.entry.description"),
        value: () => null,
        cell: (row) => [row.day, quantityText(language, row), noteText(t, language, row)].filter(Boolean).join(" · "),
        phone: "line",
        phoneOnly: true,
      },
      trade.ticker,
      trade.quant,
      trade.price,
      {
        id: "sum",
        header: t("portfolios.entry.sum"),
        numeric: true,
        currency: (row) => row.currency,
        value: (row) => row.sum,
        cell: (row) => <CardAmount amount={row.sum} currency={row.currency} />,
        phone: "key",
      },
      trade.currency,
      chargeColumn(t, language, "fee"),
      chargeColumn(t, language, "tax"),
      {
        id: "description",
        header: t("portfolios.entry.description"),
        value: (row) => noteText(t, language, row),
        fileValue: (row) => noteText(t, language, row, null),
        sortable: false,
      },
      ...fileColumns(t),
    ];
  }, [t, language, date]);
}

/** What filters see of a row. */
function useDescription(): (row: TransactionRow) => FilteredEntry {
  const t = useText();
  const language = useLanguage();
  return useCallback(
    ({ day, kind, name, ticker, isin, description, counterName, currency, sum }) => ({
      kind,
      instrument: name,
      currency,
      year: day.slice(0, 4),
      state: null,
      words: [
        t(`portfolios.kind.${kind}`),
        name,
        ticker,
        isin,
        description,
        counterName,
        currency,
        String(sum),
        formatAmount(language, sum, currency),
      ],
      paid: { amount: sum, currency },
    }),
    [t, language],
  );
}

export function TransactionsTable({ enabled, ...props }: EntriesProps) {
  const t = useText();
  const { range, search } = props;
  return (
    <EntriesTable
      {...props}
      name="transactions"
      label={t("portfolios.page.transactions")}
      entries={useTransactions({ ...range, search, enabled })}
      columns={useColumns()}
      rowId={(row) => String(row.id)}
      describe={useDescription()}
      nameOf={(kind) => t(`portfolios.kind.${kind as TransactionRow["kind"]}`)}
      none={t("portfolios.entry.noneTransactions")}
    />
  );
}
