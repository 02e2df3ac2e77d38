/**
 * Requests that are marked as done or declined together. Only those in which nothing else happens, so that undoing puts
 * everything back: what reserves cash, or may be paid already, is decided by itself.
 */
import type { BulkChangeOf } from "@portico/api/bulk-changes.ts";
import { requireViewer } from "../../../kernel/context.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import type { BulkKind } from "../../bulk-changes/kind.ts";
import { getHolder } from "../../holders/holders.ts";
import { listUnmatched } from "../matching/possible-payments.ts";
import { handleRequest } from "./decisions.ts";
import { getRequestDetails } from "./details.ts";
import { refusalToDecline, refusalToFinish } from "./requests.policy.ts";
import { listRecordsById, lockRequest, putBackRequest } from "./requests.queries.ts";
import { giveRequests } from "./work.ts";

export const handleRequests: BulkKind<BulkChangeOf<"handleRequests">> = {
  find: (context, filter, limit) => giveRequests.find(context, filter, limit),
  lock: lockRequest,
  async read(context, ids, { state }) {
    const viewer = requireViewer(context);
    const facts = await getRequestDetails(context.db, context.config, await listRecordsById(context.db, ids));
    const unmatched = await listUnmatched(context.db, facts);
    const refusalOf = state === "done" ? refusalToFinish : refusalToDecline;
    return Promise.all(
      facts.map(async ({ record, status, reservation }) => ({
        id: record.id,
        name: (await getHolder(context.db, status.holder)).name,
        from: null,
        before: { state: record.state },
        refusal:
          refusalOf(viewer, status) ??
          (reservation || (unmatched.get(record.id)?.length ?? 0) > 0 || record.state !== "open" ? "byItself" : null),
      })),
    );
  },
  carryOut: (context, id, { state, message }) =>
    handleRequest(context, id, { state, staffMessage: message, otherPayments: [], reason: "" }),
  async putBack(tx, { id }, { state }) {
    const moved = await putBackRequest(tx, id, state);
    if (!moved) return false;
    tx.audit("transactionRequest.handled", id, { after: { state: moved.state } });
    tx.emit("request:changed", { ...holderOf(moved), requestId: id });
    return true;
  },
};
