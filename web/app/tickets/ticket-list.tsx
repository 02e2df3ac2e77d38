/** Tickets of one holder as a table, on a phone as cards; each row leads to its ticket. */
import type { TicketRow } from "@portico/api/tickets.ts";
import { type ReactNode, useMemo } from "react";
import type { PagedQuery } from "../shell/calls/query-states.tsx";
import { inLanguage } from "../shell/navigation/locale-link.tsx";
import { tablePages } from "../shell/table-pages.ts";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Age } from "../ui/dates.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import { DueNext } from "./due.tsx";
import { numberColumn } from "./number-column.tsx";
import { TicketBadge, ticketStateText } from "./ticket-badge.tsx";
import { useTopics } from "./use-tickets.ts";
import { useTicketTitle } from "./use-title.ts";

interface TicketListProps {
  query: PagedQuery;
  /** Undefined while they load. */
  rows: readonly TicketRow[] | undefined;
  pathOf: (row: TicketRow) => string;
  empty: ReactNode;
  /** All rows, for the CSV file. */
  exportRows: () => Promise<readonly TicketRow[]>;
  dense?: boolean;
}

export function TicketList({ query, rows, pathOf, empty, exportRows, dense = false }: TicketListProps) {
  const t = useText();
  const language = useLanguage();
  return (
    <DataTable
      label={t("tickets.title")}
      columns={useColumns()}
      rows={rows}
      rowId={({ id }) => String(id)}
      linkTo={(row) => inLanguage(language, pathOf(row))}
      empty={empty}
      dense={dense}
      exportName="tickets"
      exportRows={exportRows}
      {...tablePages(t, query)}
    />
  );
}

function useColumns(): readonly Column<TicketRow>[] {
  const t = useText();
  const titleOf = useTicketTitle();
  const { nameOf } = useTopics();
  return useMemo(() => {
    const columns: readonly Column<TicketRow>[] = [
      { id: "title", header: t("tickets.list.title"), value: titleOf, phone: "title" },
      numberColumn(t, nameOf),
      {
        id: "state",
        header: t("tickets.list.state"),
        value: (row) => ticketStateText(t, row),
        cell: (row) => <TicketBadge ticket={row} />,
        phone: "key",
      },
      {
        id: "changed",
        header: t("tickets.list.changed"),
        value: ({ changed_at }) => changed_at,
        cell: ({ changed_at }) => <Age since={changed_at} />,
        phone: "key",
      },
      {
        id: "due",
        header: t("tickets.list.due"),
        value: ({ due }) => due?.at ?? null,
        cell: ({ due }) => due && <DueNext due={due} />,
        phone: "line",
      },
      { id: "topic", header: t("tickets.list.topic"), value: ({ topic }) => nameOf(topic) },
      { id: "assigned", header: t("tickets.list.assigned"), value: ({ assigned_name }) => assigned_name },
    ];
    return columns.map((column) => ({ ...column, sortable: false }));
  }, [t, nameOf, titleOf]);
}
