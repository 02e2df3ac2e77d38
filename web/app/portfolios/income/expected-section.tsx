/** Income that is announced, with what became of it, and estimates, which can be switched off and are never in one sum with it. */

import { Switch } from "@mantine/core";
import type { AnnouncementState, ExpectedIncome, IncomeSums } from "@portico/api/portfolio-income.ts";
import { type ReactNode, useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { errorText } from "../../shell/calls/api.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Money, Unavailable } from "../../ui/figures.tsx";
import { formatAmount, formatDay, formatExact, formatMoney } from "../../ui/format.ts";
import { Section, StatTile, StatTiles } from "../../ui/section.tsx";
import { Empty, LoadFailed, Loading } from "../../ui/states.tsx";
import { StatusBadge, type StatusColour } from "../../ui/status-badge.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useBecause } from "../gap-text.ts";
import { barWidth } from "./bar-widths.ts";
import styles from "./income.module.css";
import { formatMonth } from "./month-name.ts";
import { usePayerName } from "./payer-name.ts";
import { useExpectedIncome } from "./use-income.ts";

type Announced = ExpectedIncome["announced"][number];
type Estimate = ExpectedIncome["estimates"][number];
type Month = ExpectedIncome["months"][number];
type Row = { id: string; state: AnnouncementState | "estimated" } & (
  | { announced: Announced; estimate: null; payment: Announced }
  | { announced: null; estimate: Estimate; payment: Estimate }
);

/** The switch is in the address, so that it is the same after a reload and in a link. */
function useEstimates(): [boolean, (isOn: boolean) => void] {
  const [search, setSearch] = useSearchParams();
  const set = (isOn: boolean) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (isOn) next.set("estimates", "on");
        else next.delete("estimates");
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [search.get("estimates") === "on", set];
}

export function ExpectedSection() {
  const t = useText();
  const { data, error, isFetching, refetch } = useExpectedIncome();
  return (
    <Section title={t("portfolios.income.expected")} hint={t("portfolios.income.expectedHint")}>
      {data ? (
        <div className={styles.income}>
          <Expected expected={data} />
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

function Expected({ expected }: { expected: ExpectedIncome }) {
  const t = useText();
  const [withEstimates, setEstimates] = useEstimates();
  const because = useBecause()(expected.gaps);
  const { contractCurrency: currency, totals } = expected;
  if (expected.reason) return <Empty icon="portfolio" title={t("portfolios.income.notProvided")} />;
  const rows: Row[] = [
    ...expected.announced.map((announced) => ({
      id: `announced-${announced.id}`,
      state: announced.state,
      announced,
      estimate: null,
      payment: announced,
    })),
    ...(withEstimates ? expected.estimates : []).map((estimate) => ({
      id: `estimate-${estimate.basis.id}`,
      state: "estimated" as const,
      announced: null,
      estimate,
      payment: estimate,
    })),
  ];
  const months = expected.months.filter(({ announced }) => withEstimates || Number(announced.gross ?? 1) !== 0);
  const note = ({ tax, net }: IncomeSums) =>
    tax !== null && net !== null && <Net tax={tax} net={net} currency={currency} />;
  return (
    <>
      <StatTiles>
        <StatTile label={t("portfolios.income.announcedGross")} note={note(totals.announced)} hero>
          <Money amount={totals.announced.gross} currency={currency} because={because} />
        </StatTile>
        {withEstimates && (
          <StatTile label={t("portfolios.income.estimatedGross")} note={note(totals.estimated)}>
            <Money amount={totals.estimated.gross} currency={currency} because={because} />
          </StatTile>
        )}
      </StatTiles>
      <Switch
        className={styles.switch}
        data-no-print
        checked={withEstimates}
        label={t("portfolios.income.showEstimates")}
        description={t("portfolios.income.estimatesHint")}
        onChange={(event) => setEstimates(event.currentTarget.checked)}
      />
      {months.length > 0 && (
        <>
          <h3 className={styles.part}>{t("portfolios.income.calendar")}</h3>
          <Calendar months={months} withEstimates={withEstimates} currency={currency} because={because} />
        </>
      )}
      <h3 className={styles.part}>{t("portfolios.income.expectedPayments")}</h3>
      <ExpectedPayments rows={rows} day={expected.valuationDay ?? ""} withEstimates={withEstimates} />
    </>
  );
}

function Net({ tax, net, currency }: { tax: string; net: string; currency: string }) {
  const t = useText();
  const language = useLanguage();
  return t("portfolios.income.netNote", {
    tax: formatMoney(language, tax, currency),
    net: formatMoney(language, net, currency),
  });
}

function useCalendarColumns({
  longest,
  withEstimates,
  currency,
  because,
}: {
  longest: number;
  withEstimates: boolean;
  currency: string;
  because: ReactNode;
}) {
  const t = useText();
  const language = useLanguage();
  return useMemo((): Column<Month>[] => {
    const amount = (id: "announced" | "estimated"): Column<Month> => ({
      id,
      header: t("portfolios.income.inCurrency", { what: t(`portfolios.income.${id}Gross`), currency }),
      numeric: true,
      currency: () => currency,
      value: (month) => month[id].gross,
      cell: (month) =>
        month[id].gross === null ? (
          <Unavailable because={because} />
        ) : (
          formatAmount(language, month[id].gross, currency)
        ),
    });
    const named = (id: "announced" | "estimated", month: Month): string => {
      const { gross } = month[id];
      return `${t(`portfolios.income.${id}Gross`)}: ${gross === null ? t("ui.money.unavailable") : formatMoney(language, gross, currency)}`;
    };
    return [
      {
        id: "month",
        header: t("portfolios.income.month"),
        value: ({ month }) => month,
        phone: "title",
        cell: ({ month, announced, estimated }) => (
          <>
            {formatMonth(language, month)}
            <span className={styles.bars} aria-hidden="true">
              <span className={styles.bar} style={{ width: `${barWidth(announced.gross, longest)}%` }} />
              {withEstimates && (
                <span
                  className={styles.bar}
                  data-kind="estimated"
                  style={{ width: `${barWidth(estimated.gross, longest)}%` }}
                />
              )}
            </span>
          </>
        ),
      },
      {
        id: "sums",
        header: t("portfolios.income.announcedGross"),
        value: () => null,
        cell: (month) =>
          [named("announced", month), withEstimates && named("estimated", month)].filter(Boolean).join(" · "),
        phone: "line",
        phoneOnly: true,
      },
      amount("announced"),
      ...(withEstimates ? [amount("estimated")] : []),
    ];
  }, [t, language, longest, withEstimates, currency, because]);
}

function Calendar({
  months,
  withEstimates,
  currency,
  because,
}: {
  months: readonly Month[];
  withEstimates: boolean;
  currency: string;
  because: ReactNode;
}) {
  const t = useText();
  const longest = months.reduce(
    (most, { announced, estimated }) =>
      Math.max(most, Number(announced.gross ?? 0) + (withEstimates ? Number(estimated.gross ?? 0) : 0)),
    0,
  );
  const columns = useCalendarColumns({ longest, withEstimates, currency, because });
  return (
    <DataTable
      label={t("portfolios.income.calendar")}
      columns={columns}
      rows={months}
      rowId={({ month }) => month}
      initialSort={{ column: "month", descending: false }}
      exportName="expected-income-months"
      twoLines
    />
  );
}

const colours: Record<Row["state"], StatusColour> = {
  announced: "blue",
  due: "orange",
  paid: "green",
  notCome: "red",
  cancelled: "grey",
  sold: "grey",
  duplicate: "grey",
  estimated: "grey",
};

/** What is behind a row: what came, the units, who announced it when, or the payment that an estimate repeats. */
function useNote(): (row: Row) => string {
  const t = useText();
  const language = useLanguage();
  return useCallback(
    ({ announced, estimate }) => {
      if (estimate)
        return t("portfolios.income.basis", {
          day: formatDay(language, estimate.basis.day),
          amount: `${formatExact(language, estimate.basis.grossPerUnit)} ${estimate.currency}`,
        });
      const { received, unitsHeld, isCorrected, recordedAt } = announced;
      const parts = [
        received &&
          t(received.differs ? "portfolios.income.receivedOther" : "portfolios.income.receivedSame", {
            day: formatDay(language, received.day),
            amount: formatMoney(language, received.gross, received.currency),
          }),
        unitsHeld !== null && t("portfolios.income.unitsHeld", { units: formatExact(language, unitsHeld) }),
        t(isCorrected ? "portfolios.income.correctedOn" : "portfolios.income.announcedOn", {
          day: formatDay(language, recordedAt),
        }),
      ];
      return parts.filter((part) => typeof part === "string").join("; ");
    },
    [t, language],
  );
}

function useExpectedColumns() {
  const t = useText();
  const language = useLanguage();
  const nameOf = usePayerName();
  const noteOf = useNote();
  return useMemo((): Column<Row>[] => {
    const amount = (id: "gross" | "tax" | "net"): Column<Row> => ({
      id,
      header: t(`portfolios.income.${id}`),
      numeric: true,
      currency: ({ payment }) => payment.currency,
      value: ({ payment }) => payment[id],
      cell: ({ payment }) => {
        const figure = payment[id];
        return figure === null ? (
          <span className={styles.muted}>{t("portfolios.income.notStated")}</span>
        ) : (
          <Money amount={figure} currency={payment.currency} bare={id !== "gross"} />
        );
      },
      ...(id === "gross" && { phone: "key" as const }),
    });
    const stateOf = ({ state }: Row) => t(`portfolios.income.state.${state}`);
    return [
      {
        id: "payDay",
        header: t("portfolios.income.payDay"),
        value: ({ payment }) => payment.payDay,
        cell: ({ payment }) => formatDay(language, payment.payDay),
      },
      { id: "name", header: t("portfolios.income.holding"), value: ({ payment }) => nameOf(payment), phone: "title" },
      {
        id: "state",
        header: t("portfolios.income.stateOf"),
        value: stateOf,
        cell: (row) => (
          <StatusBadge status={row.state} colour={colours[row.state]}>
            {stateOf(row)}
          </StatusBadge>
        ),
      },
      {
        id: "line",
        header: t("portfolios.income.stateOf"),
        value: () => null,
        cell: (row) => `${formatDay(language, row.payment.payDay)} · ${stateOf(row)}`,
        phone: "line",
        phoneOnly: true,
      },
      {
        id: "exDay",
        header: t("portfolios.income.exDay"),
        value: ({ announced }) => announced?.exDay ?? null,
        cell: ({ announced }) => announced && formatDay(language, announced.exDay),
      },
      {
        id: "units",
        header: t("portfolios.income.units"),
        numeric: true,
        value: ({ announced, estimate }) => (estimate ? estimate.units : (announced.unitsHeld ?? announced.quantity)),
        cell: ({ announced, estimate }) =>
          formatExact(language, estimate ? estimate.units : (announced.unitsHeld ?? announced.quantity)),
      },
      {
        id: "perUnit",
        header: t("portfolios.income.perUnit"),
        numeric: true,
        value: ({ announced, estimate }) => (estimate ? estimate.basis.grossPerUnit : announced.grossPerUnit),
        fileOnly: true,
      },
      amount("gross"),
      amount("tax"),
      amount("net"),
      {
        id: "currency",
        header: t("portfolios.entry.currency"),
        value: ({ payment }) => payment.currency,
        fileOnly: true,
      },
      { id: "note", header: t("portfolios.entry.description"), value: noteOf, sortable: false },
      {
        id: "isin",
        header: t("portfolios.file.isin"),
        value: ({ payment }) => payment.isin,
        fileOnly: true,
        sortable: false,
      },
    ];
  }, [t, language, nameOf, noteOf]);
}

function ExpectedPayments({ rows, day, withEstimates }: { rows: readonly Row[]; day: string; withEstimates: boolean }) {
  const t = useText();
  const columns = useExpectedColumns();
  return (
    <DataTable
      label={t("portfolios.income.expectedPayments")}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      initialSort={{ column: "payDay", descending: false }}
      step={50}
      exportName={`expected-income-${day}`}
      twoLines
      empty={<Empty title={t(withEstimates ? "portfolios.income.noneExpected" : "portfolios.income.noneAnnounced")} />}
    />
  );
}
