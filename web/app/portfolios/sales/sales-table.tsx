/** The sales of a range; a row opens its lots. */
import type { SaleRow, Sales } from "@portico/api/portfolio-sales.ts";
import { type ReactNode, useCallback, useMemo } from "react";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordDay } from "../../ui/dates.tsx";
import { Money, Percent } from "../../ui/figures.tsx";
import { formatQuantity } from "../../ui/format.ts";
import type { Column } from "../../ui/table-column.ts";
import { type Translate, useLanguage, useText } from "../../ui/text.tsx";
import { useBecause } from "../gap-text.ts";
import { type DayRange, rangeFileName } from "../performance/ranges.ts";
import { daysHeld } from "./days-held.ts";
import styles from "./sales.module.css";

/** "12", "12–40", "at least 12"; null if no day is known. */
function useHeldText(): (sale: Pick<SaleRow, "day" | "lots">) => string | null {
  const t = useText();
  return useCallback(
    (sale) => {
      const held = daysHeld(sale);
      if (!held) return null;
      if (held.isAtLeast) return t("portfolios.sales.atLeast", { days: String(held.least) });
      return held.least === held.most ? String(held.most) : `${held.least}–${held.most}`;
    },
    [t],
  );
}

type Figure = "proceeds" | "cost" | "gain";

/** A figure in the currency of the contract. */
const moneyColumn = (
  id: Figure,
  {
    t,
    because,
    contractCurrency,
    total,
  }: {
    t: Translate;
    because: ReturnType<typeof useBecause>;
    contractCurrency: string;
    total: string | null;
  },
): Column<SaleRow> => ({
  id,
  header: t(`portfolios.sales.${id}`),
  fileHeader: t("portfolios.sales.in", { what: t(`portfolios.sales.${id}`), currency: contractCurrency }),
  numeric: true,
  currency: () => contractCurrency,
  value: (row) => row[id],
  total,
  cell: (row) => (
    <Money amount={row[id]} currency={contractCurrency} bare result={id === "gain"} because={because(row.gaps)} />
  ),
});

type FileColumn = Pick<Column<SaleRow>, "id" | "header" | "value" | "numeric" | "currency">;
/** A column of the exported file alone. */
const inFile = (column: FileColumn): Column<SaleRow> => ({ ...column, fileOnly: true, sortable: false });
const ownColumn = (t: Translate, id: Figure): Column<SaleRow> =>
  inFile({
    id: `own-${id}`,
    header: t("portfolios.file.ofInstrument", { what: t(`portfolios.sales.${id}`) }),
    numeric: true,
    currency: (row) => row.own.currency,
    value: (row) => row.own[id],
  });

/** The first or last day on which units of the sale were acquired. */
const acquiredOf = ({ lots }: SaleRow, place: 0 | -1): string | null =>
  lots
    .map((lot) => lot.acquired ?? "")
    .toSorted()
    .at(place) || null;

/** How long the units of a sale were held: by lots only, the average cost knows no days. */
function useDayColumns(): Column<SaleRow>[] {
  const t = useText();
  const heldText = useHeldText();
  return useMemo(
    () => [
      {
        id: "held",
        header: t("portfolios.sales.held"),
        numeric: true,
        value: (row) => daysHeld(row)?.most ?? null,
        fileValue: (row) => heldText(row),
        cell: (row) => heldText(row),
      },
      inFile({
        id: "firstAcquired",
        header: t("portfolios.sales.firstAcquired"),
        value: (row) => acquiredOf(row, 0),
      }),
      inFile({
        id: "lastAcquired",
        header: t("portfolios.sales.lastAcquired"),
        value: (row) => acquiredOf(row, -1),
      }),
    ],
    [t, heldText],
  );
}

function useColumns({ contractCurrency, method, totals }: Sales): Column<SaleRow>[] {
  const t = useText();
  const language = useLanguage();
  const because = useBecause();
  const days = useDayColumns();
  return useMemo(() => {
    const quantity = (row: SaleRow) => (Number(row.quantity) === 0 ? "" : formatQuantity(language, row.quantity));
    const money = (id: Figure) => moneyColumn(id, { t, because, contractCurrency, total: totals[id] });
    return [
      {
        id: "name",
        header: t("portfolios.entry.name"),
        value: (row) => row.name,
        total: t("portfolios.sales.total"),
        cell: (row) => (
          <>
            {row.name}
            {row.kind !== "sell" && <span className={styles.note}>{t(`portfolios.kind.${row.kind}`)}</span>}
          </>
        ),
        phone: "title",
      },
      {
        id: "summary",
        header: t("portfolios.entry.description"),
        value: () => null,
        cell: (row) => {
          const held = daysHeld(row);
          const days = held && t("portfolios.sales.daysCount", { count: held.most });
          return [row.day, quantity(row), days].filter(Boolean).join(" · ");
        },
        phone: "line",
        phoneOnly: true,
      },
      inFile({ id: "kind", header: t("portfolios.entry.kind"), value: (row) => t(`portfolios.kind.${row.kind}`) }),
      inFile({ id: "isin", header: t("portfolios.file.isin"), value: (row) => row.isin }),
      {
        id: "day",
        header: t("portfolios.sales.day"),
        value: (row) => row.day,
        cell: (row) => <RecordDay day={row.day} />,
      },
      {
        id: "quantity",
        header: t("portfolios.sales.quantity"),
        numeric: true,
        value: (row) => row.quantity,
        cell: quantity,
      },
      money("proceeds"),
      money("cost"),
      { ...money("gain"), phone: "key" },
      {
        id: "gainPercent",
        header: t("portfolios.sales.gainPercent"),
        numeric: true,
        value: (row) => row.gainPercent,
        total: totals.gainPercent,
        cell: (row) =>
          row.gain !== null && row.gainPercent === null ? (
            ""
          ) : (
            <Percent result value={row.gainPercent} because={because(row.gaps)} />
          ),
        phone: "key",
      },
      ...(method === "average" ? [] : days),
      inFile({ id: "currency", header: t("portfolios.entry.currency"), value: (row) => row.own.currency }),
      ownColumn(t, "proceeds"),
      ownColumn(t, "cost"),
      ownColumn(t, "gain"),
      inFile({ id: "entryId", header: t("portfolios.file.entryId"), value: (row) => row.entryId }),
    ];
  }, [t, language, because, days, contractCurrency, method, totals]);
}

/** An exchange may realise something of both its instruments. */
export const saleKey = ({ entryId, instrumentId }: SaleRow): string => `${entryId}-${instrumentId}`;

interface SalesTableProps {
  data: Sales;
  range: DayRange;
  onOpen: (row: SaleRow) => void;
  empty: ReactNode;
}

export function SalesTable({ data, range, onOpen, empty }: SalesTableProps) {
  const t = useText();
  const because = useBecause();
  const { contractCurrency, totals } = data;
  const reason = because(totals.gaps);
  const money = (amount: string | null, result = false) => (
    <Money amount={amount} currency={contractCurrency} bare result={result} because={reason} />
  );
  return (
    <DataTable
      label={t("portfolios.page.sales")}
      columns={useColumns(data)}
      rows={data.sales}
      rowId={saleKey}
      initialSort={{ column: "day", descending: true }}
      onOpen={onOpen}
      exportName={(rows) =>
        `${rangeFileName(
          "sales",
          range,
          rows.map(({ day }) => day),
        )}-${data.method}`
      }
      twoLines
      footer={{
        name: t("portfolios.sales.total"),
        proceeds: money(totals.proceeds),
        cost: money(totals.cost),
        gain: money(totals.gain, true),
        gainPercent:
          totals.gain !== null && totals.gainPercent === null ? (
            ""
          ) : (
            <Percent result value={totals.gainPercent} because={reason} />
          ),
      }}
      empty={empty}
    />
  );
}
