/** Notices of falls of all clients, what could not be compared, and which instruments are leveraged. */

import type { Answer } from "@portico/api/endpoint.ts";
import type { mandates } from "@portico/api/mandates.ts";
import { useMemo } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery, ShowMore } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { usePages } from "../../shell/calls/use-pages.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { formatDay } from "../../ui/format.ts";
import { PageHead, Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../mandates.module.css";
import { useNoticeColumns } from "../notice-columns.tsx";
import { LeveragedInstruments } from "./leveraged-instruments.tsx";

type Notice = Answer<(typeof mandates)["listAllNotices"]>["notices"][number];

export default function StaffFallsPage() {
  const t = useText();
  return (
    <>
      <PageTitle>{t("admin.falls.title")}</PageTitle>
      <PageHead title={t("admin.falls.title")}>{t("admin.falls.about")}</PageHead>
      <Notices />
      <Unknown />
      <LeveragedInstruments />
    </>
  );
}

const clientCell = ({ name, holderType, holderId }: Notice) => (
  <LocaleLink to={`/admin/${holderType}/${holderId}/mandate`}>{name}</LocaleLink>
);
const openedCell = (openedAt: string | null, never: string) =>
  openedAt === null ? never : <RecordTime at={openedAt} />;

function Notices() {
  const t = useText();
  const query = usePages(useApi().mandates.listAllNotices, { query: { limit: 100 } });
  const shown = useNoticeColumns<Notice>();
  const columns = useMemo(
    (): Column<Notice>[] => [
      {
        id: "client",
        header: t("admin.falls.client"),
        value: ({ name }) => name,
        cell: clientCell,
        phone: "title",
      },
      ...shown.map((column) => (column.phone === "title" ? { ...column, phone: "line" as const } : column)),
      {
        id: "opened",
        header: t("reports.falls.opened"),
        value: ({ openedAt }) => openedAt,
        cell: ({ openedAt }) => openedCell(openedAt, t("reports.falls.notOpened")),
        phone: "line",
      },
      { id: "adviser", header: t("admin.falls.adviser"), value: ({ adviser }) => adviser ?? "–" },
    ],
    [t, shown],
  );
  return (
    <Section title={t("admin.falls.list")}>
      <DataTable
        dense
        label={t("admin.falls.list")}
        columns={columns}
        rows={query.data?.rows}
        rowId={({ holderType, holderId, id }) => `${holderType} ${holderId} ${id}`}
        exportName="fall-notices"
        step={Number.MAX_SAFE_INTEGER}
        error={query.error ? { retry: () => void query.refetch(), retrying: query.isFetching } : undefined}
        empty={<Empty icon="check" title={t("admin.falls.none")} />}
      />
      <ShowMore query={query} />
    </Section>
  );
}

function Unknown() {
  const t = useText();
  const language = useLanguage();
  const query = useCall(useApi().mandates.listUnknownFalls, {});
  const holders = query.data?.holders;
  if (holders?.length === 0) return null;
  return (
    <Section title={t("admin.falls.unknown")} hint={t("admin.falls.unknownHint")}>
      {!holders && <PendingQuery query={query} />}
      <ul className={styles.list}>
        {holders?.map(({ holderType, holderId, name, days, failure, closed }) => (
          <li key={`${holderType} ${holderId}`}>
            <div className={styles.what}>
              <p>
                <LocaleLink to={`/admin/${holderType}/${holderId}/portfolio`}>{name}</LocaleLink>
              </p>
              <p className={styles.small}>
                {t("admin.falls.closed")} {formatDay(language, closed)}
              </p>
              {failure !== null && (
                <p>
                  {failure === "ledgerElsewhere" || failure === "noClientNumber"
                    ? t(`admin.falls.failure.${failure}`)
                    : failure}
                </p>
              )}
              {days.map(({ day, missing }) => (
                <p key={day} className={styles.small}>
                  {formatDay(language, day)}:{" "}
                  {missing.map((one) => (one === "?" ? t("admin.falls.unknownWorth") : one)).join(", ")}
                </p>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
