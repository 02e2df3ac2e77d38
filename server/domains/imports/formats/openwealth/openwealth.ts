/** Reads a file of OpenWealth's custody interface, version 3: transactions, or positions. */
import type { Day } from "@portico/ledger/entry.ts";
import type { Decisions } from "../../questions/decisions.ts";
import { followingRepeated } from "../../questions/refused-rows.ts";
import { entryBook, type NamelessEntry } from "../../reading/identity.ts";
import { instrumentBook } from "../../reading/instruments.ts";
import { emptyFile, type FileInstrument, type ReadFile, UnreadableFile } from "../../reading/parsed-file.ts";
import { type JsonObject, readRecords } from "./json.ts";
import { readPosition } from "./positions.ts";
import { readTransaction } from "./transactions.ts";

export interface OpenWealthReading {
  file: ReadFile;
  today: Day;
  exclude: ReadonlySet<string>;
  decisions: Decisions;
  indexOf: (instrument: FileInstrument) => number;
  add: (entry: NamelessEntry) => void;
}

const isTransaction = (record: JsonObject): boolean => "transactionDate" in record || "movementList" in record;
const isPosition = (record: JsonObject): boolean => "positionDate" in record || "valuation" in record;

/** `kind`: what the file was recognised as. A record of the other kind refuses the file: its rows would be lost. */
export async function readOpenWealth(
  bytes: Uint8Array,
  {
    kind,
    today,
    exclude,
    decisions,
  }: { kind: "statement" | "positions"; today: Day; exclude: readonly string[]; decisions: Decisions },
): Promise<ReadFile> {
  const file = emptyFile("openWealth");
  const entries = entryBook(file.entries, followingRepeated(file, decisions));
  const book = instrumentBook(file.instruments);
  const reading: OpenWealthReading = {
    file,
    today,
    exclude: new Set(exclude),
    decisions,
    indexOf: (one) => book.indexOf(one),
    add: (entry) => entries.add(entry),
  };
  file.rows = await readRecords(bytes, (record, line) => {
    const isExpected = kind === "statement" ? isTransaction(record) : isPosition(record);
    if (!isExpected) throw new UnreadableFile("malformedFile", line, Object.keys(record).slice(0, 5).join(", "));
    if (kind === "statement") readTransaction(record, line, reading);
    else readPosition(record, line, reading);
  });
  if (file.rows === 0) throw new UnreadableFile("emptyFile", null, null);
  return file;
}
