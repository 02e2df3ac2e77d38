/**
 * Candidates that are decided as *false* together, with one reason: those of the same entry of the list, or of the same person of
 * ours. Each is decided by the rules of a decision by itself; the others of a selection are left out.
 */
import type { BulkChangeOf } from "@portico/api/bulk-changes.ts";
import { requireViewer } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { BulkItem, BulkKind } from "../../bulk-changes/kind.ts";
import { refusalToAct } from "./candidates.policy.ts";
import { insertDecision, moveCandidate } from "./candidates.queries.ts";
import { decide } from "./candidates.ts";
import { type LikeRow, listLike, lockCandidate, readLike } from "./like.queries.ts";

type Change = BulkChangeOf<"clearCandidates">;

export const clearCandidates: BulkKind<Change> = {
  async find(context, filter, limit) {
    return (await listLike(context.db, filter, limit)).map(({ id }) => id);
  },
  lock: lockCandidate,
  async read(context, ids, { like, by }) {
    const viewer = requireViewer(context);
    const rows = await readLike(context.db, ids, { like, by });
    return rows.map(
      ({ id, name, state, proposed_by: proposedBy, is_like: isLike, ...holder }): BulkItem => ({
        id,
        name,
        from: null,
        before: { state },
        refusal:
          refusalToAct(
            viewer,
            { holder: { holderType: holder.holder_type, holderId: holder.holder_id }, state, proposedBy },
            "false",
          ) ?? (isLike ? null : "byItself"),
      }),
    );
  },
  async carryOut(context, id, { like, by, reason }) {
    if (reason.trim() === "") throw new Refusal("badInput", { fields: [{ path: "reason", code: "required" }] });
    const [row] = await readLike(context.db, [id], { like, by });
    return decide(context, id, { action: "false", state: row?.state ?? "open", reason: reason.trim() });
  },
  async putBack(tx, { id, before }, _change, context) {
    const state = before["state"] as LikeRow["state"];
    const [row] = await readLike(tx, [id], { like: id, by: "entry" });
    if (!row || !(await moveCandidate(tx, id, { from: "false", to: state, proposedBy: null }))) return false;
    const holder = { holderType: row.holder_type, holderId: row.holder_id };
    const { userId } = requireViewer(context);
    await insertDecision(tx, holder, { candidateId: id, action: "reopen", reason: "", by: userId });
    tx.audit("screening.decided", id, {
      before: { state: "false" },
      after: {
        state,
        action: "reopen",
        reason: "",
        entry: row.entry_id,
        list: row.list_name,
        score: Number(row.score),
      },
    });
    tx.emit("screening:candidates", {});
    return true;
  },
};
