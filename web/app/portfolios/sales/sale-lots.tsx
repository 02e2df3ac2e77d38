/** A sale in full: figures in both currencies, and the lots that it consumed. */
import type { SaleRow } from "@portico/api/portfolio-sales.ts";
import { daysBetween } from "@portico/api/rules/calendar.ts";
import { useMemo } from "react";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordDay } from "../../ui/dates.tsx";
import { Money } from "../../ui/figures.tsx";
import { formatDay, formatQuantity } from "../../ui/format.ts";
import { StatTile, StatTiles } from "../../ui/section.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useBecause } from "../gap-text.ts";
import styles from "./sales.module.css";

type Lot = SaleRow["lots"][number];

function useColumns({ sale, contractCurrency }: SaleLotsProps): Column<Lot>[] {
  const t = useText();
  const language = useLanguage();
  const because = useBecause();
  return useMemo(() => {
    const { currency } = sale.own;
    const cost = (id: "cost" | "ownCost", of: string): Column<Lot> => ({
      id,
      header: t("portfolios.sales.in", { what: t("portfolios.sales.cost"), currency: of }),
      numeric: true,
      currency: () => of,
      value: (lot) => lot[id],
      cell: (lot) => <Money amount={lot[id]} currency={of} bare because={because(sale.gaps)} />,
      phone: "key",
    });
    return [
      {
        id: "acquired",
        header: t("portfolios.sales.acquired"),
        value: (lot) => lot.acquired,
        cell: (lot) => {
          if (lot.acquired !== null) return <RecordDay day={lot.acquired} />;
          return lot.since === null
            ? t("portfolios.sales.average")
            : t("portfolios.sales.unknownDay", { day: formatDay(language, lot.since) });
        },
        phone: "title",
      },
      {
        id: "held",
        header: t("portfolios.sales.held"),
        numeric: true,
        value: (lot) => (lot.acquired === null ? null : daysBetween(lot.acquired, sale.day)),
        phone: "key",
      },
      {
        id: "quantity",
        header: t("portfolios.sales.quantity"),
        numeric: true,
        value: (lot) => lot.quantity,
        cell: (lot) => formatQuantity(language, lot.quantity),
        phone: "key",
      },
      cost("cost", contractCurrency),
      ...(currency === contractCurrency ? [] : [cost("ownCost", currency)]),
    ];
  }, [t, language, because, sale, contractCurrency]);
}

interface SaleLotsProps {
  sale: SaleRow;
  contractCurrency: string;
}

export function SaleLots({ sale, contractCurrency }: SaleLotsProps) {
  const t = useText();
  const because = useBecause()(sale.gaps);
  const columns = useColumns({ sale, contractCurrency });
  const rows = useMemo(() => sale.lots.map((lot, index) => ({ ...lot, index })), [sale]);
  const { own } = sale;
  const figures = ["proceeds", "cost", "gain"] as const;
  return (
    <div className={styles.sales}>
      <p>
        {t(`portfolios.kind.${sale.kind}`)} · <RecordDay day={sale.day} />
        {sale.isin && ` · ${sale.isin}`}
      </p>
      <StatTiles>
        {figures.map((id) => (
          <StatTile
            key={id}
            label={t(`portfolios.sales.${id}`)}
            note={
              own.currency === contractCurrency ? undefined : (
                <Money amount={own[id]} currency={own.currency} because={because} />
              )
            }
          >
            <Money amount={sale[id]} currency={contractCurrency} result={id === "gain"} because={because} />
          </StatTile>
        ))}
      </StatTiles>
      {rows.length === 0 ? (
        <p>{t("portfolios.sales.lotsNone")}</p>
      ) : (
        <DataTable
          label={t("portfolios.sales.lots")}
          columns={columns as Column<Lot & { index: number }>[]}
          rows={rows}
          rowId={({ index }) => String(index)}
          exportName={`lots-${sale.ticker}-${sale.day}`}
        />
      )}
    </div>
  );
}
