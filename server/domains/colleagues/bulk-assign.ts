/** Gives many clients to a colleague, or to nobody. */
import type { BulkChangeOf } from "@portico/api/bulk-changes.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import type { Verdict } from "../../kernel/policy.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import type { BulkKind } from "../bulk-changes/kind.ts";
import { type AssignedRow, listAssigned, lockAssigned, putBackAssigned } from "./assigned.queries.ts";
import { isStaffMember } from "./colleagues.queries.ts";

type Assignment = BulkChangeOf<"assignUsers"> | BulkChangeOf<"assignCompanies">;

interface Clients<Change extends Assignment> {
  holderType: Holder["holderType"];
  find: BulkKind<Change>["find"];
  refusal: (viewer: Viewer, holder: Holder) => Verdict;
  /** The change of one, as its own call makes it. */
  assign: (context: Context, id: number, to: number | null) => Promise<unknown>;
}

/** Whether what somebody had before may be theirs again: nobody who left gets anything back. */
export const mayHaveAgain = async (tx: Parameters<typeof isStaffMember>[0], staffId: number | null): Promise<boolean> =>
  staffId === null || (await isStaffMember(tx, staffId));

export function bulkAssignment<Change extends Assignment>({
  holderType,
  find,
  refusal,
  assign,
}: Clients<Change>): BulkKind<Change> {
  const table = holderType === "user" ? "app_user" : "company";
  const refusalOf = (viewer: Viewer, { id, assigned_to }: AssignedRow, to: number | null) =>
    refusal(viewer, { holderType, holderId: id }) ?? (assigned_to === to ? "unchanged" : null);
  return {
    find,
    lock: (trx, id) => lockAssigned(trx, table, id),
    async read(context, ids, { to }) {
      const viewer = requireViewer(context);
      return (await listAssigned(context.db, table, ids)).map((row) => ({
        id: row.id,
        name: row.name,
        from: row.assigned_name,
        before: { staffId: row.assigned_to },
        refusal: refusalOf(viewer, row, to),
      }));
    },
    carryOut: (context, id, { to }) => assign(context, id, to),
    async putBack(tx, { id, before }, { to }) {
      const staffId = before["staffId"] as number | null;
      if (!(await mayHaveAgain(tx, staffId))) return false;
      if (!(await putBackAssigned(tx, table, { id, from: to, to: staffId }))) return false;
      const holder = { holderType, holderId: id };
      tx.audit("holder.assigned", holder, { before: { staffId: to }, after: { staffId } });
      tx.emit("holder:state", holder);
      return true;
    },
  };
}
