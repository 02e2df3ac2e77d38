/** Rows of a file that was read and not stored yet, under a heading of their own. */
import { useMemo } from "react";
import { DataTable } from "../../ui/data-table.tsx";
import type { Column } from "../../ui/table-column.ts";
import { type Translate, useText } from "../../ui/text.tsx";

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

interface Refusal {
  /** Null where the whole file is meant. */
  line: number | null;
  code: string;
}

/** Why rows of the file are refused. */
export function RefusedRows<Row extends Refusal>({
  refusals,
  reasonOf,
  exportName,
}: {
  refusals: readonly Row[];
  reasonOf: (t: Translate, refusal: Row) => string;
  exportName: string;
}) {
  const t = useText();
  const columns = useMemo(
    (): Column<Row>[] => [
      { id: "line", header: t("admin.rowFiles.line"), value: ({ line }) => line, numeric: true, phone: "key" },
      { id: "reason", header: t("admin.rowFiles.reason"), value: (refusal) => reasonOf(t, refusal), phone: "title" },
    ],
    [t, reasonOf],
  );
  return (
    <PreviewRows
      title={t("admin.rowFiles.refusals")}
      columns={columns}
      rows={refusals}
      rowId={({ line, code }) => `${line} ${code}`}
      exportName={exportName}
    />
  );
}
