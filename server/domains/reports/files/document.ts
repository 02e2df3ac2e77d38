/** A report as a document for print. */
import type { Block, Inline } from "@portico/pdf/model/blocks.ts";
import type { PdfDocument } from "@portico/pdf/write.ts";
import { placeOfChange, writeChanged } from "@portico/reports/changes.ts";
import { shapeOf } from "@portico/reports/charts/shape.ts";
import type { Chart, Column, Layout, Notes, Table, Value } from "@portico/reports/layout.ts";
import { valuesByColumn, type Writing, writeCell, writeSentence } from "@portico/reports/written.ts";
import { grouped, heading, inline, paragraph } from "../../../evidence/evidence-blocks.ts";
import { listFacts, type ShownReport } from "./shown.ts";

/** Of the hash, on every page; the whole is on the first one. */
const shownHash = 16;

const strong = (text: string): Inline[] => [{ kind: "strong", content: inline(text) }];

function cells(writing: Writing, columns: readonly Column[], row: readonly Value[], isTotal: boolean): Inline[][] {
  return valuesByColumn(columns, row).map((values, index) => {
    const column = columns[index] as Column;
    const [first = "", ...below] = writeCell(writing, column, values, isTotal);
    // Columns of figures are narrow, so that names have room.
    const lines = column.numeric ? below : [below.join(" · ")].filter(Boolean);
    const text = [first, ...lines].join("\n");
    return isTotal ? strong(text) : inline(text);
  });
}

function tableBlocks(writing: Writing, table: Table): Block[] {
  return [heading(2, writing.text(table.title)), rowsBlock(writing, table)];
}

/** The drawing, and below it every figure. */
function chartBlocks(writing: Writing, chart: Chart): Block[] {
  const shape = shapeOf(writing, chart);
  return [
    heading(2, writing.text(chart.title)),
    ...(shape ? [{ kind: "chart", ...shape } as const] : []),
    rowsBlock(writing, chart.table),
  ];
}

function rowsBlock(writing: Writing, { columns, rows, totals, empty }: Table): Block {
  if (rows.length === 0) return paragraph(writing.text(empty));
  return {
    kind: "table",
    alignments: columns.map(({ numeric }) => (numeric ? "right" : "left")),
    head: columns.map(({ label }) => inline(writing.text(label))),
    rows: [
      ...rows.map((row) => cells(writing, columns, row, false)),
      ...totals.map((row) => cells(writing, columns, row, true)),
    ],
  };
}

function partBlocks(writing: Writing, part: Layout["parts"][number]): Block[] {
  switch (part.kind) {
    case "table":
      return tableBlocks(writing, part);
    case "chart":
      return chartBlocks(writing, part);
    case "notes":
      return noteBlocks(writing, part);
  }
}

const noteBlocks = (writing: Writing, { title, sentences }: Notes): Block[] => [
  heading(2, writing.text(title)),
  ...sentences.map((sentence) => paragraph(writeSentence(writing, sentence))),
];

function changeBlocks({ t, writing, replaces, changes }: ShownReport): Block[] {
  if (replaces === null) return [];
  const number = String(replaces);
  return [
    heading(2, t("reports.changes.title", { number })),
    paragraph(t("reports.changes.lead", { number })),
    {
      kind: "table",
      alignments: ["left", "right", "right"],
      head: [t("reports.changes.what"), t("reports.changes.before"), t("reports.changes.after")].map(inline),
      rows: changes.map((change) =>
        [
          placeOfChange(writing, change),
          writeChanged(writing, change, change.before),
          writeChanged(writing, change, change.after),
        ].map(inline),
      ),
    },
  ];
}

/** Hash and knowledge time are on every page, beside the firm's name. */
export function reportDocument(report: ShownReport): PdfDocument {
  const { t, writing, layout, dataHash } = report;
  const title = writing.text(layout.title);
  return {
    language: report.language,
    title,
    firm: report.firm,
    ...(report.brand && { brand: report.brand }),
    claimsAccessible: true,
    reference: t("reports.file.reference", {
      number: String(report.id),
      at: report.moment(report.knownAt),
      hash: dataHash.slice(0, shownHash),
    }),
    date: report.madeAt,
    labels: { page: t("reports.file.page", { page: "{page}", pages: "{pages}" }), signature: "" },
    blocks: [
      heading(1, title),
      {
        kind: "facts",
        rows: [
          ...listFacts(report).map(({ name, value }) => ({ name, value: inline(value) })),
          { name: t("reports.fact.hash"), value: inline(grouped(dataHash)) },
        ],
      },
      ...changeBlocks(report),
      ...layout.parts.flatMap((part) => partBlocks(writing, part)),
    ],
  };
}
