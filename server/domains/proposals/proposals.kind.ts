/** What a domain supplies for each change of its own that can wait for a second person. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Context } from "../../kernel/context.ts";
import type { Tx } from "../../unit-of-work/transact.ts";

/** A confirmed proposal, as the domain that carries it out sees it. */
export interface ConfirmedProposal {
  holder: Holder;
  /** What the proposer saw, and what it is to become. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  reason: string | null;
}

export interface ProposalKind {
  /** Makes the change as part of the caller's transaction; `stateConflict` where what the proposer saw no longer stands. */
  carryOut(tx: Tx, context: Context, proposal: ConfirmedProposal): Promise<void>;
}
