/** What a client held on a day, as it was known at a time. */
import { TextInput } from "@mantine/core";
import type { PortfolioAsOf } from "@portico/api/portfolio-as-of.ts";
import { isDay } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { ClientSearch } from "../../holders/staff/client-search.tsx";
import { useHolderRecord } from "../../holders/staff/holder-address.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useFirmToday } from "../../shell/firm-day.ts";
import { useChangeParam } from "../../shell/staff/lists/use-change-param.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { Moment, RecordTime } from "../../ui/dates.tsx";
import { formatExact } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Facts, Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { holderIn } from "./addresses.ts";
import { AnswerPage } from "./answer-page.tsx";
import { ChosenClient } from "./chosen-client.tsx";
import styles from "./compliance.module.css";

const inPlace = { replace: true, preventScrollReset: true };

/** As typed, in the browser's time zone; undefined for what is no time. */
const instantOf = (typed: string): string | undefined => {
  const at = Date.parse(typed);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
};

export default function HoldingsPage() {
  const t = useText();
  const today = useFirmToday();
  const [params] = useSearchParams();
  const change = useChangeParam(inPlace);
  const holder = holderIn(params.get("holder"));
  const asked = params.get("day") ?? "";
  const day = isDay(asked) ? asked : today;
  const known = params.get("known") ?? "";
  return (
    <AnswerPage title={t("compliance.holdings.question")} hint={t("compliance.holdings.hint")}>
      <div className={styles.filters} data-no-print>
        {holder ? (
          <ChosenClient holder={holder} onChange={(value) => change("holder", value)} />
        ) : (
          <ClientSearch
            size="sm"
            label={t("compliance.client")}
            value={undefined}
            name={undefined}
            onChange={(value) => change("holder", value)}
          />
        )}
        <TextInput
          size="sm"
          type="date"
          label={t("compliance.day")}
          max={today}
          value={day}
          onChange={({ currentTarget: { value } }) => change("day", value)}
        />
        <TextInput
          size="sm"
          type="datetime-local"
          label={t("compliance.known")}
          value={known}
          onChange={({ currentTarget: { value } }) => change("known", value)}
        />
      </div>
      {holder && (
        <Holdings key={`${params.get("holder")} ${day} ${known}`} {...{ holder, day, known: instantOf(known) }} />
      )}
    </AnswerPage>
  );
}

function Holdings({ holder, day, known }: { holder: Holder; day: string; known: string | undefined }) {
  const t = useText();
  const language = useLanguage();
  const { name } = useHolderRecord(holder);
  const query = useCall(useApi().portfolios.getAsOf, {
    params: { ...holder, day },
    query: known === undefined ? {} : { known },
  });
  const { data } = query;
  const title = t("compliance.holdings.title", { name: name ?? "", day });
  return (
    <Section title={title}>
      {!data && <PendingQuery query={query} />}
      {data && (
        <>
          <Facts>
            <span>
              {t("compliance.holdings.known")} <Moment at={data.known} />
            </span>
            <span>
              {t("compliance.holdings.value")}{" "}
              {data.currentValue === null ? "–" : formatExact(language, data.currentValue)} {data.contractCurrency}
            </span>
            {data.firstKnown !== null && (
              <span>
                {t("compliance.holdings.firstKnown")} <RecordTime at={data.firstKnown} />
              </span>
            )}
          </Facts>
          {!data.complete && <Notice>{t("compliance.holdings.gaps")}</Notice>}
          <HoldingsTable title={title} day={day} data={data} />
        </>
      )}
    </Section>
  );
}

function HoldingsTable({ title, day, data }: { title: string; day: string; data: PortfolioAsOf }) {
  const t = useText();
  return (
    <DataTable
      dense
      label={title}
      columns={useColumns(data.contractCurrency)}
      rows={data.instruments}
      rowId={({ key }) => key}
      exportName={`holdings-${day}`}
      step={Number.MAX_SAFE_INTEGER}
      empty={<Empty icon="info" title={t("compliance.holdings.none")} />}
    />
  );
}

type Row = PortfolioAsOf["instruments"][number];

function useColumns(contractCurrency: string): readonly Column<Row>[] {
  const t = useText();
  const language = useLanguage();
  return useMemo((): readonly Column<Row>[] => {
    const figure = (
      id: "quantity" | "price" | "value",
      header: string,
      value: (row: Row) => number | null,
      phone?: "key",
    ): Column<Row> => ({
      id,
      header,
      value,
      cell: (row) => {
        const found = value(row);
        return found === null ? "–" : formatExact(language, found);
      },
      numeric: true,
      ...(phone && { phone }),
    });
    return [
      { id: "name", header: t("compliance.column.holding"), value: ({ name }) => name, phone: "title" },
      { id: "isin", header: "ISIN", value: ({ isin }) => isin, phone: "line" },
      figure("quantity", t("compliance.column.quantity"), ({ ownedShares }) => ownedShares, "key"),
      figure("price", t("compliance.column.price"), ({ currentPrice }) => currentPrice),
      {
        id: "currency",
        header: t("compliance.column.currency"),
        value: ({ instrumentCurrency }) => instrumentCurrency,
      },
      figure(
        "value",
        t("compliance.column.value", { currency: contractCurrency }),
        ({ currentValue }) => currentValue,
        "key",
      ),
    ];
  }, [t, language, contractCurrency]);
}
