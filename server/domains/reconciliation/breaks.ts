/** Breaks as staff work on them: taken, noted, explained. */

import type { Parsed } from "@portico/api/endpoint.ts";
import type { reconciliation as calls } from "@portico/api/reconciliation.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { getUserNames } from "../holders/holders.ts";
import { type BreakChange, lockBreak, type StoredBreak, updateBreak } from "./breaks.queries.ts";
import { refusalToWork } from "./reconciliation.policy.ts";

export const about = ({ custodian, name, day, difference }: StoredBreak) => ({ custodian, name, day, difference });

/**
 * Changes the break of the version that was read; `stateConflict` for another one, or if it is closed; `claimed`, with the
 * colleague's name, if it is `taking` what a colleague took meanwhile.
 */
const work = (
  context: Context,
  { id, version, taking = false }: { id: number; version: number; taking?: boolean },
  change: (tx: Tx, stored: StoredBreak) => Partial<BreakChange>,
): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const stored = await lockBreak(tx, id);
    if (!stored) throw new Refusal("notFound");
    enforce(refusalToWork(requireViewer(context), stored, stored.state));
    if (stored.version !== version) {
      if (taking && stored.ownerId !== null && stored.ownerId !== requireViewer(context).userId)
        throw new Refusal("claimed", { by: (await getUserNames(tx, [stored.ownerId])).get(stored.ownerId) ?? "" });
      throw new Refusal("stateConflict");
    }
    const { ownerId, note, state, reason } = stored;
    await updateBreak(tx, id, { ownerId, note, state, reason, ...change(tx, stored) });
    tx.emit("reconciliation:changed", {});
    return { done: true };
  });

/** Takes a break to look at, also from a colleague, or leaves it to nobody. */
export const takeBreak = (
  context: Context,
  id: number,
  { version, take }: Parsed<typeof calls.takeBreak>["body"],
): Promise<{ done: true }> =>
  work(context, { id, version, taking: take }, (tx, stored) => {
    const viewer = requireViewer(context);
    tx.audit("holder.breakTaken", stored, { after: { ...about(stored), owner: take ? viewer.name : null } });
    return { ownerId: take ? viewer.userId : null };
  });

export const noteBreak = (
  context: Context,
  id: number,
  { version, note }: Parsed<typeof calls.noteBreak>["body"],
): Promise<{ done: true }> =>
  work(context, { id, version }, (tx, stored) => {
    tx.audit("holder.breakNoted", stored, { before: { note: stored.note }, after: { ...about(stored), note } });
    return { note: note === "" ? null : note };
  });

/** Explains a break, or takes the explanation back. */
export const explainBreak = (
  context: Context,
  id: number,
  { version, reason }: Parsed<typeof calls.explainBreak>["body"],
): Promise<{ done: true }> =>
  work(context, { id, version }, (tx, stored) => {
    if (reason === null) {
      tx.audit("holder.breakReopened", stored, { before: { reason: stored.reason }, after: about(stored) });
      return { state: "open", reason: null, explainedBy: null };
    }
    tx.audit("holder.breakExplained", stored, { after: { ...about(stored), reason } });
    return { state: "explained", reason, explainedBy: requireViewer(context).userId };
  });
