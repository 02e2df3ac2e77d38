/** The columns of the queue of tickets. */
import type { TicketRow } from "@portico/api/tickets.ts";
import { useMemo } from "react";
import { RecordMinute } from "../../ui/dates.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";
import { DueBadge } from "../due.tsx";
import { numberColumn } from "../number-column.tsx";
import { TicketBadge, ticketStateText } from "../ticket-badge.tsx";
import tickets from "../tickets.module.css";
import { useTopics } from "../use-tickets.ts";
import { useTicketTitle } from "../use-title.ts";

const tagsOf = ({ staff }: TicketRow): string | null => (staff && staff.tags.length > 0 ? staff.tags.join(", ") : null);

/** The state, and a priority other than the normal one. */
function StateCell({ row }: { row: TicketRow }) {
  const t = useText();
  const { staff } = row;
  return (
    <>
      <TicketBadge ticket={row} />
      {staff && staff.priority !== "normal" && (
        <small className={tickets.below}>
          {t("admin.tickets.priority")}: {t(`admin.tickets.priority.${staff.priority}`)}
        </small>
      )}
    </>
  );
}

export function useTicketColumns(): readonly Column<TicketRow>[] {
  const t = useText();
  const titleOf = useTicketTitle();
  const { nameOf } = useTopics();
  return useMemo(
    () => [
      { id: "title", header: t("tickets.list.title"), value: titleOf, phone: "title" },
      // Not last: on a narrow screen the last columns are cut off, and half a number is a wrong one.
      numberColumn(t, nameOf),
      {
        id: "holder",
        header: t("admin.reviews.holder"),
        value: (row) => row.holder_name || t("shell.account.newCompany"),
        phone: "line",
      },
      {
        id: "state",
        header: t("tickets.list.state"),
        value: (row) => ticketStateText(t, row),
        cell: (row) => <StateCell row={row} />,
        phone: "key",
      },
      {
        id: "waiting",
        header: t("admin.tickets.waiting"),
        value: ({ waiting_since }) => waiting_since,
        cell: ({ waiting_since }) => waiting_since !== null && <RecordMinute at={waiting_since} />,
        phone: "key",
      },
      {
        id: "due",
        header: t("admin.tickets.due"),
        value: ({ due }) => due?.at ?? null,
        cell: ({ due }) =>
          due && (
            <span className={tickets.dueCell}>
              <span className={tickets.onPhone}>{t("admin.tickets.due")}:</span>
              <RecordMinute at={due.at} />
              <DueBadge due={due} />
            </span>
          ),
        phone: "line",
      },
      { id: "assigned", header: t("tickets.list.assigned"), value: ({ assigned_name }) => assigned_name },
      {
        id: "priority",
        header: t("admin.tickets.priority"),
        value: ({ staff }) => (staff ? t(`admin.tickets.priority.${staff.priority}`) : null),
        folded: true,
      },
      {
        id: "topic",
        header: t("tickets.list.topic"),
        value: ({ topic }) => nameOf(topic),
        cell: (row) => (
          <>
            {nameOf(row.topic)}
            {tagsOf(row) && <small className={tickets.below}>{tagsOf(row)}</small>}
          </>
        ),
      },
      { id: "tags", header: t("admin.tickets.tags"), value: tagsOf, folded: true },
    ],
    [t, nameOf, titleOf],
  );
}
