/** A table of a report. */
import type { Table, Value } from "@portico/reports/layout.ts";
import { valuesByColumn, type Writing, writeCell } from "@portico/reports/written.ts";
import { useMemo } from "react";
import { type Column, DataTable } from "../ui/data-table.tsx";
import styles from "./reports.module.css";

interface Row {
  id: string;
  values: Value[][];
  isTotal: boolean;
}

/** The first line of a cell, and what is below it in small. */
function Lines({ lines }: { lines: readonly string[] }) {
  const [first, ...below] = lines;
  return (
    <>
      {first}
      {below.map((line) => (
        <span key={line} className={styles.below}>
          {line}
        </span>
      ))}
    </>
  );
}

export function ReportTable({ table, writing }: { table: Table; writing: Writing }) {
  const { columns: own, rows: given, totals } = table;
  const [rows, footer] = useMemo(() => {
    const rowOf =
      (isTotal: boolean) =>
      (values: readonly Value[], index: number): Row => ({
        id: `${isTotal} ${index}`,
        values: valuesByColumn(own, values),
        isTotal,
      });
    const sums = totals.map(rowOf(true));
    // The last sum is the table's; those before it are of its parts.
    return [[...given.map(rowOf(false)), ...sums.slice(0, -1)], sums.at(-1)];
  }, [own, given, totals]);
  const columns = useMemo(
    () =>
      own.map((column, index): Column<Row> => {
        const linesOf = ({ values, isTotal }: Row) => writeCell(writing, column, values[index] ?? [], isTotal);
        return {
          id: String(index),
          header: writing.text(column.label),
          value: ({ values }) => values[index]?.[0] ?? null,
          cell: (row) => <Lines lines={linesOf(row)} />,
          ...(column.numeric && { numeric: true }),
          phone: index === 0 ? "title" : index === own.length - 1 ? "key" : "line",
          sortable: false,
        };
      }),
    [own, writing],
  );
  return (
    <DataTable
      label={writing.text(table.title)}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      empty={<p>{writing.text(table.empty)}</p>}
      twoLines
      {...(footer && {
        footer: Object.fromEntries(columns.map(({ id, cell }) => [id, cell?.(footer)])),
      })}
    />
  );
}
