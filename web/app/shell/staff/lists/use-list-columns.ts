/** The columns of a staff list as chosen by the reader. */
import { useSearchParams } from "react-router";
import type { Column } from "../../../ui/table-column.ts";
import { hiddenColumns } from "./list-tools.tsx";

interface ListColumns<Row> {
  shown: Column<Row>[];
  /** Columns that can be hidden: all but the name. */
  hideable: Column<Row>[];
}

export function useListColumns<Row>(columns: readonly Column<Row>[]): ListColumns<Row> {
  const [params] = useSearchParams();
  const hidden = hiddenColumns(params);
  return {
    shown: columns.filter(({ id }) => id === "name" || !hidden.has(id)),
    hideable: columns.filter(({ id }) => id !== "name"),
  };
}
