/** The columns of a staff list as chosen by the reader, with checkboxes for those who may assign; and the selected rows. */
import { useSearchParams } from "react-router";
import type { Column } from "../../../ui/table-column.ts";
import { hiddenColumns } from "./list-tools.tsx";
import { useChosen } from "./use-chosen.ts";

interface ListColumns<Row> {
  shown: Column<Row>[];
  /** Columns that can be hidden: all but the name. */
  hideable: Column<Row>[];
  chosen: Row[];
  clear: () => void;
}

export function useListColumns<Row extends { id: number; name: string; can: { assign: boolean } }>(
  columns: readonly Column<Row>[],
  rows: readonly Row[] | undefined,
): ListColumns<Row> {
  const [params] = useSearchParams();
  const hidden = hiddenColumns(params);
  const { boxes, ...rest } = useChosen(rows, ({ name }) => name);
  return {
    shown: [...(boxes ? [boxes] : []), ...columns.filter(({ id }) => id === "name" || !hidden.has(id))],
    hideable: columns.filter(({ id }) => id !== "name"),
    ...rest,
  };
}
