/** The table of a file of clients: its columns, and its lines as they are written. */
import type { ClientColumn } from "@portico/api/client-imports.ts";
import {
  type ClientField,
  type ClientFileRefusal,
  fieldOfHeading,
  mostClientLines,
} from "@portico/api/rules/client-imports.ts";
import { firstRows } from "../../imports/csv/first-rows.ts";
import { recordsOf } from "../../imports/csv/records.ts";
import type { FileContent } from "../../imports/formats/format.ts";
import { type Candidate, candidatesOf } from "../../imports/mapping/table.ts";
import { UnreadableFile } from "../../imports/reading/parsed-file.ts";

/** Each field of a line as the file has it; empty ones are left out. */
export type Written = Partial<Record<ClientField, string>>;

export interface WrittenLine {
  line: number;
  written: Written;
  /** It has more cells than the header. */
  isLong: boolean;
}

export interface ClientTable {
  columns: ClientColumn[];
  lines: WrittenLine[];
}

/** The file cannot be read as a whole. */
export class RefusedFile extends Error {
  readonly code: ClientFileRefusal;
  readonly detail: string | null;
  readonly columns: ClientColumn[];
  constructor(code: ClientFileRefusal, detail: string | null = null, columns: ClientColumn[] = []) {
    super(code);
    this.code = code;
    this.detail = detail;
    this.columns = columns;
  }
}

/** Columns of a table that are looked at. */
const mostColumns = 200;
const mostCellLength = 1000;

interface Header {
  candidate: Pick<Candidate, "records">;
  line: number;
  columns: ClientColumn[];
  recognised: number;
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === "");

function columnsOf(cells: readonly string[]): ClientColumn[] {
  const seen = new Set<ClientField>();
  const last = cells.findLastIndex((cell) => cell.trim() !== "");
  return cells.slice(0, Math.min(last + 1, mostColumns)).map((cell, place) => {
    const heading = cell.replaceAll("\uFEFF", "").trim().slice(0, 100);
    const field = fieldOfHeading(heading);
    // The first of two columns with one meaning.
    if (field === undefined || seen.has(field)) return { place, heading, field: null };
    seen.add(field);
    return { place, heading, field };
  });
}

/** A text in one column has no separator: it is a table all the same. */
function tablesOf(file: FileContent): Pick<Candidate, "records" | "first">[] {
  const found = candidatesOf(file);
  if (found.length > 0) return found;
  const records = recordsOf(file.text, ",");
  return [{ records, first: firstRows(records).map((row) => ({ ...row, names: new Set<string>() })) }];
}

/** Of all rows at the start of all tables the one in which most columns are recognised; of none, the widest table's first row. */
function findHeader(file: FileContent): Header | undefined {
  let best: Header | undefined;
  const isBetter = (one: Header) =>
    !best ||
    one.recognised > best.recognised ||
    (one.recognised === best.recognised && one.recognised === 0 && one.columns.length > best.columns.length);
  for (const candidate of tablesOf(file))
    for (const { line, cells } of candidate.first) {
      if (isBlank(cells)) continue;
      const columns = columnsOf(cells);
      const one = { candidate, line, columns, recognised: columns.filter(({ field }) => field !== null).length };
      if (isBetter(one)) best = one;
    }
  return best;
}

/** By hand before by heading; a field that is given by hand is no other column's. */
function assigned(columns: readonly ClientColumn[], byHand: readonly { place: number; field: ClientField | null }[]) {
  const given = new Map(byHand.map(({ place, field }) => [place, field]));
  const taken = new Set(byHand.flatMap(({ field }) => field ?? []));
  return columns.map((column) => {
    const field = given.get(column.place);
    if (field !== undefined) return { ...column, field };
    return column.field !== null && taken.has(column.field) ? { ...column, field: null } : column;
  });
}

const nameFields: readonly ClientField[] = ["name", "firstName", "lastName"];

function readLines({ candidate, line: headerLine }: Header, columns: readonly ClientColumn[]): WrittenLine[] {
  const fields = columns.map(({ field }) => field);
  const lines: WrittenLine[] = [];
  let isBelow = false;
  candidate.records((cells, line) => {
    if (line <= headerLine) return;
    isBelow = true;
    if (isBlank(cells)) return;
    if (lines.length >= mostClientLines) throw new RefusedFile("tooManyLines", String(mostClientLines), [...columns]);
    const written: Written = {};
    for (const [place, field] of fields.entries()) {
      const value = (cells[place] ?? "").trim();
      if (field !== null && value !== "") written[field] = value.slice(0, mostCellLength);
    }
    lines.push({ line, written, isLong: cells.some((cell, place) => place >= columns.length && cell.trim() !== "") });
  });
  if (!isBelow || lines.length === 0) throw new RefusedFile("empty", null, [...columns]);
  return lines;
}

/** Reads the table; `RefusedFile` if it has none, or no column with names and one with addresses. */
export function readClientTable(
  file: FileContent,
  byHand: readonly { place: number; field: ClientField | null }[],
): ClientTable {
  try {
    const header = findHeader(file);
    if (!header) throw new RefusedFile("empty");
    const columns = assigned(header.columns, byHand);
    const has = (fields: readonly ClientField[]) =>
      columns.some(({ field }) => field !== null && fields.includes(field));
    if (!has(nameFields) || !has(["email", "representatives"])) throw new RefusedFile("noColumns", null, columns);
    return { columns, lines: readLines(header, columns) };
  } catch (error) {
    if (error instanceof UnreadableFile)
      throw new RefusedFile(error.refusal.code === "emptyFile" ? "empty" : "unreadable", lineOf(error));
    throw error;
  }
}

const lineOf = ({ refusal: { line, detail } }: UnreadableFile): string | null =>
  line === null ? detail : String(line);
