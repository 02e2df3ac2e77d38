/**
 * Reads a yearly archive of table A of Narodowy Bank Polski, `archiwum_tab_a_2025.csv`: a line for each day, a column for each
 * currency with its units ("100HUF"), the number of the table at the end; names of the currencies below the heads and three lines that repeat
 * them at the end. Pure.
 */
import type { archiveRefusalCodes } from "@portico/api/central-banks.ts";
import { isCurrency } from "@portico/api/currencies.ts";
import { isDay } from "@portico/api/rules/calendar.ts";
import { archiveLimits } from "@portico/api/rules/central-banks.ts";
import type { BankRate } from "./rates.queries.ts";

export interface ArchiveRefusal {
  line: number | null;
  code: (typeof archiveRefusalCodes)[number];
  detail: string | null;
}
export type ArchiveRate = BankRate & { line: number };

export interface ReadArchive {
  /** Lines of days. */
  rows: number;
  rates: ArchiveRate[];
  /** Lines that repeat another one. */
  repeated: number;
  refusals: ArchiveRefusal[];
}

interface Head {
  line: number;
  /** By place of the column. */
  currencies: Map<number, { currency: string; units: number }>;
  /** Place of the number of the table; the full one if there are both. */
  table: number;
}

class UnreadableArchive extends Error {
  readonly refusal: ArchiveRefusal;
  constructor(code: ArchiveRefusal["code"], line: number | null = null, detail: string | null = null) {
    super(code);
    this.refusal = { line, code, detail };
  }
}

const cellsOf = (line: string): string[] => line.split(";").map((cell) => cell.trim());
const currencyHead = /^(1|10|100|1000|10000) ?([A-Z]{3})$/;

function readHead(lines: readonly string[]): Head {
  const place = lines.findIndex((line) => /^(data|dane)$/i.test(cellsOf(line)[0] ?? ""));
  if (place === -1) throw new UnreadableArchive("missingColumn", null, "data");
  const line = place + 1;
  const currencies: Head["currencies"] = new Map();
  const numbers: number[] = [];
  for (const [at, cell] of cellsOf(lines[place] ?? "").entries()) {
    const found = currencyHead.exec(cell);
    if (found) {
      const [, units = "1", currency = ""] = found;
      if ([...currencies.values()].some((known) => known.currency === currency))
        throw new UnreadableArchive("malformedFile", line, currency);
      currencies.set(at, { currency, units: Number(units) });
    } else if (/tabeli$/i.test(cell)) numbers.push(at);
    else if (at > 0 && cell !== "") throw new UnreadableArchive("unknownColumn", line, cell);
  }
  const table = numbers.at(-1);
  if (currencies.size === 0 || currencies.size > archiveLimits.currencies)
    throw new UnreadableArchive("missingColumn", line, "1USD");
  if (table === undefined) throw new UnreadableArchive("missingColumn", line, "nr tabeli");
  return { line, currencies, table };
}

/** "20250102" and "2025-01-02" as the latter; undefined for anything else. */
function dayOf(cell: string): string | undefined {
  const found = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(cell);
  const day = found && `${found[1]}-${found[2]}-${found[3]}`;
  return day && isDay(day) ? day : undefined;
}

/** With a decimal comma, as the bank writes; a point may mean thousands. */
const written = /^\d{1,9}(?:,\d{1,10})?$/;

/** The rates of a line, or why it is refused: the first fault of it. */
function readLine(
  cells: readonly string[],
  line: number,
  { currencies, table }: Head,
  today: string,
): ArchiveRate[] | ArchiveRefusal {
  const day = dayOf(cells[0] ?? "");
  if (!day) return { line, code: "badDate", detail: cells[0] ?? "" };
  if (day > today) return { line, code: "futureDate", detail: day };
  const number = cells[table] ?? "";
  if (number === "" || number.length > 40) return { line, code: "missingValue", detail: "nr tabeli" };
  const rates: ArchiveRate[] = [];
  for (const [at, { currency, units }] of currencies) {
    const cell = cells[at] ?? "";
    // A currency that the bank took up or left during the year.
    if (cell === "" || cell === "-") continue;
    if (!written.test(cell)) return { line, code: "badNumber", detail: `${currency}: ${cell}` };
    const rate = cell.replace(",", ".");
    if (/^[0.]+$/.test(rate)) return { line, code: "notPositive", detail: `${currency}: ${cell}` };
    rates.push({ line, currency, day, rate, units, table: number });
  }
  return rates;
}

const sameLine = (one: readonly ArchiveRate[], other: readonly ArchiveRate[]): boolean =>
  JSON.stringify(one.map(({ line: _line, ...rate }) => rate)) ===
  JSON.stringify(other.map(({ line: _line, ...rate }) => rate));

/** Lines without a day: names of currencies, and the summary at the end. */
function isOfNames(cells: readonly string[]): boolean {
  const first = cells[0]?.toLowerCase() ?? "";
  return first === "" || first === "kod iso" || first === "nazwa waluty" || first === "liczba jednostek";
}

/** The units that the summary repeats must be those of the heads. */
function refuseOtherUnits(cells: readonly string[], line: number, { currencies }: Head): ArchiveRefusal[] {
  if (cells[0]?.toLowerCase() !== "liczba jednostek") return [];
  return [...currencies].flatMap(([at, { currency, units }]) => {
    const cell = cells[at] ?? "";
    return cell === "" || Number(cell) === units
      ? []
      : [{ line, code: "badNumber" as const, detail: `${currency}: ${cell} ≠ ${units}` }];
  });
}

/** The rates of a file, each refused line with its reason; a file that is no archive is one refusal. */
export function readArchive(text: string, { today }: { today: string }): ReadArchive {
  const read: ReadArchive = { rows: 0, rates: [], repeated: 0, refusals: [] };
  const byDay = new Map<string, ArchiveRate[]>();
  try {
    const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
    if (text.trim() === "") throw new UnreadableArchive("emptyFile");
    const head = readHead(lines);
    const unknown = [...head.currencies.values()].find(({ currency }) => currency !== "XDR" && !isCurrency(currency));
    if (unknown) throw new UnreadableArchive("unknownCurrency", head.line, unknown.currency);
    for (const [place, own] of lines.entries()) {
      const line = place + 1;
      const cells = cellsOf(own);
      if (line <= head.line || cells.every((cell) => cell === "")) continue;
      if (isOfNames(cells)) {
        read.refusals.push(...refuseOtherUnits(cells, line, head));
        continue;
      }
      read.rows += 1;
      if (read.rows > archiveLimits.days) throw new UnreadableArchive("tooManyRows", null, String(archiveLimits.days));
      const rates = readLine(cells, line, head, today);
      if ("code" in rates) {
        read.refusals.push(rates);
        continue;
      }
      const day = rates[0]?.day ?? "";
      const before = byDay.get(day);
      if (!before) byDay.set(day, rates);
      else if (sameLine(before, rates)) read.repeated += 1;
      else read.refusals.push({ line, code: "repeatedInFile", detail: day });
    }
    if (read.rows === 0) throw new UnreadableArchive("emptyFile");
    return { ...read, rates: [...byDay.values()].flat() };
  } catch (error) {
    if (!(error instanceof UnreadableArchive)) throw error;
    return { rows: read.rows, rates: [], repeated: 0, refusals: [error.refusal] };
  }
}
