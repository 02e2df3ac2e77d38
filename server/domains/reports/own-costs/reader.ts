/**
 * Reads a file of instruments' own costs: our columns, in percent, or a European MiFID template (EMT) of a fund house, whose fields
 * begin with their numbers and which states fractions. Pure.
 */
import type { ImportRefusal } from "@portico/api/imports.ts";
import { type OwnCostField, ownCostFault, ownCostFileLimits } from "@portico/api/rules/own-costs.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { type CsvRow, readRecords } from "../../imports/csv/records.ts";
import { numberOf, requiredDay, requiredNumber, requiredText } from "../../imports/csv/row.ts";
import { RefusedRow, UnreadableFile } from "../../imports/reading/parsed-file.ts";
import { refuseBytes } from "../../imports/reading/reader.ts";
import { isIsin } from "../../imports/reading/values.ts";

/** A row of the file; `thirdParties` is null if the format does not tell it. */
export interface ReadCost extends Record<Exclude<OwnCostField, "thirdParties">, string> {
  line: number;
  isin: string;
  from: string;
  thirdParties: string | null;
}

export interface ReadCosts {
  rows: number;
  costs: ReadCost[];
  /** Rows that repeat another one of the file. */
  repeated: number;
  refusals: ImportRefusal[];
  format: "own" | "emt";
}

const columns = ["isin", "from", "ongoing", "transactions", "incidental", "one_off", "third_parties"] as const;

/** Our column of each field. */
const columnOf: Readonly<Record<OwnCostField, string>> = {
  ongoing: "ongoing",
  transactions: "transactions",
  incidental: "incidental",
  oneOff: "one_off",
  thirdParties: "third_parties",
};

/** Fields of the template by number: their names differ in case and words between its versions. */
const emt = {
  isin: "00010",
  idKind: "00020",
  quotation: "00096",
  oneOff: "08025",
  ongoing: "08030",
  transactions: "08070",
  incidental: "08080",
  from: "08090",
} as const;

const fieldOfEmt = /^\d{5}_\S/;

/** The names of the first line, as the reader of records takes them. */
const headerOf = (text: string): string[] =>
  (/^[\s\uFEFF]*(.*)/.exec(text)?.[1] ?? "")
    .split(/[,;\t|]/)
    .map((name) => name.trim().replaceAll('"', "").toLowerCase());

function checked(field: OwnCostField, percent: string, written: string): string {
  const fault = ownCostFault(field, percent);
  if (fault === null) return percent;
  const detail = `${written}: ${percent}`;
  throw new RefusedRow(
    fault === "tooSmall" ? "belowZero" : fault === "overHundred" ? "outOfRange" : "badNumber",
    detail,
  );
}

function isinIn(row: CsvRow, column: string): string {
  const isin = requiredText(row, column).toUpperCase();
  if (!isIsin(isin)) throw new RefusedRow("unknownInstrument", `${column}: ${isin}`);
  return isin;
}

function readOwn(row: CsvRow): ReadCost {
  const percent = (field: OwnCostField): string => {
    const column = columnOf[field];
    const isRequired = field === "ongoing" || field === "transactions";
    return checked(field, isRequired ? requiredNumber(row, column) : (numberOf(row, column) ?? "0"), column);
  };
  const cost = {
    line: row.line,
    isin: isinIn(row, "isin"),
    from: requiredDay(row, "from"),
    ongoing: percent("ongoing"),
    transactions: percent("transactions"),
    incidental: percent("incidental"),
    oneOff: percent("oneOff"),
    thirdParties: percent("thirdParties"),
  };
  if (new Decimal(cost.thirdParties).gt(cost.ongoing))
    throw new RefusedRow("outOfRange", `third_parties: ${cost.thirdParties} > ${cost.ongoing}`);
  return cost;
}

/** Undefined for a row without costs: a template may be of other data of the product alone. */
function readEmt(row: CsvRow, names: ReadonlyMap<string, string>): ReadCost | undefined {
  const nameOf = (number: string): string => names.get(number) ?? number;
  const written = (number: string): string | undefined => row.values.get(nameOf(number));
  if (written(emt.ongoing) === undefined && written(emt.transactions) === undefined) return undefined;
  // Another kind of identifier than the ISIN, and costs in units of currency.
  if (written(emt.idKind) !== undefined && written(emt.idKind) !== "1") return undefined;
  if (/^u/i.test(written(emt.quotation) ?? ""))
    throw new RefusedRow("badNumber", `${nameOf(emt.quotation)}: ${written(emt.quotation)}`);
  const percent = (field: Exclude<OwnCostField, "thirdParties">): string => {
    const name = nameOf(emt[field]);
    const isRequired = field === "ongoing" || field === "transactions";
    const fraction = isRequired ? requiredNumber(row, name) : (numberOf(row, name) ?? "0");
    return checked(field, new Decimal(fraction).times(100).toDecimalPlaces(6).toFixed(), name);
  };
  return {
    line: row.line,
    isin: isinIn(row, nameOf(emt.isin)),
    from: requiredDay(row, nameOf(emt.from)),
    ongoing: percent("ongoing"),
    transactions: percent("transactions"),
    incidental: percent("incidental"),
    oneOff: percent("oneOff"),
    // What a fund pays to distributors is not what this firm receives.
    thirdParties: null,
  };
}

const same = ({ line: _one, ...one }: ReadCost, { line: _other, ...other }: ReadCost): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The rows of a file, each refused one with its line and reason; an unreadable file is one refusal. */
export function readCosts(text: string): ReadCosts {
  const header = headerOf(text);
  const isEmt = header.some((name) => name.startsWith(`${emt.ongoing}_`));
  const names = new Map(header.filter((name) => fieldOfEmt.test(name)).map((name) => [name.slice(0, 5), name]));
  const read: ReadCosts = { rows: 0, costs: [], repeated: 0, refusals: [], format: isEmt ? "emt" : "own" };
  const seen = new Map<string, ReadCost>();
  const take = (row: CsvRow): void => {
    const cost = isEmt ? readEmt(row, names) : readOwn(row);
    if (!cost) return;
    const key = `${cost.isin} ${cost.from}`;
    const before = seen.get(key);
    if (before && same(before, cost)) read.repeated += 1;
    else if (before) throw new RefusedRow("repeatedInFile", key);
    else {
      if (read.costs.length >= ownCostFileLimits.rows)
        throw new UnreadableFile("tooManyRows", null, String(ownCostFileLimits.rows));
      seen.set(key, cost);
      read.costs.push(cost);
    }
  };
  try {
    refuseBytes(text);
    if (text.trim() === "") throw new UnreadableFile("emptyFile", null, null);
    const nameOf = (number: string): string => names.get(number) ?? `${number}_`;
    read.rows = readRecords(
      text,
      isEmt
        ? {
            kind: "ownCosts",
            known: new Set(names.values()),
            required: [emt.isin, emt.ongoing, emt.transactions, emt.from].map(nameOf),
          }
        : { kind: "ownCosts", known: new Set<string>(columns), required: ["isin", "from", "ongoing", "transactions"] },
      take,
      read.refusals,
    );
    if (read.rows === 0) throw new UnreadableFile("emptyFile", null, null);
    return read;
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { ...read, costs: [], repeated: 0, refusals: [error.refusal] };
  }
}
