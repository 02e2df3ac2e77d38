/** Breaks that are given to a colleague together. */
import type { BulkChangeOf } from "@portico/api/bulk-changes.ts";
import { requireViewer } from "../../kernel/context.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import type { BulkKind } from "../bulk-changes/kind.ts";
import { mayHaveAgain } from "../colleagues/bulk-assign.ts";
import { requireColleague } from "../colleagues/colleagues.ts";
import { getUserNames } from "../holders/holders.ts";
import { tellColleague } from "../work-claims/telling.ts";
import { listOwned, lockBreak, updateBreak } from "./breaks.queries.ts";
import { about } from "./breaks.ts";
import { findBreaks } from "./lists.ts";
import { refusalToWork } from "./reconciliation.policy.ts";

/** In the caller's transaction. */
async function give(tx: Tx, id: number, to: number | null): Promise<void> {
  const stored = await lockBreak(tx, id);
  if (!stored) return;
  const { note, state, reason } = stored;
  await updateBreak(tx, id, { ownerId: to, note, state, reason });
  const owner = to === null ? null : ((await getUserNames(tx, [to])).get(to) ?? "");
  tx.audit("holder.breakTaken", stored, { after: { ...about(stored), owner } });
  tx.emit("reconciliation:changed", {});
}

export const giveBreaks: BulkKind<BulkChangeOf<"giveBreaks">> = {
  find: findBreaks,
  lock: lockBreak,
  async read(context, ids, { to }) {
    const viewer = requireViewer(context);
    return (await listOwned(context.db, ids)).map(
      ({ id, name, holder_name, owner_id, owner_name, state, ...holder }) => ({
        id,
        name: `${holder_name}: ${name}`,
        from: owner_name,
        before: { staffId: owner_id },
        refusal: owner_id === to ? "unchanged" : refusalToWork(viewer, holder, state),
      }),
    );
  },
  carryOut: (context, id, { to }) =>
    transact(context, async (tx) => {
      if (to !== null) await requireColleague(tx, to);
      await give(tx, id, to);
    }),
  tellAll: (tx, { to }, { count, by }) => tellColleague(tx, { kind: "break", to, count, by }),
  async putBack(tx, { id, before }, { to }) {
    const staffId = before["staffId"] as number | null;
    const stored = await lockBreak(tx, id);
    if (!stored || stored.state === "closed" || stored.ownerId !== to || !(await mayHaveAgain(tx, staffId)))
      return false;
    await give(tx, id, staffId);
    return true;
  },
};
