/**
 * Merging a ticket into another of the same holder, and undoing it. Texts and files stay where they were written and are
 * shown in the target through `merged_into`; tags, watchers and waiting are added to the target and recorded.
 */
import type { Answer } from "@portico/api/endpoint.ts";
import type { tickets } from "@portico/api/tickets.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import { enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { recountWritten } from "../changes.queries.ts";
import { keepClocks } from "../promises/promises.ts";
import { refusalToMerge, refusalToTakeMerged, refusalToUnmerge } from "../tickets.policy.ts";
import { findTicket } from "../tickets.queries.ts";
import { getTicket, readTicket, toTicketStatus } from "../tickets.ts";
import {
  correctMerge,
  findAskedSince,
  findMerge,
  insertMerge,
  listMergesInto,
  listOwn,
  lockTickets,
  type Merge,
  markUndone,
  restoreMerged,
  setWaiting,
  takeAway,
} from "./merging.queries.ts";

/** Merges the ticket into another one; answers to the target. `badInput` if that is not another ticket of the holder. */
export async function mergeTicket(context: Context, id: number, into: number): Promise<Answer<typeof tickets.merge>> {
  const viewer = requireViewer(context);
  await transact(context, async (tx) => {
    await lockTickets(tx, [id, into]);
    const row = await readTicket(tx, id);
    enforce(refusalToMerge(viewer, toTicketStatus(row)));
    const holder = holderOf(row);
    const target = id === into ? undefined : await findTicket(tx, into, { holder });
    if (!target) throw new Refusal("badInput", { fields: [{ path: "into", code: "unknown" }] });
    enforce(refusalToTakeMerged(toTicketStatus(target)));
    if (!(await insertMerge(tx, { id, from: row.state, into, by: viewer.userId }))) throw new Refusal("stateConflict");
    await recountWritten(tx, into);
    await keepClocks(tx, into);
    tx.audit("ticket.merged", holder, { after: { ticket: id, title: row.title, into } });
    for (const ticketId of [id, into]) tx.emit("ticket", { ...holder, ticketId });
  });
  return getTicket(context, into);
}

/** The ticket is again as it was before it was merged; what was written in the target since stays there. */
export async function unmergeTicket(context: Context, id: number): Promise<Answer<typeof tickets.unmerge>> {
  const viewer = requireViewer(context);
  const known = await findMerge(context.db, id);
  await transact(context, async (tx) => {
    await lockTickets(tx, [id, ...(known ? [known.target_id] : [])]);
    const row = await readTicket(tx, id);
    const merge = await findMerge(tx, id);
    enforce(refusalToUnmerge(viewer, toTicketStatus(row), merge && { at: merge.merged_at, now: context.now() }));
    if (!merge || merge.id !== known?.id) throw new Refusal("stateConflict");
    const target = await readTicket(tx, merge.target_id);
    // The later merge is undone first.
    if (target.merged_into !== null) throw new Refusal("stateConflict");
    await unmerge(tx, merge, target.waiting_since);
    await restoreMerged(tx, merge.id);
    await recountWritten(tx, target.id);
    for (const ticketId of [id, target.id]) await keepClocks(tx, ticketId);
    if (!(await markUndone(tx, merge.id, viewer.userId))) throw new Refusal("stateConflict");
    const holder = holderOf(row);
    tx.audit("ticket.unmerged", holder, { after: { ticket: id, title: row.title, from: target.id } });
    for (const ticketId of [id, target.id]) tx.emit("ticket", { ...holder, ticketId });
  });
  return getTicket(context, id);
}

const isSame = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime();
const earlier = (one: Date | null, other: Date | null): Date | null =>
  one && other ? (one < other ? one : other) : (one ?? other);

/** Takes from the target what the merge brought, unless another merge that still holds brings it too. */
async function unmerge(trx: Trx, merge: Merge, waits: Date | null): Promise<void> {
  const all = await listMergesInto(trx, merge.target_id);
  const others = all.filter(({ id }) => id !== merge.id);
  const own = new Map(
    (
      await listOwn(
        trx,
        others.map(({ ticket_id }) => ticket_id),
      )
    ).map((one) => [one.id, one]),
  );
  const changed = new Set<Merge>();
  const left = { tags: [...merge.tags], watchers: [...merge.watchers] };
  for (const other of others) {
    const { tags = [], watchers = [] } = own.get(other.ticket_id) ?? {};
    const inherited = {
      tags: left.tags.filter((tag) => tags.includes(tag)),
      watchers: left.watchers.filter((user) => watchers.includes(user)),
    };
    if (inherited.tags.length + inherited.watchers.length === 0) continue;
    other.tags = [...other.tags, ...inherited.tags].toSorted();
    other.watchers = [...other.watchers, ...inherited.watchers];
    left.tags = left.tags.filter((tag) => !tags.includes(tag));
    left.watchers = left.watchers.filter((user) => !watchers.includes(user));
    changed.add(other);
  }
  // Later merges continue from what this one left, as long as nobody wrote between them.
  let before = merge.target_waits;
  let after = merge.target_waited;
  let isUnbroken = true;
  for (const later of all.filter(({ id }) => id > merge.id)) {
    isUnbroken &&= isSame(later.target_waited, before);
    if (!isUnbroken) break;
    before = later.target_waits;
    later.target_waited = after;
    after = earlier(after, later.waiting_since);
    later.target_waits = after;
    changed.add(later);
  }
  for (const other of changed) await correctMerge(trx, other);
  await takeAway(trx, merge.target_id, left);
  if (!isUnbroken || !isSame(waits, before)) return;
  const asked = before && (await findAskedSince(trx, merge.target_id, merge.merged_at));
  await setWaiting(trx, merge.target_id, earlier(after, asked));
}
