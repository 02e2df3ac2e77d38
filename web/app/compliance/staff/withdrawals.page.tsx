/** Withdrawals to accounts that were young when they were asked for. */
import { TextInput } from "@mantine/core";
import type { YoungWithdrawal } from "@portico/api/compliance.ts";
import { isDay } from "@portico/api/rules/calendar.ts";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { auditLink } from "../../audit/staff/audit-search.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { ShowMore } from "../../shell/calls/query-states.tsx";
import { usePages } from "../../shell/calls/use-pages.ts";
import { useFirmToday } from "../../shell/firm-day.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useChangeParam } from "../../shell/staff/lists/use-change-param.ts";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { formatExact } from "../../ui/format.ts";
import { Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { daysIn } from "./addresses.ts";
import { AnswerPage } from "./answer-page.tsx";
import styles from "./compliance.module.css";
import { DaysField } from "./days-field.tsx";
import { HolderCell } from "./holder-cell.tsx";

const inPlace = { replace: true, preventScrollReset: true };

export default function WithdrawalsPage() {
  const t = useText();
  return (
    <AnswerPage title={t("compliance.withdrawals.question")} hint={t("compliance.withdrawals.hint")}>
      <Withdrawals />
    </AnswerPage>
  );
}

function Withdrawals() {
  const t = useText();
  const today = useFirmToday();
  const [params] = useSearchParams();
  const days = daysIn(params.get("days"), 7);
  const change = useChangeParam(inPlace);
  const dayOf = (name: string): string => {
    const day = params.get(name) ?? "";
    return isDay(day) ? day : "";
  };
  const period = Object.fromEntries(
    ["from", "to"].flatMap((name) => (dayOf(name) === "" ? [] : [[name, dayOf(name)]])),
  );
  const query = usePages(
    useApi().compliance.listYoungWithdrawals,
    { query: { days, ...period, limit: 100 } },
    { enabled: useHasLevel("admin") },
  );
  const title = t("compliance.withdrawals.title", { days });
  return (
    <Section title={title}>
      <div className={styles.filters} data-no-print>
        <DaysField days={days} onChange={(value) => change("days", value)} />
        {(["from", "to"] as const).map((side) => (
          <TextInput
            key={side}
            size="sm"
            type="date"
            label={t(`audit.filter.${side}`)}
            max={today}
            value={dayOf(side)}
            onChange={({ currentTarget: { value } }) => change(side, value)}
          />
        ))}
      </div>
      <DataTable
        dense
        label={title}
        columns={useColumns()}
        rows={query.data?.rows}
        rowId={({ id }) => String(id)}
        exportName="withdrawals-to-young-accounts"
        step={Number.MAX_SAFE_INTEGER}
        error={query.error ? { retry: () => void query.refetch(), retrying: query.isFetching } : undefined}
        empty={<Empty icon="check" title={t("compliance.withdrawals.none", { days })} />}
      />
      <ShowMore query={query} />
    </Section>
  );
}

function useColumns(): readonly Column<YoungWithdrawal>[] {
  const t = useText();
  const language = useLanguage();
  return useMemo(
    (): readonly Column<YoungWithdrawal>[] => [
      {
        id: "at",
        header: t("compliance.column.asked"),
        value: ({ at }) => at,
        cell: ({ at }) => <RecordTime at={at} />,
        phone: "key",
      },
      {
        id: "client",
        header: t("compliance.client"),
        value: ({ holder }) => holder.name,
        cell: ({ holder }) => <HolderCell holder={holder} section="activity" />,
        phone: "title",
      },
      {
        id: "sum",
        header: t("compliance.column.sum"),
        value: ({ sum }) => sum,
        cell: ({ sum, currency }) => (sum === null ? "–" : `${formatExact(language, sum)} ${currency ?? ""}`),
        numeric: true,
        phone: "key",
      },
      {
        id: "state",
        header: t("compliance.column.state"),
        value: ({ state }) => t(`admin.requests.state.${state}`),
        phone: "line",
      },
      {
        id: "account",
        header: t("compliance.column.account"),
        value: ({ account: { number, owner } }) => `${number} · ${owner}`,
        phone: "line",
      },
      {
        id: "age",
        header: t("compliance.column.age"),
        value: ({ ageHours }) => ageHours,
        numeric: true,
        phone: "key",
      },
      {
        id: "since",
        header: t("compliance.column.since"),
        value: ({ account: { since } }) => since,
        cell: ({ account: { since, changed } }) => (
          <>
            <RecordTime at={since} /> {changed && t("compliance.withdrawals.changed")}
          </>
        ),
      },
      {
        id: "request",
        header: t("compliance.column.request"),
        value: ({ id }) => id,
        cell: ({ id }) => <LocaleLink to={auditLink({ subject: `transactionRequest/${id}` })}>{`№ ${id}`}</LocaleLink>,
      },
    ],
    [t, language],
  );
}
