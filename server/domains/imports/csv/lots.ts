/** Our CSV of opening lots: what a client brings along, one row per lot. */

import { hash } from "node:crypto";
import { mappedColumns } from "@portico/api/imports/mapping-columns.ts";
import { mostLots } from "@portico/api/imports.ts";
import type { Day, DeliveredLot } from "@portico/ledger/entry.ts";
import type { Decisions } from "../questions/decisions.ts";
import { hashEntry, type NamelessEntry } from "../reading/identity.ts";
import { instrumentBook, lastingName, parseIsin } from "../reading/instruments.ts";
import { emptyFile, type FileInstrument, getOrAddAccount, type ReadFile, RefusedRow } from "../reading/parsed-file.ts";
import { atMostDigits, inRange, parseDay, quantityDigits, sum } from "../reading/values.ts";
import { followingDecisions } from "./decided-rows.ts";
import { type CsvRow, type RowSource, readRecords } from "./records.ts";
import { notNegative, positiveNumber, requiredCurrency, requiredText, textOf, withMajorUnits } from "./row.ts";

export const lotColumns = mappedColumns.lots;

/** Lots of one security that came together. */
interface Group {
  line: number;
  account: string;
  instrument: FileInstrument;
  currency: string;
  arrived: Day | undefined;
  custodian: string | undefined;
  description: string | undefined;
  lots: DeliveredLot[];
}

function readSecurity(row: CsvRow, currency: string): FileInstrument {
  const written = textOf(row, "isin");
  const isin = parseIsin(written);
  if (written !== undefined && isin === undefined) throw new RefusedRow("unknownInstrument", written);
  const ticker = textOf(row, "ticker") ?? isin;
  if (ticker === undefined) throw new RefusedRow("missingValue", "isin");
  return {
    ...(isin !== undefined && { isin }),
    ticker,
    name: textOf(row, "name") ?? ticker,
    currency,
    assetClass: "other",
  };
}

/** A day that is not known is empty or `-`. */
function dayOrNone(row: CsvRow, name: string): Day | undefined {
  const text = textOf(row, name);
  return text === undefined || text === "-" ? undefined : parseDay(text);
}

function readLot(row: CsvRow): DeliveredLot {
  const quantity = positiveNumber(row, "quantity");
  atMostDigits(quantityDigits, "quantity", quantity);
  const fee = textOf(row, "fee") === undefined ? "0" : notNegative(row, "fee");
  const cost = inRange(sum(notNegative(row, "cost"), fee), "cost");
  return { acquired: dayOrNone(row, "acquired") ?? null, quantity, cost };
}

/**
 * The lots of each security as one transfer in. Its day is that of `arrived`; without one it is found in the ledger, and the day that the
 * entry has here counts for nothing.
 */
export async function readCsvLots(
  source: RowSource,
  { today, decisions }: { today: Day; decisions: Decisions },
): Promise<ReadFile> {
  const file = emptyFile("csv");
  const groups = new Map<string, Group>();
  const columns = {
    kind: "lots" as const,
    known: new Set(lotColumns),
    required: ["account", "acquired", "quantity", "cost", "currency"],
    oneOf: [["isin", "ticker"]],
  };
  const read = (written: CsvRow): void => {
    const row = withMajorUnits(written);
    const currency = requiredCurrency(row, "currency");
    const lot = readLot(row);
    const instrument = readSecurity(row, currency);
    const arrived = dayOrNone(row, "arrived");
    const latest = arrived ?? today;
    if (latest > today) throw new RefusedRow("futureDate", latest);
    if (lot.acquired !== null && lot.acquired > latest) throw new RefusedRow("futureDate", lot.acquired);
    const account = getOrAddAccount(file, requiredText(row, "account"), row.line).account;
    const custodian = textOf(row, "custodian");
    const key = JSON.stringify([account, lastingName(instrument), currency, arrived, custodian]);
    const group = groups.get(key) ?? {
      line: row.line,
      account,
      instrument,
      currency,
      arrived,
      custodian,
      description: textOf(row, "description"),
      lots: [],
    };
    if (group.lots.length >= mostLots) throw new RefusedRow("tooLong", `${lastingName(instrument)}: ${mostLots}`);
    group.lots.push(lot);
    groups.set(key, group);
  };
  file.rows = readRecords(source, columns, read, file.refusals, followingDecisions({ file, decisions }));
  const book = instrumentBook(file.instruments);
  for (const group of groups.values()) addEntry(file, group, { indexOf: (one) => book.indexOf(one), today });
  return file;
}

const byDay = (one: DeliveredLot, other: DeliveredLot): number => {
  const order = (lot: DeliveredLot): string => [lot.acquired ?? "", lot.quantity, lot.cost].join(" ");
  return order(one) < order(other) ? -1 : 1;
};

function addEntry(
  file: ReadFile,
  { line, account, instrument, currency, arrived, custodian, description, lots }: Group,
  { indexOf, today }: { indexOf: (instrument: FileInstrument) => number; today: Day },
): void {
  const named = lastingName(instrument);
  // Whatever the order of the rows.
  const ordered = lots.toSorted(byDay);
  const key = `lot:${hash("sha256", JSON.stringify([named, currency, arrived ?? null, custodian ?? null]), "hex").slice(0, 24)}`;
  const stated: NamelessEntry = {
    line,
    account,
    kind: "transferIn",
    day: arrived ?? "",
    named,
    quantity: sum(...ordered.map(({ quantity }) => quantity)),
    currency,
    amount: "0",
    cost: sum(...ordered.map(({ cost }) => cost)),
    lots: ordered,
    ...(custodian !== undefined && { custodian }),
    ...(description !== undefined && { description }),
  };
  const fingerprint = hashEntry(stated);
  const { named: _named, ...entry } = stated;
  file.entries.push({
    ...entry,
    day: arrived ?? today,
    instrument: indexOf(instrument),
    externalId: `${key}:1`,
    fingerprint,
    brought: { key, arrived },
  });
}
