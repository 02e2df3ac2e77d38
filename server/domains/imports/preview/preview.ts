/** The preview of a file: as stored, without person and time, and as answered. */
import { createHash } from "node:crypto";
import type { UsedCode } from "@portico/api/custodians/bank-codes.ts";
import {
  type AccountPreview,
  type ImportedBankAccount,
  type ImportPreview,
  type ImportQuestion,
  type ImportRefusal,
  type ImportRemark,
  type ImportTransfer,
  refusalsShown,
} from "@portico/api/imports.ts";
import { canOf } from "../../../kernel/policy.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { findCustodianName } from "../../custodians/custodians.ts";
import { getUserNames } from "../../holders/holders.ts";
import { needsTwo } from "../../proposals/proposals.ts";
import { type Asking, refusalTo, refusalToAcceptQuotes, refusalToPreview } from "../imports.policy.ts";
import type { Counts, EarlierDecision, ImportRecord } from "../imports.queries.ts";
import type { QuoteRow } from "../quotes/quotes.queries.ts";
import type { FileEntry, ReadFile } from "../reading/parsed-file.ts";
import { accountsWithRefusedRows } from "./refused-accounts.ts";

/** Stored as JSON with the file; `quotes` is the SHA-256 of the prices or rates, which are in a separate table. */
export type StoredPreview = Pick<
  ImportPreview,
  | "refusals"
  | "remarks"
  | "undecided"
  | "decided"
  | "transfers"
  | "excludable"
  | "excluded"
  | "accounts"
  | "sample"
  | "leftOut"
> & {
  /** Missing in older previews. */
  questions?: ImportQuestion[];
  closes?: boolean | null;
  quotes?: string | undefined;
  encoding?: string | null;
  bankAccounts?: ImportedBankAccount[];
  codes?: UsedCode[];
};

/** Results of validating a file. */
export interface Validated {
  /** Without what staff left out. */
  file: ReadFile;
  refusals: ImportRefusal[];
  remarks: ImportRemark[];
  /** None for prices and rates. */
  questions?: ImportQuestion[];
  accounts: AccountPreview[];
  /** Accounts that nobody has, also those that are left out; none of prices and rates. */
  unknownAccounts?: readonly string[];
  /** Securities transferred in without their cost. */
  transfers: ImportTransfer[];
  newRows: number;
  knownRows: number;
  /** The file's entries that are already booked. */
  known: ReadonlySet<FileEntry>;
  /** What was decided about the same rows of earlier files, by key. */
  before?: ReadonlyMap<string, EarlierDecision>;
  /** Every price or rate that would be stored, in file order; none for a statement or a refused file. */
  quotes: QuoteRow[];
  /** The firm's pooled accounts of which the file has statements. */
  bankAccounts?: ImportedBankAccount[];
}

/** Of transfers in older previews. */
const noLots = { lots: [] };

/** Maximum number of statement rows shown. */
const sampleRows = 200;

function buildSample({ file, known }: Validated): StoredPreview["sample"] {
  return file.entries.slice(0, sampleRows).map((entry) => {
    const instrument = entry.instrument === undefined ? undefined : file.instruments[entry.instrument];
    const reverses = file.reversed.get(`${entry.account} ${entry.reversesExternalId}`) ?? null;
    return {
      line: entry.line,
      account: entry.account,
      kind: entry.kind,
      day: entry.day,
      name: instrument?.name ?? reverses?.name ?? entry.description ?? null,
      ticker: instrument?.ticker ?? null,
      quantity: entry.quantity ?? null,
      price: entry.price ?? null,
      currency: entry.currency,
      amount: entry.amount,
      fee: entry.fee ?? null,
      known: known.has(entry),
      reverses,
    };
  });
}

/** Each row once: one with several faults is one refused row, and no new one. */
export function countEntries({ file, refusals, known, newRows, knownRows }: Validated): Counts {
  const refused = new Set(refusals.flatMap(({ line }) => line ?? []));
  const both = file.entries.filter((entry) => !known.has(entry) && refused.has(entry.line)).length;
  return { rows: file.rows, newRows: newRows - both, knownRows, refusedRows: refused.size };
}

/** Equal for equal lists of quotes. */
const hashQuotes = (quotes: readonly QuoteRow[]): string =>
  createHash("sha256")
    .update(
      JSON.stringify(
        quotes.map(({ line, instrumentId, currency, day, value, source, before, marks }) => [
          line,
          instrumentId,
          currency,
          day,
          value,
          source,
          before && [before.day, before.value],
          marks,
        ]),
      ),
    )
    .digest("hex");

/** Null if no account states its closing cash, or rows are refused. */
function closes({ file, remarks, refusals, bankAccounts = [] }: Validated): boolean | null {
  if (bankAccounts.some(({ difference }) => difference !== null)) return false;
  if (refusals.some(({ code }) => code === "notClosing")) return false;
  // What is refused is not counted.
  if (accountsWithRefusedRows(refusals).size > 0) return null;
  const isStated =
    bankAccounts.some(({ closing }) => closing !== null) ||
    [...file.accounts.values()].some(({ cash }) => cash.some(({ starting }) => starting !== undefined));
  return isStated ? !remarks.some(({ code }) => code === "cashBreak") : null;
}

export const storedPreview = (validated: Validated): StoredPreview => ({
  refusals: validated.refusals.slice(0, refusalsShown),
  remarks: validated.remarks.slice(0, refusalsShown),
  undecided: validated.file.undecided.map((row) => ({ ...row, before: validated.before?.get(row.key) ?? null })),
  decided: validated.file.decided,
  transfers: validated.transfers,
  excludable: [...validated.file.excludable.values()],
  excluded: [...validated.file.excluded.values()].map((one) => ({
    ...one,
    cash: [...one.cash].map(([currency, amount]) => ({ currency, amount })),
  })),
  accounts: validated.accounts,
  questions: validated.questions ?? [],
  sample: buildSample(validated),
  quotes: validated.quotes.length > 0 ? hashQuotes(validated.quotes) : undefined,
  closes: closes(validated),
  encoding: validated.file.encoding ?? null,
  bankAccounts: validated.bankAccounts ?? [],
  codes: validated.file.bank?.codes ?? [],
  leftOut: [...validated.file.leftOut].map(([name, rows]) => ({ name, rows })).toSorted((a, b) => b.rows - a.rows),
});

/** What is confirmed: accounts, number of entries of each, every resulting holding, and every price and rate. */
const promised = (
  { accounts, quotes, questions = [], bankAccounts = [] }: StoredPreview,
  { newRows, knownRows }: Counts,
): string =>
  JSON.stringify([
    newRows,
    knownRows,
    quotes,
    bankAccounts.map(({ account, currency, known, booked, open }) => [account, currency, known, booked, open]),
    // An offer that nobody has taken books nothing.
    questions
      .filter(({ code, answer }) => code === "sameSplit" || answer !== null)
      .map(({ key, answer }) => [key, answer]),
    accounts.map(({ account, holder, newEntries, knownEntries, positions }) => [
      account,
      holder?.holder_type,
      holder?.holder_id,
      newEntries,
      knownEntries,
      positions
        .map(({ name, ticker, currency, before, after }) => [name, ticker, currency, before, after].join("|"))
        .toSorted(),
    ]),
  ]);

/** Whether a confirmation matches its preview. */
export const isAsShown = (shown: Counts & { preview: StoredPreview }, now: StoredPreview, counts: Counts): boolean =>
  promised(shown.preview, shown) === promised(now, counts);

/** Who uploaded the file, or where the portal found it. */
export const whoBrought = (
  { createdBy, pickedUpFrom }: Pick<ImportRecord, "createdBy" | "pickedUpFrom">,
  names: ReadonlyMap<number, string>,
): string => (createdBy === null ? (pickedUpFrom ?? "") : (names.get(createdBy) ?? String(createdBy)));

/** The record as the call's answer. */
export async function answered(db: Db, viewer: Asking, record: ImportRecord): Promise<ImportPreview> {
  const confirmed = record.state === "confirmed";
  const { createdBy, settledAt, settledBy } = record;
  const sender = record.custodianId === null ? undefined : await findCustodianName(db, record.custodianId);
  const names = await getUserNames(
    db,
    [createdBy, settledBy].filter((id) => id !== null),
  );
  return {
    id: record.id,
    kind: record.kind,
    format: record.format,
    message: record.message,
    custodian: record.custodianId !== null && sender ? { id: record.custodianId, name: sender.name } : null,
    account: record.account,
    mapping: record.mapping,
    fileName: record.fileName,
    state: record.state,
    created_at: record.createdAt.toISOString(),
    created_by: whoBrought(record, names),
    pickedUpFrom: record.pickedUpFrom,
    confirmed_at: confirmed && settledAt ? settledAt.toISOString() : null,
    confirmed_by: confirmed && settledBy !== null ? (names.get(settledBy) ?? String(settledBy)) : null,
    rows: record.rows,
    newRows: record.newRows,
    knownRows: record.knownRows,
    refusedRows: record.refusedRows,
    ...record.preview,
    // Older previews have no remarks, and no account next to their rows.
    remarks: record.preview.remarks ?? [],
    undecided: record.preview.undecided ?? [],
    decided: record.preview.decided ?? [],
    transfers: (record.preview.transfers ?? []).map((transfer) => ({
      ...noLots,
      ...transfer,
      offers: transfer.offers.map((offer) => ({ ...noLots, ...offer })),
    })),
    excludable: record.preview.excludable ?? [],
    excluded: record.preview.excluded ?? [],
    questions: record.preview.questions ?? [],
    closes: record.preview.closes ?? null,
    encoding: record.preview.encoding ?? null,
    bankAccounts: record.preview.bankAccounts ?? [],
    codes: record.preview.codes ?? [],
    sample: record.preview.sample.map((row) => ({
      ...row,
      account: row.account ?? record.preview.accounts[0]?.account,
      reverses: row.reverses ?? null,
    })),
    can: canOf({
      preview: refusalToPreview(viewer),
      confirm: refusalTo(viewer, "confirm", record),
      discard: refusalTo(viewer, "discard", record),
      answer: refusalTo(viewer, "answer", record),
      acceptQuotes: refusalToAcceptQuotes(viewer, record, { byTwo: await needsTwo(db) }),
    }),
  };
}
