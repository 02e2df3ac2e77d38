/** Announced payments, with what became of them, and estimated ones. */
import type { AnnouncementState, ExpectedIncome } from "@portico/api/portfolio-income.ts";
import { useCallback, useMemo } from "react";
import { DataTable } from "../../ui/data-table.tsx";
import { Money } from "../../ui/figures.tsx";
import { formatDay, formatExact, formatMoney } from "../../ui/format.ts";
import { Empty } from "../../ui/states.tsx";
import { StatusBadge, type StatusColour } from "../../ui/status-badge.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./income.module.css";
import { usePayerName } from "./payer-name.ts";

type Announced = ExpectedIncome["announced"][number];
type Estimate = ExpectedIncome["estimates"][number];
export type ExpectedRow = { id: string; state: AnnouncementState | "estimated" } & (
  | { announced: Announced; estimate: null; payment: Announced }
  | { announced: null; estimate: Estimate; payment: Estimate }
);

const colours: Record<ExpectedRow["state"], StatusColour> = {
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
function useNote(): (row: ExpectedRow) => string {
  const t = useText();
  const language = useLanguage();
  return useCallback(
    ({ announced, estimate }) => {
      if (estimate)
        return t("portfolios.income.basis", {
          day: formatDay(language, estimate.basis.day),
          amount: `${formatExact(language, estimate.basis.grossPerUnit)} ${estimate.currency}`,
        });
      const { received, unitsHeld, unitsElsewhere, isOfFirm, isCorrected, recordedAt } = announced;
      const parts = [
        received &&
          t(received.differs ? "portfolios.income.receivedOther" : "portfolios.income.receivedSame", {
            day: formatDay(language, received.day),
            amount: formatMoney(language, received.gross, received.currency),
          }),
        unitsHeld !== null && t("portfolios.income.unitsHeld", { units: formatExact(language, unitsHeld) }),
        unitsElsewhere !== null &&
          (announced.state === "duplicate"
            ? t("portfolios.income.elsewhereAll")
            : t("portfolios.income.elsewherePart", { units: formatExact(language, unitsElsewhere) })),
        isOfFirm && t("portfolios.income.announcedByFirm", { day: formatDay(language, recordedAt) }),
        (isCorrected || !isOfFirm) &&
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
  return useMemo((): Column<ExpectedRow>[] => {
    const amount = (id: "gross" | "tax" | "net"): Column<ExpectedRow> => ({
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
    const stateOf = ({ state }: ExpectedRow) => t(`portfolios.income.state.${state}`);
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
        cell: (row) =>
          [
            formatDay(language, row.payment.payDay),
            stateOf(row),
            // Who else announces it is what explains a row that does not count.
            row.announced !== null && row.announced.unitsElsewhere !== null && noteOf(row),
          ]
            .filter(Boolean)
            .join(" · "),
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

export function ExpectedPayments({
  rows,
  day,
  withEstimates,
}: {
  rows: readonly ExpectedRow[];
  day: string;
  withEstimates: boolean;
}) {
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
