/** A column of checkboxes that select rows for bulk actions. */
import { Checkbox } from "@mantine/core";
import type { Column } from "../../../ui/table-column.ts";
import styles from "./lists.module.css";

export interface Choice {
  chosen: ReadonlySet<number>;
  choose: (id: number, isChosen: boolean) => void;
}

/** `labelOf` returns the label of a row's checkbox. */
export const chooseColumn = <Row extends { id: number; can: { assign: boolean } }>(
  header: string,
  labelOf: (row: Row) => string,
  { chosen, choose }: Choice,
): Column<Row> => ({
  id: "chosen",
  header,
  value: () => null,
  sortable: false,
  control: true,
  cell: (row) =>
    row.can.assign && (
      <label className={styles.box} htmlFor={`choose-${row.id}`}>
        <Checkbox
          id={`choose-${row.id}`}
          size="sm"
          aria-label={labelOf(row)}
          checked={chosen.has(row.id)}
          onChange={(event) => choose(row.id, event.currentTarget.checked)}
        />
      </label>
    ),
});
