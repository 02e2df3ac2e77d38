/** The client's portfolio as they see it: loaded only on request, because each view is kept in the access log. */

import { ApiError } from "@portico/api/errors.ts";
import type { InstrumentRow, Portfolio } from "@portico/api/portfolios.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type ReactNode, useMemo } from "react";
import { useSearchParams } from "react-router";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useFirmToday } from "../../shell/firm-day.ts";
import parts from "../../shell/staff/parts.module.css";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Money, Percent, Quantity } from "../../ui/figures.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section, StatTile, StatTiles } from "../../ui/section.tsx";
import { Empty, LoadFailed, Loading } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";
import { lacksFigures, useBecause, useReturnBecause } from "../gap-text.ts";
import { HoldingName } from "../holdings/holding-name.tsx";
import { useValuedOn } from "../holdings/valued-on.ts";
import { PortfolioNotices } from "../portfolio-notices.tsx";
import { SalesOf } from "../sales/sales-part.tsx";

export function ClientPortfolio({ holder, clientNumber }: { holder: Holder; clientNumber: string | null }) {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const isOpen = params.get("portfolio") === "open";
  const today = useFirmToday();
  return (
    <>
      <Section>
        <p className={parts.muted}>{t("admin.client.portfolioHint")}</p>
        {clientNumber === null ? (
          <Empty icon="portfolio" title={t("admin.client.portfolioNoNumber")} />
        ) : isOpen ? (
          <OpenPortfolio holder={holder}>{(data) => <Filled data={data} />}</OpenPortfolio>
        ) : (
          <Button variant="default" onClick={() => setParams({ portfolio: "open" }, { preventScrollReset: true })}>
            {t("admin.client.portfolioOpen")}
          </Button>
        )}
      </Section>
      {isOpen && clientNumber !== null && <SalesOf holder={holder} today={today} />}
    </>
  );
}

export function OpenPortfolio({ holder, children }: { holder: Holder; children: (data: Portfolio) => ReactNode }) {
  const t = useText();
  const api = useApi();
  const { data, error, isFetching, refetch } = useCall(api.portfolios.getPortfolio, { params: holder });
  if (data)
    return data.instruments.length > 0 ? (
      children(data)
    ) : (
      <Empty icon="portfolio" title={t("admin.client.portfolioEmpty")} />
    );
  if (!error) return <Loading />;
  const isTimeout = error instanceof ApiError && error.code === "timedout";
  return (
    <LoadFailed retry={() => void refetch()} retrying={isFetching}>
      {isTimeout ? t("admin.client.portfolioTimeout") : errorText(t, error)}
    </LoadFailed>
  );
}

/** What makes figures incomplete or unusual. */
export function PortfolioWarnings({ data }: { data: Portfolio }) {
  const t = useText();
  return (
    <>
      <PortfolioNotices totals={data} />
      {data.cashBelowZero && <Notice tone="attention">{t("admin.client.cashBelowZero")}</Notice>}
    </>
  );
}

function Filled({ data }: { data: Portfolio }) {
  const t = useText();
  const valuedOn = useValuedOn(data);
  const currency = data.contractCurrency;
  const columns = useColumns(data);
  const because = useBecause()(data.gaps);
  const returnBecause = useReturnBecause();
  const incomplete = lacksFigures(data) && `${t("portfolios.totals.incomplete")} · `;
  return (
    <>
      <PortfolioWarnings data={data} />
      <StatTiles>
        <StatTile label={t("portfolios.totals.currentValue")} note={[incomplete, valuedOn]}>
          <Money amount={data.currentValue} currency={currency} because={because} />
        </StatTile>
        <StatTile label={t("portfolios.totals.totalInvested")}>
          <Money amount={data.totalInvested} currency={currency} because={because} />
        </StatTile>
        <StatTile
          label={t("portfolios.totals.returnVal")}
          note={<Percent result value={data.returnPercent} because={returnBecause(data)} />}
        >
          <Money result amount={data.returnVal} currency={currency} because={because} />
        </StatTile>
      </StatTiles>
      <DataTable
        label={t("portfolios.holdings.title")}
        columns={columns}
        rows={data.instruments}
        rowId={(row) => row.key}
        initialSort={{ column: "currentValue", descending: true }}
      />
    </>
  );
}

function useColumns({ contractCurrency, valuationDay }: Portfolio): Column<InstrumentRow>[] {
  const t = useText();
  const returnBecause = useReturnBecause();
  return useMemo(
    () => [
      {
        id: "name",
        header: t("portfolios.holdings.name"),
        value: (row) => row.name,
        cell: (row) => <HoldingName row={row} valuationDay={valuationDay} />,
        phone: "title",
      },
      {
        id: "ownedShares",
        header: t("portfolios.holdings.ownedShares"),
        numeric: true,
        value: (row) => row.ownedShares,
        cell: (row) =>
          row.type === 9 ? (
            <Money amount={row.ownedShares} currency={row.ticker} />
          ) : (
            <Quantity value={row.ownedShares} />
          ),
      },
      {
        id: "currentValue",
        header: t("portfolios.holdings.currentValue"),
        numeric: true,
        phone: "key",
        value: (row) => row.currentValue,
        cell: (row) => <Money amount={row.currentValue} currency={contractCurrency} />,
      },
      {
        id: "returnPercent",
        header: t("portfolios.holdings.returnPercent"),
        numeric: true,
        phone: "key",
        value: (row) => row.returnPercent,
        cell: (row) => <Percent result value={row.returnPercent} because={returnBecause(row)} />,
      },
    ],
    [t, returnBecause, contractCurrency, valuationDay],
  );
}
