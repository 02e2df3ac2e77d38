/** A table of a report. */
import type { Table, Value } from "@portico/reports/layout.ts";
import { valuesByColumn, type Writing, writeCell } from "@portico/reports/written.ts";
import { Fragment, useMemo } from "react";
import { type Column, DataTable } from "../ui/data-table.tsx";
import styles from "./reports.module.css";

interface Row {
  id: string;
  values: Value[][];
  isTotal: boolean;
}

/** The first part of a cell, and what is below it in small. */
function Parts({ parts, isDay }: { parts: readonly string[]; isDay: boolean }) {
  const [first, ...below] = parts;
  return (
    <>
      {isDay ? <span className={styles.day}>{first}</span> : first}
      {below.length > 0 && <span className={styles.below}>{below.join(" · ")}</span>}
    </>
  );
}

/** In one line that breaks between the pieces. */
function Pieces({ pieces }: { pieces: readonly string[] }) {
  return pieces.map((piece, index) => (
    <Fragment key={piece}>
      {index > 0 && " · "}
      <span className={styles.piece}>{piece}</span>
    </Fragment>
  ));
}

/** The columns as the page shows them. */
function columnsOf(own: Table["columns"], writing: Writing): readonly Column<Row>[] {
  const columns = own.map((column, index): Column<Row> => {
    const partsOf = ({ values, isTotal }: Row) => writeCell(writing, column, values[index] ?? [], isTotal);
    return {
      id: String(index),
      header: writing.text(column.label),
      value: ({ values }) => values[index]?.[0] ?? null,
      cell: (row) => <Parts parts={partsOf(row)} isDay={column.fields[0]?.as === "day"} />,
      ...(column.numeric && { numeric: true }),
      ...(index === 0 && { phone: "title" as const }),
      ...(index > 0 && index === own.length - 1 && { phone: "key" as const }),
      sortable: false,
    };
  });
  // What is between the first column and the last, in one line; a day or source of several figures once.
  const between = ({ values, isTotal }: Row): string[] => {
    const parts = own
      .slice(1, -1)
      .flatMap((column, index) => writeCell(writing, column, values[index + 1] ?? [], isTotal));
    return [...new Set(parts)];
  };
  const onPhone: Column<Row> = {
    id: "between",
    header: "",
    value: (row) => between(row).join(" · "),
    cell: (row) => <Pieces pieces={between(row)} />,
    phone: "line",
    phoneOnly: true,
    sortable: false,
  };
  return own.length > 2 ? [...columns, onPhone] : columns;
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
  const columns = useMemo(() => columnsOf(own, writing), [own, writing]);
  return (
    <DataTable
      label={writing.text(table.title)}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      empty={<p>{writing.text(table.empty)}</p>}
      twoLines
      {...(footer && {
        footer: Object.fromEntries(columns.flatMap(({ id, cell }) => (cell ? [[id, cell(footer)]] : []))),
      })}
    />
  );
}
