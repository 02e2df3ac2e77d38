/** What was mailed to a client, and what became of it. */
import type { ClientMail } from "@portico/api/compliance.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { ClientSearch } from "../../holders/staff/client-search.tsx";
import { useHolderRecord } from "../../holders/staff/holder-address.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { ShowMore } from "../../shell/calls/query-states.tsx";
import { usePages } from "../../shell/calls/use-pages.ts";
import { useChangeParam } from "../../shell/staff/lists/use-change-param.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";
import { holderIn } from "./addresses.ts";
import { AnswerPage } from "./answer-page.tsx";
import { ChosenClient } from "./chosen-client.tsx";
import styles from "./compliance.module.css";

const inPlace = { replace: true, preventScrollReset: true };

export default function MailsPage() {
  const t = useText();
  const [params] = useSearchParams();
  const asked = params.get("holder");
  const holder = holderIn(asked);
  const change = useChangeParam(inPlace);
  return (
    <AnswerPage title={t("compliance.mails.question")} hint={t("compliance.mails.hint")}>
      {holder ? (
        <Mails key={asked} holder={holder} />
      ) : (
        <div className={styles.filters}>
          <ClientSearch
            label={t("compliance.client")}
            value={undefined}
            name={undefined}
            onChange={(value) => change("holder", value)}
          />
        </div>
      )}
    </AnswerPage>
  );
}

function Mails({ holder }: { holder: Holder }) {
  const t = useText();
  const change = useChangeParam(inPlace);
  const { name } = useHolderRecord(holder);
  const query = usePages(useApi().compliance.listMails, { params: holder, query: { limit: 100 } });
  const title = t("compliance.mails.title", { name: name ?? "" });
  return (
    <Section title={title}>
      <div className={styles.filters} data-no-print>
        <ChosenClient holder={holder} onChange={(value) => change("holder", value)} />
      </div>
      <DataTable
        dense
        label={title}
        columns={useColumns()}
        rows={query.data?.rows}
        rowId={({ id }) => id}
        exportName="mails-to-client"
        step={Number.MAX_SAFE_INTEGER}
        error={query.error ? { retry: () => void query.refetch(), retrying: query.isFetching } : undefined}
        empty={<Empty icon="info" title={t("compliance.mails.none")} />}
      />
      <ShowMore query={query} />
    </Section>
  );
}

const colours = {
  waiting: "grey",
  failing: "orange",
  handed: "green",
  delayed: "orange",
  expired: "red",
  failed: "red",
} as const;

function useColumns(): readonly Column<ClientMail>[] {
  const t = useText();
  return useMemo(
    (): readonly Column<ClientMail>[] => [
      {
        id: "at",
        header: t("audit.column.at"),
        value: ({ at }) => at,
        cell: ({ at }) => <RecordTime at={at} />,
        phone: "key",
      },
      { id: "subject", header: t("compliance.column.subject"), value: ({ subject }) => subject, phone: "title" },
      { id: "address", header: t("compliance.column.address"), value: ({ address }) => address, phone: "line" },
      { id: "kind", header: t("compliance.column.kind"), value: ({ kind }) => kind, wideOnly: true },
      {
        id: "state",
        header: t("compliance.column.state"),
        value: ({ state, reason }) => [t(`compliance.mails.state.${state}`), reason].filter(Boolean).join(": "),
        cell: ({ state, reason }) => (
          <>
            <StatusBadge status={state} colour={colours[state]}>
              {t(`compliance.mails.state.${state}`)}
            </StatusBadge>{" "}
            {reason !== null && <span lang="en">{reason}</span>}
          </>
        ),
        phone: "line",
      },
      {
        id: "stateAt",
        header: t("compliance.column.stateAt"),
        value: ({ stateAt }) => stateAt,
        cell: ({ stateAt }) => (stateAt === null ? "–" : <RecordTime at={stateAt} />),
      },
    ],
    [t],
  );
}
