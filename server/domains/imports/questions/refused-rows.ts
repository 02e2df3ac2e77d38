/**
 * Rows that are understood and cannot be booked, because of the ledger, of another row of the file, or because they contradict
 * themselves: a colleague leaves each out, or says which way it went. An account that is nobody's is left out as a whole.
 */
import { hash } from "node:crypto";
import type { ImportRefusal } from "@portico/api/imports.ts";
import { noLine } from "../reading/opening-balances.ts";
import { type FileEntry, type ReadFile, type RefusedRow } from "../reading/parsed-file.ts";
import { rowIdOf } from "../reading/sources.ts";
import { absolute, isZero, negated } from "../reading/values.ts";
import {
  type Decisions,
  type DescribedRow,
  findDecision,
  followDecision,
  listDecided,
  listUndecided,
} from "./decisions.ts";

/** An entry that is refused after its row was read. */
export interface RefusedEntry {
  entry: FileEntry;
  refusal: ImportRefusal;
}

/** What the entries of one row have in common. A reversal goes with the commission that is kept, not with the trade. */
const rowOf = ({ account, line, externalId, kind, retainedFrom }: FileEntry): string =>
  [account, line, kind === "reversal" || retainedFrom !== undefined, rowIdOf(externalId)].join(" ");

/** True for a transfer that is not booked until a person says which way it went. */
const lacksDirection = ({ undoes, kind }: FileEntry): boolean => undoes?.otherwise === "asked" && kind !== "reversal";

const securitiesMoved: DescribedRow["kinds"] = ["transferIn", "transferOut"];
const cashMoved: DescribedRow["kinds"] = ["deposit", "withdrawal"];

/** The entries of one row as they are shown, with the kinds that they can be given. */
function describe(
  file: ReadFile,
  entries: readonly FileEntry[],
  { code }: { code?: ImportRefusal["code"] } = {},
): DescribedRow {
  const [first] = entries;
  if (!first) throw new Error("a row without entries");
  const papers = entries.map(({ instrument }) => file.instruments[instrument ?? -1]);
  const name = papers.find((paper) => paper !== undefined)?.name ?? first.description ?? first.externalId;
  const kinds = entries.some(({ instrument }) => instrument !== undefined) ? securitiesMoved : cashMoved;
  return {
    line: first.line,
    account: first.account,
    name,
    readAs: first.kind,
    text: first.description === name ? null : (first.description ?? null),
    moved: entries.flatMap(({ quantity = "0", amount, currency }, place) => [
      ...(isZero(amount) ? [] : [{ amount, unit: currency }]),
      ...(isZero(quantity) ? [] : [{ amount: quantity, unit: papers[place]?.ticker ?? "" }]),
    ]),
    // What an action booked may be booked beside it, as it is.
    kinds: code === "bookedByAction" ? [first.kind] : entries.every(lacksDirection) ? kinds : [],
    fields: entries.map(({ externalId, fingerprint }) => [externalId, fingerprint] as const),
  };
}

/** A transfer that came in, or went out, whatever sign its row has. Its id stays, so that a later file knows it. */
function directed({ undoes: _undoes, ...entry }: FileEntry, comes: boolean): FileEntry {
  const sized = (value: string): string => (comes ? absolute(value) : negated(absolute(value)));
  const moved =
    entry.instrument === undefined
      ? { kind: comes ? ("deposit" as const) : ("withdrawal" as const), amount: sized(entry.amount) }
      : { kind: comes ? ("transferIn" as const) : ("transferOut" as const), quantity: sized(entry.quantity ?? "0") };
  return { ...entry, ...moved, fingerprint: hash("sha256", `${entry.fingerprint} ${moved.kind}`, "hex") };
}

/** The rows of the refused entries, each with all of its entries. */
function rowsOf(file: ReadFile, refused: readonly RefusedEntry[]): { entries: FileEntry[]; refusal: ImportRefusal }[] {
  const refusals = new Map<string, ImportRefusal>();
  for (const { entry, refusal } of refused)
    if (entry.line !== noLine && !refusals.has(rowOf(entry))) refusals.set(rowOf(entry), refusal);
  if (refusals.size === 0) return [];
  const rows = Map.groupBy(
    file.entries.filter((entry) => refusals.has(rowOf(entry))),
    rowOf,
  );
  return [...rows].map(([row, entries]) => ({ entries, refusal: refusals.get(row) as ImportRefusal }));
}

/**
 * Does to refused rows what was decided about them: they leave the file, or go the way that was given. Returns their entries
 * as they were, with what stands for each.
 */
export function followDecided(
  file: ReadFile,
  decisions: Decisions,
  refused: readonly RefusedEntry[],
): ReadonlyMap<FileEntry, FileEntry | undefined> {
  const replaced = new Map<FileEntry, FileEntry | undefined>();
  if (decisions.size === 0) return replaced;
  for (const { entries, refusal } of rowsOf(file, refused)) {
    const row = describe(file, entries, refusal);
    const decision = findDecision(decisions, row);
    if (!decision) continue;
    const { kind } = decision;
    const bookedSo = (entry: FileEntry): FileEntry =>
      refusal.code === "bookedByAction" ? entry : directed(entry, kind === "transferIn" || kind === "deposit");
    for (const entry of entries) replaced.set(entry, kind === null ? undefined : bookedSo(entry));
    listDecided(file, row, decision);
  }
  if (replaced.size > 0)
    file.entries = file.entries.flatMap((entry) => (replaced.has(entry) ? (replaced.get(entry) ?? []) : [entry]));
  return replaced;
}

/** Lists refused rows about which nothing was decided. */
export function listRefusedRows(file: ReadFile, refused: readonly RefusedEntry[]): void {
  for (const { entries, refusal } of rowsOf(file, refused))
    listUndecided(file, describe(file, entries, refusal), refusal);
}

/** For `entryBook`: an entry whose id the file has twice is refused, unless a colleague left its row out. */
export const followingRepeated =
  (file: ReadFile, decisions: Decisions) =>
  (entry: FileEntry, refusal: RefusedRow): void => {
    const { line, account } = entry;
    const row = { ...describe(file, [entry]), kinds: [] };
    if (!followDecision({ file, decisions, row, refusal, bookAs: () => undefined }))
      file.refusals.push({ line, code: refusal.code, detail: refusal.detail, account });
  };

/** An account that is nobody's, as it is shown. */
const describeAccount = (file: ReadFile, { account, line }: { account: string; line: number }): DescribedRow => ({
  line,
  account,
  name: account,
  accountEntries: file.entries.filter((entry) => entry.account === account).length,
  text: null,
  moved: [],
  kinds: [],
  fields: [["account", account]],
});

/** Leaves out the accounts that are no client's and about which a colleague decided so; lists the others with `whyNot`. */
export function leaveOutAccounts(
  file: ReadFile,
  decisions: Decisions,
  whyNot: (account: string) => Pick<ImportRefusal, "code" | "detail"> | null,
): ImportRefusal[] {
  const refusals: ImportRefusal[] = [];
  for (const { account, line } of file.accounts.values()) {
    const why = whyNot(account);
    if (!why) continue;
    const row = describeAccount(file, { account, line });
    const first = file.entries.find((entry) => entry.account === account && entry.line !== noLine);
    const refusal = { line: first?.line ?? null, ...why, account };
    if (!followDecision({ file, decisions, row, refusal, bookAs: () => undefined })) refusals.push(refusal);
    else {
      const isOther = (one: { account: string | null }): boolean => one.account !== account;
      file.accounts.delete(account);
      file.entries = file.entries.filter(isOther);
      // What is wrong with its rows matters no more.
      file.refusals = file.refusals.filter(isOther);
      file.undecided = file.undecided.filter(isOther);
    }
  }
  return refusals;
}
