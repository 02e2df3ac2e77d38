/** Open proposals as work that staff claim and give to each other; their proposer does not decide them. */
import { sql } from "kysely";
import { givingWork } from "../work-claims/giving.ts";
import { workIn } from "../work-claims/kind.ts";
import { listProposals } from "./proposals.queries.ts";

export const proposalWork = workIn({
  table: "proposal",
  isOpen: sql`item.state = 'open'`,
  askedBy: "proposed_by",
});

export const giveProposals = givingWork<"giveProposals">(
  "proposal",
  proposalWork,
  async ({ db }, { state, action, holder_type, holder_id }, limit) => {
    const holder = holder_type && holder_id ? { holderType: holder_type, holderId: holder_id } : undefined;
    return (await listProposals(db, { open: state === "open", action, holder, before: undefined, limit })).map(
      ({ id }) => id,
    );
  },
);
