/** Open proposals as work that staff claim and give to each other; their proposer does not decide them. */
import { sql } from "kysely";
import { requireViewer } from "../../kernel/context.ts";
import { givingWork } from "../work-claims/giving.ts";
import { workIn } from "../work-claims/kind.ts";
import { listProposalActions } from "./proposals.policy.ts";
import { listProposals } from "./proposals.queries.ts";

export const proposalWork = workIn({
  table: "proposal",
  isOpen: sql`item.state = 'open'`,
  askedBy: "proposed_by",
});

export const giveProposals = givingWork<"giveProposals">(
  "proposal",
  proposalWork,
  async (context, { state, action, holder_type, holder_id, assigned, decidable }, limit) => {
    const { role, userId } = requireViewer(context);
    const holder = holder_type && holder_id ? { holderType: holder_type, holderId: holder_id } : undefined;
    const found = await listProposals(context.db, {
      open: state === "open",
      action,
      holder,
      assigned,
      decidable: decidable && { actions: listProposalActions(role), notOf: userId },
      before: undefined,
      limit,
    });
    return found.map(({ id }) => id);
  },
);
