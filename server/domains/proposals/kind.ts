/** What a domain provides for each of its changes that can be proposed. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Context } from "../../kernel/context.ts";
import type { Tx } from "../../unit-of-work/transact.ts";

/** A decided proposal, for the domain that applies it. */
export interface DecidedProposal {
  holder: Holder;
  /** The value that the proposer saw, and the proposed one. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  reason: string | null;
}

export interface ProposalKind {
  /** Applies the change in the caller's transaction; `stateConflict` if the value the proposer saw has changed. */
  carryOut(tx: Tx, context: Context, proposal: DecidedProposal): Promise<void>;
  /** What follows if it is declined or withdrawn, in the same transaction. */
  dropped?(tx: Tx, context: Context, proposal: DecidedProposal): Promise<void>;
}
