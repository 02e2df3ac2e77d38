/** Worker task: the tables of a file, and what a mapping makes of it. Stores nothing. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { importMappings, TriedTable } from "@portico/api/import-mappings.ts";
import type { Mapping } from "@portico/api/imports/mapping.ts";
import { refusalsShown } from "@portico/api/imports.ts";
import type { Tools } from "../../workers/task.ts";
import { namesOf } from "../imports/mapping/columns.ts";
import { patternOf } from "../imports/mapping/dates.ts";
import { readMapped } from "../imports/mapping/read.ts";
import { type Candidate, candidatesOf, findTable } from "../imports/mapping/table.ts";
import { rowReader } from "../imports/mapping/values.ts";
import { fileContent } from "../imports/reading/file-content.ts";
import { emptyFile, type ReadFile, RefusedRow, UnreadableFile } from "../imports/reading/parsed-file.ts";
import { firmDay } from "../settings/firm-day.ts";

type Tried = Answer<typeof importMappings.try>;
type Trial = NonNullable<Tried["trial"]>;

interface Given {
  fileName: string;
  sent: readonly string[] | Uint8Array;
  mapping?: Mapping | undefined;
  valuesOf: readonly string[];
  now: Date;
}

const shownRows = 20;
const sampleRows = 50;
const mostValues = 300;
/** Whose rows are where the file does not say: no client has this number. */
const nobody = "–";

export async function run({ fileName, sent, mapping, valuesOf, now }: Given, { db }: Tools): Promise<Tried> {
  const bytes = sent instanceof Uint8Array ? sent : Buffer.from(sent.join(""), "utf8");
  const { today, timeZone: zone } = await firmDay(db, now);
  try {
    const candidates = candidatesOf(fileContent(fileName, bytes)).toSorted(
      (one, other) => widthOf(other) - widthOf(one),
    );
    return {
      tables: candidates.slice(0, 20).map(tableOf),
      values: distinctValues(candidates, mapping, valuesOf),
      trial: mapping ? await runTrial(candidates, mapping, { today, zone }) : null,
      refusal: null,
    };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const { code, detail } = error.refusal;
    return { tables: [], values: [], trial: null, refusal: { code, detail } };
  }
}

const filled = (cells: readonly string[]): number => cells.filter((cell) => cell.trim() !== "").length;
const widthOf = ({ first }: Candidate): number => Math.max(0, ...first.map(({ cells }) => filled(cells)));

/** The first of the widest rows looks like the names of the columns. */
function headerOf({ first }: Candidate) {
  const width = Math.max(0, ...first.slice(0, 30).map(({ cells }) => filled(cells)));
  return first.find(({ cells }) => width > 1 && filled(cells) >= width * 0.75);
}

function tableOf(candidate: Candidate): TriedTable {
  const header = headerOf(candidate);
  return {
    sheet: candidate.sheet,
    delimiter: candidate.delimiter as TriedTable["delimiter"],
    header: header?.line ?? null,
    columns: header ? namesOf(header.cells) : [],
    rows: candidate.first
      .slice(0, shownRows)
      .map(({ line, cells }) => ({ line, cells: Array.from(cells, (cell) => cell ?? "") })),
  };
}

const placeName = /^#(\d{1,4})$/;
const isPlace = (name: string, inHeader: readonly string[]): boolean =>
  placeName.test(name) && !inHeader.includes(name);
/** Names by place, as many as are needed. */
const placesUpTo = (names: readonly string[]): string[] => {
  const most = Math.max(0, ...names.map((name) => Number(placeName.exec(name)?.[1] ?? 0)));
  return Array.from({ length: most }, (_, index) => `#${index + 1}`);
};

/** How often each combination of values occurs, the most frequent first. */
function distinctValues(
  candidates: readonly Candidate[],
  mapping: Mapping | undefined,
  names: readonly string[],
): Tried["values"] {
  if (names.length === 0) return [];
  const found = mapping ? findTable(candidates, mapping) : undefined;
  const [widest] = candidates;
  const records = found?.records ?? widest?.records;
  const header = found ? found.header : widest && headerOf(widest);
  const inHeader = header ? namesOf(header.cells) : [];
  const isByPlace = mapping ? mapping.table.header === "none" : names.every((name) => isPlace(name, inHeader));
  if (!records || (!header && !isByPlace)) return [];
  const reader = rowReader(isByPlace ? placesUpTo(names) : inHeader);
  const counts = new Map<string, number>();
  let before = 0;
  records((cells, line) => {
    before += 1;
    const isAbove = isByPlace ? before <= (mapping?.table.skip ?? 0) : line <= (header?.line ?? 0);
    if (isAbove || filled(cells) === 0) return;
    const row = { line, cells, isPlain: () => false };
    const key = JSON.stringify(names.map((name) => reader.cell(row, name)?.text ?? ""));
    counts.set(key, (counts.get(key) ?? 0) + 1);
  });
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, mostValues)
    .map(([key, rows]) => ({ values: JSON.parse(key) as string[], rows }));
}

async function runTrial(
  candidates: readonly Candidate[],
  mapping: Mapping,
  { today, zone }: { today: string; zone: string },
): Promise<Trial> {
  const sample: Trial["sample"] = [];
  const onRow = ({ line, values }: { line: number; values: ReadonlyMap<string, string> }): void => {
    if (sample.length < sampleRows)
      sample.push({ line, values: [...values].map(([column, value]) => ({ column, value })) });
  };
  const named = { key: "own/0", name: "", version: 1, mapping };
  let file: ReadFile;
  try {
    const unknown = mapping.dates.formats.find((format) => !patternOf(format));
    if (unknown !== undefined) throw new RefusedRow("badDate", unknown);
    file = await readMapped(candidates, named, {
      account: nobody,
      today,
      zone,
      exclude: [],
      decisions: new Map(),
      onRow,
    });
  } catch (error) {
    if (error instanceof RefusedRow)
      file = refusedWhole({ line: null, code: error.code, detail: error.detail, account: null });
    else if (error instanceof UnreadableFile) file = refusedWhole(error.refusal);
    else throw error;
  }
  const refused = new Set(file.refusals.map(({ line }) => line));
  return {
    rows: file.rows,
    made: madeBy(file),
    refusedRows: refused.size,
    sample,
    refusals: file.refusals.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0)).slice(0, refusalsShown),
    leftOut: [...file.leftOut].map(([name, rows]) => ({ name, rows })),
  };
}

/** Entries, prices, rates, and what is stated of positions and cash. */
const madeBy = ({ entries, prices, rates, accounts }: ReadFile): number =>
  entries.length +
  prices.length +
  rates.length +
  [...accounts.values()].reduce((total, { positions, cash }) => total + positions.length + cash.length, 0);

const refusedWhole = (refusal: ReadFile["refusals"][number]): ReadFile => ({
  ...emptyFile("mapped"),
  refusals: [refusal],
});
