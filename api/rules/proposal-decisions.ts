/** What a colleague, or whoever proposed it, can do with an open proposal, in the order of the buttons. Free of schemas. */
export const proposalDecisions = ["confirm", "decline", "withdraw"] as const;
export type ProposalDecision = (typeof proposalDecisions)[number];
