/** Columns of entries that only a file has. */
import type { TransactionRow } from "@portico/api/portfolios.ts";
import type { Column } from "../../ui/table-column.ts";
import type { Translate } from "../../ui/text.tsx";

/** Units of the other currency for one of the row's, at most ten digits. */
function exchangeRate({ sum, counterSum, counterCurrency }: TransactionRow): number | null {
  if (counterCurrency === null || counterSum === null || sum === 0) return null;
  return Number(Math.abs(counterSum / sum).toPrecision(10));
}

/** What a file needs to be read alone: both sides of an exchange, the security, the entry, and what its source wrote. */
export function fileColumns(t: Translate): Column<TransactionRow>[] {
  const only = (
    id: "counterSum" | "counterCurrency" | "exchangeRate" | "isin" | "taxCountry" | "entryId" | "sourceNote",
    value: Column<TransactionRow>["value"],
    more: Partial<Column<TransactionRow>> = {},
  ): Column<TransactionRow> => ({
    id,
    header: t(`portfolios.file.${id}`),
    value,
    fileOnly: true,
    sortable: false,
    ...more,
  });
  const isTaxed = ({ kind, tax }: TransactionRow): boolean => kind === "tax" || (tax !== null && tax !== 0);
  return [
    only("counterSum", (row) => row.counterSum, { numeric: true, currency: (row) => row.counterCurrency }),
    only("counterCurrency", (row) => row.counterCurrency),
    only("exchangeRate", exchangeRate, { numeric: true }),
    only("isin", (row) => row.isin),
    only("taxCountry", (row) => (isTaxed(row) ? row.country : null)),
    only("entryId", (row) => row.id),
    only("sourceNote", (row) => row.description),
  ];
}
