/** The totals of a day as they were known at a time, beside those as known now. */
import type { PortfolioAsOf } from "@portico/api/portfolio-as-of.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useMemo } from "react";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { Money } from "../../ui/figures.tsx";
import { LoadFailed, Loading } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";
import { useBecause } from "../gap-text.ts";
import styles from "./as-of.module.css";

const figures = ["currentValue", "totalInvested", "returnVal", "realisedGain", "income", "fees", "tax"] as const;

interface Row {
  figure: (typeof figures)[number];
  was: number | null;
  is: number | null;
  /** Null if one of the two is unknown, or they are in different currencies. */
  difference: number | null;
}

function rowOf(figure: Row["figure"], then: PortfolioAsOf, now: PortfolioAsOf): Row {
  const [was, is] = [then[figure], now[figure]];
  const isComparable = then.contractCurrency === now.contractCurrency && was !== null && is !== null;
  return { figure, was, is, difference: isComparable ? is - was : null };
}

export function ThenAndNow({ holder, then, name }: { holder: Holder; then: PortfolioAsOf; name: string }) {
  const t = useText();
  const api = useApi();
  const input = { params: { ...holder, day: then.valuationDay }, query: {} };
  const { data: now, error, isFetching, refetch } = useCall(api.portfolios.getAsOf, input);
  return (
    <div className={styles.compared}>
      <h2>{t("admin.asOf.thenAndNow")}</h2>
      {now ? (
        <Compared then={then} now={now} name={name} />
      ) : error ? (
        <LoadFailed retry={() => void refetch()} retrying={isFetching}>
          {errorText(t, error)}
        </LoadFailed>
      ) : (
        <Loading />
      )}
    </div>
  );
}

function useColumns(then: PortfolioAsOf, now: PortfolioAsOf): Column<Row>[] {
  const t = useText();
  const because = useBecause();
  const [becauseThen, becauseNow] = [because(then.gaps), because(now.gaps)];
  return [
    {
      id: "figure",
      header: t("admin.asOf.figure"),
      value: ({ figure }) => t(`portfolios.totals.${figure}`),
      phone: "title",
      sortable: false,
    },
    {
      id: "was",
      header: t("admin.asOf.was"),
      numeric: true,
      phone: "key",
      sortable: false,
      fileHeader: `${t("admin.asOf.was")}, ${then.contractCurrency}`,
      currency: () => then.contractCurrency,
      value: ({ was }) => was,
      cell: ({ was }) => <Money amount={was} currency={then.contractCurrency} because={becauseThen} />,
    },
    {
      id: "is",
      header: t("admin.asOf.is"),
      numeric: true,
      phone: "key",
      sortable: false,
      fileHeader: `${t("admin.asOf.is")}, ${now.contractCurrency}`,
      currency: () => now.contractCurrency,
      value: ({ is }) => is,
      cell: ({ is }) => <Money amount={is} currency={now.contractCurrency} because={becauseNow} />,
    },
    {
      id: "difference",
      header: t("admin.asOf.difference"),
      numeric: true,
      phone: "key",
      sortable: false,
      fileHeader: `${t("admin.asOf.difference")}, ${now.contractCurrency}`,
      currency: () => now.contractCurrency,
      value: ({ difference }) => difference,
      cell: ({ difference }) => <Money result amount={difference} currency={now.contractCurrency} />,
    },
  ];
}

function Compared({ then, now, name }: { then: PortfolioAsOf; now: PortfolioAsOf; name: string }) {
  const t = useText();
  const rows = useMemo(() => figures.map((figure) => rowOf(figure, then, now)), [then, now]);
  const isSame = rows.every(({ was, is }) => was === is) && then.contractCurrency === now.contractCurrency;
  const columns = useColumns(then, now);
  return (
    <>
      {isSame && <p>{t("admin.asOf.same")}</p>}
      <DataTable
        label={t("admin.asOf.thenAndNow")}
        columns={columns}
        rows={rows}
        rowId={({ figure }) => figure}
        exportName={name}
      />
    </>
  );
}
