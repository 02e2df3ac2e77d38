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

/** The proposal's id; undefined where the same change of the holder waits already. */
export const insertProposal = async (
  trx: Trx,
  proposal: { action: string; holder: Holder; before: unknown; after: unknown; proposedBy: number },
): Promise<number | undefined> => {
  const row = await trx
    .insertInto("proposal")
    .values({
      action: proposal.action,
      holder_type: proposal.holder.holderType,
      holder_id: proposal.holder.holderId,
      before: JSON.stringify(proposal.before),
      after: JSON.stringify(proposal.after),
      proposed_by: proposal.proposedBy,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
};

/** The name of who proposed what waits. */
export const findProposer = async (
  trx: Trx,
  { action, holder }: { action: string; holder: Holder },
): Promise<string | undefined> => {
  const row = await trx
    .selectFrom("proposal")
    .innerJoin("app_user", "app_user.id", "proposal.proposed_by")
    .select("app_user.name")
    .where("proposal.holder_type", "=", holder.holderType)
    .where("proposal.holder_id", "=", holder.holderId)
    .where("proposal.action", "=", action)
    .where("proposal.state", "=", "open")
    .executeTakeFirst();
  return row?.name;
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
  {
    open,
    holder,
    before,
    limit,
  }: { open: boolean; holder: Holder | undefined; before: number | undefined; limit: number },
): Promise<ProposalRow[]> => {
  let query = db
    .selectFrom("proposal")
    .selectAll()
    .where("state", open ? "=" : "<>", "open")
    .orderBy("id", "desc")
    .limit(limit);
  if (holder) query = query.where("holder_type", "=", holder.holderType).where("holder_id", "=", holder.holderId);
  if (before !== undefined) query = query.where("id", "<", before);
  return query.execute();
};

/** How many changes of the kinds given wait, without those that the person proposed. */
export const countOpen = async (
  db: Db,
  { actions, notOf }: { actions: readonly string[]; notOf: number },
): Promise<number> => {
  const { count } = await db
    .selectFrom("proposal")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("state", "=", "open")
    .where("action", "in", [...actions])
    .where("proposed_by", "<>", notOf)
    .executeTakeFirstOrThrow();
  return count;
};

interface StandingRow {
  id: number;
  role: string | null;
  state: string | null;
  client_number: string | null;
}

/** What a proposal would change of its holder, as it stands now. */
export const findStandings = async (db: Db, ids: readonly number[]): Promise<StandingRow[]> => {
  const { rows } = await sql<StandingRow>`
    select proposal.id, app_user.role, coalesce(app_user.state, company.state) as state, account.client_number
    from proposal
      left join app_user on proposal.holder_type = 'user' and app_user.id = proposal.holder_id
      left join company on proposal.holder_type = 'company' and company.id = proposal.holder_id
      left join holder_account as account
        on account.holder_type = proposal.holder_type and account.holder_id = proposal.holder_id
    where proposal.id = any(${[...ids]}::bigint[])`.execute(db);
  return rows;
};
