/** A holder's contracts as a table, on a phone as cards; each row leads to its contract. */
import type { ContractRow } from "@portico/api/contracts.ts";
import { type ReactNode, useMemo } from "react";
import type { PagedQuery } from "../shell/calls/query-states.tsx";
import { useFirmDay } from "../shell/firm-day.ts";
import { inLanguage } from "../shell/navigation/locale-link.tsx";
import { tablePages } from "../shell/table-pages.ts";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { RecordDate, RecordDay } from "../ui/dates.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import { ContractBadge, contractStateText } from "./contract-badge.tsx";

interface ContractListProps {
  label: string;
  query: PagedQuery;
  /** Undefined while they load. */
  rows: readonly ContractRow[] | undefined;
  pathOf: (row: ContractRow) => string;
  empty: ReactNode;
  /** All rows, for the CSV file. */
  exportRows: () => Promise<readonly ContractRow[]>;
  forStaff?: boolean;
}

export function ContractList({ label, query, rows, pathOf, empty, exportRows, forStaff = false }: ContractListProps) {
  const t = useText();
  const language = useLanguage();
  const columns = useColumns(forStaff);
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      rowId={({ id }) => String(id)}
      linkTo={(row) => inLanguage(language, pathOf(row))}
      empty={empty}
      dense={forStaff}
      exportName="contracts"
      exportRows={exportRows}
      {...tablePages(t, query)}
    />
  );
}

function useColumns(forStaff: boolean): readonly Column<ContractRow>[] {
  const t = useText();
  const firmDay = useFirmDay();
  return useMemo(() => {
    const columns: readonly Column<ContractRow>[] = [
      {
        id: "name",
        header: t("contracts.list.name"),
        value: ({ contract_name }) => contract_name,
        phone: "title",
      },
      {
        id: "state",
        header: t("contracts.list.state"),
        value: (row) => contractStateText(t, row, forStaff),
        cell: (row) => <ContractBadge contract={row} forStaff={forStaff} />,
        phone: "key",
      },
      {
        id: "changed",
        header: t("contracts.list.since"),
        value: ({ state_changed_at }) => firmDay(new Date(state_changed_at)),
        cell: ({ state_changed_at }) => <RecordDate at={state_changed_at} />,
        phone: "key",
      },
      {
        id: "created",
        header: t("contracts.list.created"),
        value: ({ created_at }) => firmDay(new Date(created_at)),
        cell: ({ created_at }) => <RecordDate at={created_at} />,
      },
      {
        id: "expires",
        header: t("contracts.list.expires"),
        value: ({ state, expires_on }) => (state === "awaitingClient" ? expires_on : null),
        cell: ({ state, expires_on }) => state === "awaitingClient" && <RecordDay day={expires_on} />,
      },
      {
        id: "source",
        header: t("contracts.list.source"),
        value: ({ by_admin }) =>
          t(
            forStaff
              ? by_admin
                ? "admin.contracts.source.firm"
                : "admin.contracts.source.client"
              : by_admin
                ? "contracts.source.firm"
                : "contracts.source.client",
          ),
      },
    ];
    return columns.map((column) => ({ ...column, sortable: false }));
  }, [t, firmDay, forStaff]);
}
