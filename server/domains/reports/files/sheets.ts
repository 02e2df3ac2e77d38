/** A report as rows of cells: the same for CSV and XLSX, every field in a column of its own. */
import { placeOfChange, writeChanged } from "@portico/reports/changes.ts";
import { type FieldKind, fieldsOf, isFigure, type Table, tablesOf, type Value } from "@portico/reports/layout.ts";
import { type Writing, writeSentence, writeValue } from "@portico/reports/written.ts";
import { listFacts, type ShownReport } from "./shown.ts";

/** `figure`: an exact decimal in plain notation, with the decimals that it is shown with. `isDay`: as "2026-09-30". */
export interface SheetCell {
  text: string;
  figure?: FieldKind;
  isDay?: true;
}

export interface SheetRow {
  cells: (SheetCell | null)[];
  isHead?: boolean;
}

export interface SheetPart {
  title: string;
  rows: SheetRow[];
}

const textCell = (text: string): SheetCell => ({ text });

function tablePart(writing: Writing, table: Table): SheetPart {
  const fields = fieldsOf(table);
  const row = (values: readonly Value[], isTotal: boolean): SheetRow => ({
    cells: values.map((value, index) => {
      const field = fields[index];
      if (value === null || !field) return null;
      // A total is named by a text, whatever the rows above begin with.
      if (isTotal && index === 0) return textCell(writeValue(writing, { as: "label" }, value));
      if (isFigure(field.as)) return { text: value, figure: field.as };
      if (field.as === "day") return { text: value, isDay: true };
      return textCell(writeValue(writing, field, value));
    }),
  });
  return {
    title: writing.text(table.title),
    rows: [
      { isHead: true, cells: fields.map(({ label }) => textCell(writing.text(label))) },
      ...table.rows.map((values) => row(values, false)),
      ...table.totals.map((values) => row(values, true)),
    ],
  };
}

function changePart({ t, writing, replaces, changes }: ShownReport): SheetPart[] {
  if (replaces === null) return [];
  const head = [t("reports.changes.what"), t("reports.changes.before"), t("reports.changes.after")];
  return [
    {
      title: t("reports.changes.title", { number: String(replaces) }),
      rows: [
        { isHead: true, cells: head.map(textCell) },
        ...changes.map((change) => ({
          cells: [
            placeOfChange(writing, change),
            writeChanged(writing, change, change.before),
            writeChanged(writing, change, change.after),
          ].map(textCell),
        })),
      ],
    },
  ];
}

/** What the report is about and its sentences first, then its tables. */
export function sheetParts(report: ShownReport): SheetPart[] {
  const { t, writing, layout } = report;
  const notes = layout.parts.flatMap((part) => (part.kind === "notes" ? part.sentences : []));
  return [
    {
      title: writing.text(layout.title),
      rows: [
        ...[...listFacts(report), { name: t("reports.fact.hash"), value: report.dataHash }].map(({ name, value }) => ({
          cells: [name, value].map(textCell),
        })),
        ...notes.map((sentence) => ({ cells: [textCell(writeSentence(writing, sentence))] })),
      ],
    },
    ...tablesOf(layout).map((table) => tablePart(writing, table)),
    ...changePart(report),
  ];
}
