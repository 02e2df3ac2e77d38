/** Rows of a file that was read and not stored yet, under a heading of their own. */
import { DataTable } from "../../ui/data-table.tsx";
import type { Column } from "../../ui/table-column.ts";

interface PreviewRowsProps<Row> {
  title: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  exportName?: string;
}

export function PreviewRows<Row>({ title, ...table }: PreviewRowsProps<Row>) {
  return (
    <section>
      <h3>{title}</h3>
      <DataTable dense label={title} {...table} />
    </section>
  );
}
