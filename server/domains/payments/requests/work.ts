/** Requests as work that staff claim and give to each other. */
import { sql } from "kysely";
import { givingWork } from "../../work-claims/giving.ts";
import { workIn } from "../../work-claims/kind.ts";
import { listRequestRecords } from "./requests.queries.ts";

export const requestWork = workIn({
  table: "transaction_request",
  isOpen: sql`item.state in ('open', 'awaitingSigners', 'paying')`,
  askedBy: "created_by",
});

export const giveRequests = givingWork<"giveRequests">(
  "request",
  requestWork,
  async ({ db }, { state, holder_type, holder_id, assigned }, limit) => {
    const holder = holder_type && holder_id ? { holderType: holder_type, holderId: holder_id } : undefined;
    return (await listRequestRecords(db, { state, holder, assigned, after: undefined, limit })).map(({ id }) => id);
  },
);
