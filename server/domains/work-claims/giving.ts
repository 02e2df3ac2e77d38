/** Gives work of a kind to a colleague, or takes it from whoever has it, many at once. */
import type { BulkChangeOf } from "@portico/api/bulk-changes.ts";
import type { ClaimedKind } from "@portico/api/work-claims/kinds.ts";
import type { Context } from "../../kernel/context.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import type { BulkKind } from "../bulk-changes/kind.ts";
import { mayHaveAgain } from "../colleagues/bulk-assign.ts";
import { requireColleague } from "../colleagues/colleagues.ts";
import { auditGiven } from "./audited.ts";
import type { WorkChange, WorkKind } from "./kind.ts";
import { tellColleague } from "./telling.ts";
import { endClaim, findClaims, insertClaim } from "./work-claims.queries.ts";

type Giving<Action extends WorkChange["action"]> = BulkKind<BulkChangeOf<Action>>;

/** `find`: what the filter of the kind's list matches. */
export const givingWork = <Action extends WorkChange["action"]>(
  kind: ClaimedKind,
  work: WorkKind,
  find: Giving<Action>["find"],
): Giving<Action> => ({ ...giving(kind, work), find }) as Giving<Action>;

function giving(kind: ClaimedKind, work: WorkKind): Omit<BulkKind<WorkChange>, "find"> {
  async function noteGiven(
    tx: Tx,
    context: Context,
    { id, ...given }: { id: number; from: number | null; to: number | null },
  ): Promise<void> {
    const [item] = await work.read({ ...context, db: tx }, [id]);
    if (item) auditGiven(tx, { kind, itemId: id, holder: item.holder }, given);
  }
  return {
    lock: (trx, id) => work.lock(trx, id),
    async read(context, ids, { to }) {
      const claims = new Map((await findClaims(context.db, kind, ids)).map((claim) => [claim.item_id, claim]));
      return (await work.read(context, ids)).map(({ id, name, isOpen, refusal, excluded }) => {
        const claim = claims.get(id);
        const staffId = claim?.user_id ?? null;
        const forbidden = to !== null && excluded.includes(to) ? "fourEyes" : refusal;
        return {
          id,
          name,
          from: claim?.name ?? null,
          before: { staffId },
          refusal: !isOpen ? "stateConflict" : staffId === to ? "unchanged" : forbidden,
        };
      });
    },
    carryOut: (context, id, { to }) =>
      transact(context, async (tx) => {
        if (to !== null) await requireColleague(tx, to);
        const [claim] = await findClaims(tx, kind, [id]);
        await endClaim(tx, kind, id);
        if (to !== null) await insertClaim(tx, { kind, itemId: id, userId: to, at: context.now() });
        await noteGiven(tx, context, { id, from: claim?.user_id ?? null, to });
        tx.emit("work:claimed", { kind });
      }),
    tellAll: (tx, { to }, { count, by }) => tellColleague(tx, { kind, to, count, by }),
    async putBack(tx, { id, before }, { to }, context) {
      const staffId = before["staffId"] as number | null;
      const [claim] = await findClaims(tx, kind, [id]);
      if ((claim?.user_id ?? null) !== to || !(await mayHaveAgain(tx, staffId))) return false;
      await endClaim(tx, kind, id);
      if (staffId !== null) await insertClaim(tx, { kind, itemId: id, userId: staffId });
      await noteGiven(tx, context, { id, from: to, to: staffId });
      tx.emit("work:claimed", { kind });
      return true;
    },
  };
}
