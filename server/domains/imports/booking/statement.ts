/**
 * Prepares a statement for booking: its accounts, instruments, and what its rows cancel. Runs in a transaction that the
 * preview rolls back and the confirmation commits, so that both have the same result.
 */
import type { ImportRefusal } from "@portico/api/imports.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import type { FoundAccount } from "../../custodians/resolve.ts";
import type { EntriesPreview, NewEntry } from "../../portfolios/ledger/entries.ts";
import { findBookedTrades, findBookings, type HeldOn, type Holdings } from "../../portfolios/ledger/holdings.ts";
import { aimRows, nameReversed } from "../cancelling/find-cancelled.ts";
import { aimCancellations, type BookingsOf, renameRebooked } from "../cancelling/rebookings.ts";
import { type Original, retainedCommissions } from "../cancelling/retained-commissions.ts";
import { findApplied } from "../questions/applied-actions.ts";
import type { Decisions } from "../questions/decisions.ts";
import { followDecided, listRefusedRows, type RefusedEntry } from "../questions/refused-rows.ts";
import { inBookingOrder } from "../reading/entry-order.ts";
import { type FileEntry, type ReadFile, shortened } from "../reading/parsed-file.ts";
import { ofAccount, toLedgerId } from "./account-ids.ts";
import { findFileAccounts } from "./accounts.ts";
import { type Resolved, resolveInstruments, toNewEntry } from "./new-entries.ts";
import { joinLots, takeOverLots } from "./opening-lots.ts";
import { addPooled, type Pooled, takePooled } from "./pooled.ts";

/** Entries of one account, ready for the writer. */
export interface Batch {
  account: string;
  holder: Holder & { name: string };
  entries: NewEntry[];
  /** Each entry as it is in the file. */
  rows: FileEntry[];
}

/** A file as it was read, with what staff typed and decided about it. */
export interface Given {
  file: ReadFile;
  typedInstruments: ReadonlySet<number>;
  decisions: Decisions;
  /** Whose file it is; null if that is not known. */
  custodianId: number | null;
}

export interface Prepared {
  /** A copy, without what staff left out: a booking that is repeated begins with what was read. */
  file: ReadFile;
  decisions: Decisions;
  resolved: Resolved;
  batches: Batch[];
  refusals: ImportRefusal[];
  holders: ReadonlyMap<string, Holder & { name: string }>;
  accounts: ReadonlyMap<string, FoundAccount>;
  /** Accounts that nobody has. */
  unknownAccounts: readonly string[];
  /** Rows that cancel nothing that is known, and are booked as the movements that they state. */
  unaimed: readonly FileEntry[];
  /** What the file says of the firm's pooled accounts. */
  pooled?: Pooled | undefined;
}

/** What the writer would do with the entries of an account. */
export interface Outcome {
  batch: Batch;
  preview: EntriesPreview;
  /** The holder's holdings before the file. */
  holdings: Holdings;
  /** Those with other custodians, which the file does not state. */
  elsewhere: HeldOn;
}

/** Finds the trades that a file cancels: in the file itself, and booked before. */
async function findOriginals(
  trx: Trx,
  file: ReadFile,
  accounts: Prepared["accounts"],
): Promise<Parameters<typeof retainedCommissions>[1]> {
  const key = (account: string, externalId: string): string => `${account} ${externalId}`;
  const originals = new Map<string, Original>();
  const cancelled = Map.groupBy(
    file.entries.filter(({ statedCash }) => statedCash !== undefined),
    ({ account }) => account,
  );
  if (cancelled.size === 0) return () => undefined;
  for (const [account, entries] of cancelled) {
    const found = accounts.get(account);
    if (!found) continue;
    const ids = entries.flatMap(({ reversesExternalId: id }) => (id === undefined ? [] : toLedgerId(found, id)));
    for (const booked of ofAccount(found, await findBookedTrades(trx, found.holder, ids)))
      originals.set(key(account, booked.externalId), booked);
  }
  for (const { account, externalId, currency, amount, instrument } of file.entries)
    originals.set(key(account, externalId), { currency, amount, instrument });
  return (account, externalId) => originals.get(key(account, externalId));
}

/** What earlier files booked of the trades that this one books or cancels. */
async function bookedBefore(trx: Trx, { entries }: ReadFile, accounts: Prepared["accounts"]): Promise<BookingsOf> {
  const bookings = new Map<string, { of: FoundAccount; found: Awaited<ReturnType<typeof findBookings>> }>();
  for (const [account, own] of Map.groupBy(entries, (entry) => entry.account)) {
    const of = accounts.get(account);
    const trades = new Set(own.flatMap(({ rebooking, cancels }) => rebooking?.trade ?? cancels?.trade ?? []));
    if (!of || trades.size === 0) continue;
    const ids = [...trades].map((trade) => toLedgerId(of, trade));
    bookings.set(account, { of, found: await findBookings(trx, of.holder, ids) });
  }
  return (account, trade) => {
    const known = bookings.get(account);
    return known ? ofAccount(known.of, known.found.get(toLedgerId(known.of, trade)) ?? []) : [];
  };
}

/** What is refused of a row that finds nothing to cancel; undefined if it is booked as the movement that it states. */
function refusalOf({ line, account, description, undoes }: FileEntry): ImportRefusal | undefined {
  if (!undoes || undoes.otherwise === "booked") return undefined;
  const code = undoes.otherwise === "asked" ? ("directionDisagrees" as const) : ("unknownReversal" as const);
  return { line, code, detail: description ? shortened(description) : null, account };
}

/** The entries of each account whose holder is known, in booking order. */
function batchesOf(
  { entries }: ReadFile,
  { accounts, resolved }: Pick<Prepared, "accounts" | "resolved">,
  isRefused: (entry: FileEntry) => boolean,
): Batch[] {
  const batches: Batch[] = [];
  const byAccount = Map.groupBy(
    inBookingOrder(entries).filter((entry) => !isRefused(entry)),
    ({ account }) => account,
  );
  for (const [account, own] of byAccount) {
    const found = accounts.get(account);
    if (!found) continue;
    const batch: Batch = { account, holder: found.holder, entries: [], rows: [] };
    for (const row of own) {
      const made = toNewEntry(row, resolved, found);
      if (!made) continue;
      batch.entries.push(made);
      batch.rows.push(row);
    }
    batches.push(batch);
  }
  // The same order for all writers, so that two files about the same holders wait for each other instead of
  // deadlocking.
  return batches.sort(
    (a, b) => a.holder.holderType.localeCompare(b.holder.holderType) || a.holder.holderId - b.holder.holderId,
  );
}

const copied = (file: ReadFile): ReadFile => ({
  ...file,
  accounts: new Map(file.accounts),
  entries: [...file.entries],
  refusals: [...file.refusals],
  undecided: [...file.undecided],
  decided: [...file.decided],
});

/** Finds the holders and instruments of the entries, and does what was decided about rows that cannot be booked. */
export async function prepareStatement(
  trx: Trx,
  { file: read, typedInstruments, decisions, custodianId }: Given,
): Promise<Prepared> {
  const file = copied(read);
  const pooled = await takePooled(trx, file, custodianId);
  const found = await findFileAccounts(trx, { file, decisions, custodianId });
  const { refusals: notClients, unknown } = found;
  if (pooled) addPooled(file, pooled);
  const accounts = new Map([...found.accounts, ...(pooled?.found ?? [])]);
  const refusals: ImportRefusal[] = [...file.refusals, ...notClients];
  const bookingsOf = await bookedBefore(trx, file, accounts);
  renameRebooked(file.entries, bookingsOf);
  aimCancellations(file.entries, bookingsOf);
  file.entries.push(...retainedCommissions(file.entries, await findOriginals(trx, file, accounts)));
  const given = { typedInstruments, decisions };
  const resolved = await resolveInstruments(trx, file, given, (refusal) => refusals.push(refusal));
  await joinLots(trx, file, { accounts, resolved }, (refusal) => refusals.push(refusal));
  const besideLots = await takeOverLots(trx, file, { accounts, resolved });
  const { unaimed } = await aimRows(trx, file, { accounts, resolved });
  const refused = unaimed.flatMap((entry): RefusedEntry[] => {
    const refusal = refusalOf(entry);
    return refusal ? [{ entry, refusal }] : [];
  });
  refused.push(...besideLots, ...(await findApplied(trx, file, { accounts, resolved })));
  const decided = followDecided(file, decisions, refused);
  const open = refused.filter(({ entry }) => !decided.has(entry));
  listRefusedRows(file, open);
  refusals.push(...open.map(({ refusal }) => refusal));
  await nameReversed(trx, file, accounts);
  const isOpen = new Set(open.map(({ entry }) => entry));
  const batches = batchesOf(file, { accounts, resolved }, (entry) => isOpen.has(entry));
  const booked = unaimed.filter((row) => row.undoes?.otherwise === "booked");
  const holders = new Map([...accounts].map(([account, { holder }]) => [account, holder]));
  return {
    file,
    decisions,
    resolved,
    batches,
    refusals,
    holders,
    accounts,
    unknownAccounts: unknown,
    unaimed: booked,
    pooled,
  };
}
