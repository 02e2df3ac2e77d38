/** SQL of changes that wait for a second pair of eyes. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../database/transaction.ts";

export interface ProposalRow {
  id: number;
  action: string;
  holder_type: string;
  holder_id: number;
  before: unknown;
  after: unknown;
  state: string;
  proposed_by: number;
  proposed_at: Date;
  decided_by: number | null;
  decided_at: Date | null;
}

export const insertProposal = async (
  trx: Trx,
  proposal: { action: string; holder: Holder; before: unknown; after: unknown; proposedBy: number },
): Promise<number> => {
  const { id } = await trx
    .insertInto("proposal")
    .values({
      action: proposal.action,
      holder_type: proposal.holder.holderType,
      holder_id: proposal.holder.holderId,
      before: JSON.stringify(proposal.before),
      after: JSON.stringify(proposal.after),
      proposed_by: proposal.proposedBy,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};

export const lockProposal = (trx: Trx, id: number): Promise<ProposalRow | undefined> =>
  trx.selectFrom("proposal").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

/** Decides an open proposal; undefined where it is decided already. */
export const closeProposal = (
  trx: Trx,
  id: number,
  { state, decidedBy }: { state: "confirmed" | "declined" | "withdrawn"; decidedBy: number },
): Promise<ProposalRow | undefined> =>
  trx
    .updateTable("proposal")
    .set({ state, decided_by: decidedBy, decided_at: sql`now()` })
    .where("id", "=", id)
    .where("state", "=", "open")
    .returningAll()
    .executeTakeFirst();

export const listProposals = (
  db: Db,
  { open, before, limit }: { open: boolean; before: number | undefined; limit: number },
): Promise<ProposalRow[]> => {
  let query = db
    .selectFrom("proposal")
    .selectAll()
    .where("state", open ? "=" : "<>", "open")
    .orderBy("id", "desc")
    .limit(limit);
  if (before !== undefined) query = query.where("id", "<", before);
  return query.execute();
};

export const countOpen = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom("proposal")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("state", "=", "open")
    .executeTakeFirstOrThrow();
  return count;
};
