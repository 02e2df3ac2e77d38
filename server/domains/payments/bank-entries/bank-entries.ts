/** The staff's list of entries of pooled accounts: booked for a client, kept as the firm's own, or opened again. */
import { hash } from "node:crypto";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { bankEntryCalls } from "@portico/api/payments/bank-entries.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { decodeCursor, encodeCursor } from "../../../kernel/cursor.ts";
import { canOf, enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { getHolder, getUserNames } from "../../holders/holders.ts";
import { emitPortfolios } from "../../portfolios/change-events.ts";
import type { NewEntry } from "../../portfolios/ledger/entries.ts";
import { bookEntries } from "../../portfolios/ledger/writer.ts";
import { findNamed } from "../matching/references-in-text.ts";
import { refusalToAssign, refusalToKeep, refusalToReopen } from "./bank-entries.policy.ts";
import {
  type BankEntryRow,
  type BookingRow,
  countBookings,
  countOpenEntries,
  endBooking,
  insertBooking,
  listBankEntryRows,
  listBookings,
  lockBankEntry,
  moveBankEntry,
} from "./bank-entries.queries.ts";
import { externalIdOf } from "./recording.ts";

type Calls = typeof bankEntryCalls;
type Row = Answer<Calls["listBankEntries"]>["entries"][number];

/** Cap for counting; staff see "1,000+". */
const maxCounted = 1_001;
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

export async function listBankEntries(
  context: Context,
  { state, cursor, limit }: Parsed<Calls["listBankEntries"]>["query"],
): Promise<Answer<Calls["listBankEntries"]>> {
  const { db } = context;
  const order = `bank ${state}`;
  const after = cursor === undefined ? undefined : decodeCursor(cursor, order);
  if (after && !isDay(after.value)) throw new Refusal("badInput", { fields: [{ path: "cursor", code: "badFormat" }] });
  const rows = await listBankEntryRows(db, { state, after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    entries: await present(context, shown),
    nextCursor: rows.length > limit && last ? encodeCursor(order, last.bookedOn, last.id) : null,
    open: await countOpenEntries(db, maxCounted),
  };
}

async function present(context: Context, rows: readonly BankEntryRow[]): Promise<Row[]> {
  const { db } = context;
  const viewer = requireViewer(context);
  const bookings = await listBookings(
    db,
    rows.map(({ id }) => id),
  );
  const people = [...rows.map(({ ownBy }) => ownBy), ...[...bookings.values()].map(({ bookedBy }) => bookedBy)];
  const names = await getUserNames(db, [...new Set(people.filter((id) => id !== null))]);
  const presented: Row[] = [];
  for (const row of rows) {
    const booking = bookings.get(row.id);
    const holder = booking && { holderType: booking.holderType, holderId: booking.holderId };
    presented.push({
      id: row.id,
      account: row.account,
      bank: row.bank,
      day: row.bookedOn,
      currency: row.currency,
      amount: row.amount,
      counterparty: row.counterparty,
      counterpartyAccount: row.counterpartyAccount,
      ownReference: row.ownReference,
      text: row.text,
      code: row.code,
      isReversal: row.isReversal,
      returnReason: row.returnReason,
      state: row.state,
      holder: holder
        ? { holder_type: holder.holderType, holder_id: holder.holderId, name: (await getHolder(db, holder)).name }
        : null,
      decided: decidedOf(row, booking, names),
      can: canOf({
        assign: refusalToAssign(viewer, row.state, undefined),
        keep: refusalToKeep(viewer, row.state),
        reopen: refusalToReopen(viewer, row.state, holder),
      }),
    });
  }
  return presented;
}

function decidedOf(
  { ownBy, ownAt, ownReason }: BankEntryRow,
  booking: BookingRow | undefined,
  names: ReadonlyMap<number, string>,
): Row["decided"] {
  if (ownBy !== null && ownAt !== null)
    return { at: ownAt.toISOString(), by: names.get(ownBy) ?? "", reason: ownReason ?? "" };
  if (!booking || booking.bookedBy === null) return null;
  return {
    at: booking.bookedAt.toISOString(),
    by: names.get(booking.bookedBy) ?? "",
    reason: booking.reason ?? "",
  };
}

async function lock(tx: Tx, entryId: number): Promise<{ entry: BankEntryRow; booking: BookingRow | undefined }> {
  const entry = await lockBankEntry(tx, entryId);
  if (!entry) throw new Refusal("notFound");
  return { entry, booking: (await listBookings(tx, [entryId])).get(entryId) };
}

const fingerprintOf = (...parts: readonly (string | number)[]): string => hash("sha256", JSON.stringify(parts), "hex");

/** Books an entry in the holder's ledger, and tells open pages. */
async function book(tx: Tx, holder: Holder, entry: NewEntry): Promise<void> {
  const { version } = await bookEntries(tx, holder, [entry]);
  emitPortfolios(tx, [{ ...holder, version }]);
}

/** Books an open entry for a client. `stateConflict` if a colleague was first, `fileRefused` if the ledger cannot have it. */
export async function assignBankEntry(
  context: Context,
  entryId: number,
  { holderType, holderId, reason }: Parsed<Calls["assignBankEntry"]>["body"],
): Promise<Answer<Calls["assignBankEntry"]>> {
  const viewer = requireViewer(context);
  const holder = { holderType, holderId };
  await transact(context, async (tx) => {
    const { entry } = await lock(tx, entryId);
    enforce(refusalToAssign(viewer, entry.state, holder));
    await getHolder(tx, holder);
    if (!(await moveBankEntry(tx, entryId, { from: "open", to: "booked" }))) throw new Refusal("stateConflict");
    const externalId = externalIdOf(entry, await countBookings(tx, entryId));
    const comes = !entry.amount.startsWith("-");
    const description = [entry.ownReference, entry.counterparty, entry.text].filter(Boolean).join(" · ");
    await book(tx, holder, {
      externalId,
      fingerprint: fingerprintOf("bank", externalId, entry.bookedOn, entry.amount, entry.currency),
      kind: comes ? "deposit" : "withdrawal",
      day: entry.bookedOn,
      currency: entry.currency,
      amount: entry.amount,
      custodian: entry.bank.slice(0, 100),
      ...(description !== "" && { description: description.slice(0, 1000) }),
    });
    const [named] = await findNamed(tx, [description]);
    const ids = new Set(named?.withdrawals.map(({ id }) => id));
    const [requestId = null] = ids.size === 1 ? ids : [];
    await insertBooking(tx, holder, {
      entryId,
      externalId,
      requestId,
      isReturn: comes && requestId !== null,
      how: "staff",
      by: viewer.userId,
      reason,
    });
    tx.audit("holder.bankEntryAssigned", holder, { after: { entry: entryId, reason } });
    tx.emit("payments:bankEntries", {});
  });
  return { state: "booked" };
}

/** Says that an open entry is the firm's own, such as the bank's fee. */
export async function keepBankEntry(
  context: Context,
  entryId: number,
  { reason }: Parsed<Calls["keepBankEntry"]>["body"],
): Promise<Answer<Calls["keepBankEntry"]>> {
  const viewer = requireViewer(context);
  await transact(context, async (tx) => {
    const { entry } = await lock(tx, entryId);
    enforce(refusalToKeep(viewer, entry.state));
    const own = { by: viewer.userId, reason };
    if (!(await moveBankEntry(tx, entryId, { from: "open", to: "own", own }))) throw new Refusal("stateConflict");
    tx.audit("bankEntry.kept", entryId, { after: { reason } });
    tx.emit("payments:bankEntries", {});
  });
  return { state: "own" };
}

/** Takes back a decision: what was booked for a client is reversed there, and the entry waits again. */
export async function reopenBankEntry(
  context: Context,
  entryId: number,
  { reason }: Parsed<Calls["reopenBankEntry"]>["body"],
): Promise<Answer<Calls["reopenBankEntry"]>> {
  const viewer = requireViewer(context);
  await transact(context, async (tx) => {
    const { entry, booking } = await lock(tx, entryId);
    const holder = booking && { holderType: booking.holderType, holderId: booking.holderId };
    enforce(refusalToReopen(viewer, entry.state, holder));
    if (!(await moveBankEntry(tx, entryId, { from: entry.state, to: "open" }))) throw new Refusal("stateConflict");
    if (booking && holder) {
      if (!(await endBooking(tx, booking, { by: viewer.userId, reason }))) throw new Refusal("stateConflict");
      const externalId = `${booking.externalId}~`;
      await book(tx, holder, {
        externalId,
        fingerprint: fingerprintOf("bank", externalId),
        kind: "reversal",
        day: entry.bookedOn,
        currency: entry.currency,
        amount: "0",
        reversesExternalId: booking.externalId,
      });
      tx.audit("holder.bankEntryUndone", holder, { after: { entry: entryId, reason } });
    } else tx.audit("bankEntry.reopened", entryId, { after: { reason } });
    tx.emit("payments:bankEntries", {});
  });
  return { state: "open" };
}
