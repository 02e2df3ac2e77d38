/** A table of a report. */
import type { Field, FieldKind, Table, Value } from "@portico/reports/layout.ts";
import { valuesByColumn, type Writing, writeCell } from "@portico/reports/written.ts";
import { Fragment, type ReactNode, useMemo } from "react";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import styles from "./reports.module.css";

interface Row {
  id: string;
  values: Value[][];
  isTotal: boolean;
}

/** The first part of a cell, and what is below it in small. */
interface PartsProps {
  parts: readonly string[];
  isDay: boolean;
  link: ReactNode;
}

function Parts({ parts, isDay, link }: PartsProps) {
  const [first, ...below] = parts;
  return (
    <>
      {isDay ? <span className={styles.day}>{first}</span> : first}
      {(below.length > 0 || link) && (
        <span className={styles.below}>
          {below.join(" · ")}
          {below.length > 0 && link && " · "}
          {link}
        </span>
      )}
    </>
  );
}

/** In one line that breaks between the pieces. */
function Pieces({ pieces, link }: { pieces: readonly string[]; link: ReactNode }) {
  return (
    <>
      {pieces.map((piece, index) => (
        <Fragment key={piece}>
          {index > 0 && " · "}
          <span className={styles.piece}>{piece}</span>
        </Fragment>
      ))}
      {link && <> · {link}</>}
    </>
  );
}

/** The value of a row's first field of a kind. */
function valueAs(own: Table["columns"], { values }: Row, as: FieldKind): Value {
  for (const [index, { fields }] of own.entries()) {
    const place = fields.findIndex((field) => field.as === as);
    if (place !== -1) return values[index]?.[place] ?? null;
  }
  return null;
}

/** Leads to the ledger's entries of the day. */
function EntryLink({ day, number, writing }: { day: string; number: string; writing: Writing }) {
  return (
    <LocaleLink to={`/portfolio?part=transactions&from=${day}&to=${day}`}>
      {writing.text("reports.costs.entry")} {number}
    </LocaleLink>
  );
}

/** The columns as the page shows them. With `opensEntries` the number of an entry is a link to it. */
function columnsOf(own: Table["columns"], writing: Writing, opensEntries: boolean): readonly Column<Row>[] {
  const linkOf = (row: Row): ReactNode => {
    const [number, day] = [valueAs(own, row, "entry"), valueAs(own, row, "day")];
    return opensEntries && number !== null && day !== null && <EntryLink day={day} number={number} writing={writing} />;
  };
  const isEntry = ({ as }: Field): boolean => opensEntries && as === "entry";
  const columns = own.map((column, index): Column<Row> => {
    // What is a link is not written a second time.
    const textOnly = ({ values }: Row) =>
      (values[index] ?? []).map((value, place) => (isEntry(column.fields[place] as Field) ? null : value));
    const partsOf = (row: Row) => writeCell(writing, column, textOnly(row), row.isTotal);
    const hasEntry = column.fields.some(isEntry);
    return {
      id: String(index),
      header: writing.text(column.label),
      value: ({ values }) => values[index]?.[0] ?? null,
      cell: (row) => (
        <Parts parts={partsOf(row)} isDay={column.fields[0]?.as === "day"} link={hasEntry && linkOf(row)} />
      ),
      ...(column.numeric && { numeric: true }),
      ...(index === 0 && { phone: "title" as const }),
      ...(index > 0 && index === own.length - 1 && { phone: "key" as const }),
      sortable: false,
    };
  });
  const middle = own.slice(1, -1);
  // Several figures in a line are told apart by their names alone.
  const isNamed = middle.filter(({ numeric }) => numeric).length > 1;
  // What is between the first column and the last, in one line; a day or source of several figures once.
  const between = ({ values, isTotal }: Row): string[] => {
    const parts = middle.flatMap((column, index) => {
      const shown = (values[index + 1] ?? []).map((value, place) =>
        isEntry(column.fields[place] as Field) ? null : value,
      );
      const [first, ...below] = writeCell(writing, column, shown, isTotal);
      if (first === undefined) return [];
      return isNamed && column.numeric ? [`${writing.text(column.label)} ${first}`, ...below] : [first, ...below];
    });
    return [...new Set(parts)];
  };
  const onPhone: Column<Row> = {
    id: "between",
    header: "",
    value: (row) => between(row).join(" · "),
    cell: (row) => <Pieces pieces={between(row)} link={linkOf(row)} />,
    phone: "line",
    phoneOnly: true,
    sortable: false,
  };
  return own.length > 2 ? [...columns, onPhone] : columns;
}

interface ReportTableProps {
  table: Table;
  writing: Writing;
  /** Whether the reader has the ledger's page. */
  opensEntries?: boolean;
}

export function ReportTable({ table, writing, opensEntries = false }: ReportTableProps) {
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
  const columns = useMemo(() => columnsOf(own, writing, opensEntries), [own, writing, opensEntries]);
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
