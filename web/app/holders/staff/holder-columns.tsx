/** The columns that the lists of clients and of companies share, after what they are called. */
import type { ListedState } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { RecordDate } from "../../ui/dates.tsx";
import type { Column } from "../../ui/table-column.ts";
import type { Translate } from "../../ui/text.tsx";
import { ListedStateBadge, listedStateText } from "./listed-state.tsx";
import { WriteTo } from "./write-to.tsx";

interface HolderRow {
  id: number;
  client_number: string | null;
  listed_state: ListedState;
  assigned_to: { name: string } | null;
  created_at: string;
}

interface HolderColumns<Row> {
  holderType: Holder["holderType"];
  /** Whether somebody verifies it, as nobody does staff. */
  hasState?: (row: Row) => boolean;
  canBeWrittenTo?: (row: Row) => boolean;
}

export const holderColumns = <Row extends HolderRow>(
  t: Translate,
  { holderType, hasState = () => true, canBeWrittenTo = () => true }: HolderColumns<Row>,
): Column<Row>[] => [
  {
    id: "client_number",
    header: t("admin.clients.clientNumber"),
    value: (row) => row.client_number,
    sortable: false,
    phone: "key",
  },
  {
    id: "state",
    header: t("admin.clients.state"),
    value: (row) => (hasState(row) ? listedStateText(t, holderType, row.listed_state) : ""),
    cell: (row) => (hasState(row) ? <ListedStateBadge holderType={holderType} state={row.listed_state} /> : "—"),
    sortable: false,
    phone: "key",
  },
  { id: "assigned_to", header: t("admin.lists.colleague"), value: (row) => row.assigned_to?.name, sortable: false },
  {
    id: "created_at",
    header: t("admin.clients.created"),
    value: (row) => row.created_at,
    cell: (row) => <RecordDate at={row.created_at} />,
  },
  {
    id: "write",
    header: t("admin.lists.write"),
    value: () => null,
    cell: (row) => canBeWrittenTo(row) && <WriteTo plain holder={{ holderType, holderId: row.id }} />,
    sortable: false,
    control: true,
  },
];
