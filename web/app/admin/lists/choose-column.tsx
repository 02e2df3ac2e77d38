/** A column of boxes that choose rows, for what is done with many at once. */
import { Checkbox } from "@mantine/core";
import type { Column } from "../../ui/table-column.ts";

export interface Choice {
  chosen: ReadonlySet<number>;
  choose: (id: number, isChosen: boolean) => void;
}

/** `labelOf` words the box of a row. */
export const chooseColumn = <Row extends { id: number }>(
  header: string,
  labelOf: (row: Row) => string,
  { chosen, choose }: Choice,
): Column<Row> => ({
  id: "chosen",
  header,
  value: () => null,
  sortable: false,
  phone: "line",
  cell: (row) => (
    <Checkbox
      size="sm"
      aria-label={labelOf(row)}
      checked={chosen.has(row.id)}
      onChange={(event) => choose(row.id, event.currentTarget.checked)}
    />
  ),
});
