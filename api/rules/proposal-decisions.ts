/** Possible decisions on an open proposal, in the order of the buttons. Without zod, so that pages may load it. */
export const proposalDecisions = ["confirm", "decline", "withdraw"] as const;
export type ProposalDecision = (typeof proposalDecisions)[number];
