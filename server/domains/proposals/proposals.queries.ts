/** SQL of proposals. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";
import type { RightsChange } from "../../unit-of-work/transact.ts";
import { isOfColleague } from "../holders/assigned.ts";

export interface ProposalRow {
  id: number;
  action: string;
  holder_type: string;
  holder_id: number;
  before: unknown;
  after: unknown;
  state: string;
  reason: string | null;
  decision_reason: string | null;
  proposed_by: number;
  proposed_at: Date;
  decided_by: number | null;
  decided_at: Date | null;
}

const columns = [
  "id",
  "action",
  "holder_type",
  "holder_id",
  "before",
  "after",
  "state",
  "reason",
  "decision_reason",
  "proposed_by",
  "proposed_at",
  "decided_by",
  "decided_at",
] as const satisfies readonly (keyof ProposalRow)[];

/** A proposal's decision, by whom, and why. */
export interface Decided {
  state: "confirmed" | "declined" | "withdrawn";
  /** Null for the portal. */
  decidedBy: number | null;
  reason: string | null;
}

/** The proposal's id; undefined if the same change of the holder is already proposed. */
export const insertProposal = async (
  trx: Trx,
  proposal: {
    action: string;
    holder: Holder;
    before: unknown;
    after: unknown;
    reason: string | null;
    proposedBy: number;
  },
): Promise<number | undefined> => {
  const row = await trx
    .insertInto("proposal")
    .values({
      action: proposal.action,
      holder_type: proposal.holder.holderType,
      holder_id: proposal.holder.holderId,
      before: JSON.stringify(proposal.before),
      after: JSON.stringify(proposal.after),
      reason: proposal.reason,
      proposed_by: proposal.proposedBy,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
};

/**
 * What an open proposal would change: a field of a holder, one of their bank accounts or owners, a setting of the firm, whose an account
 * at a custodian is, or what guards a custodian's files.
 */
export type ProposedField =
  | { action: string; holder: Holder; accountId?: number; person?: number }
  | { action: "saveSetting"; setting: string }
  | { action: "setDepositInstructions" }
  | { action: "linkAccount"; account: string }
  | { action: "loosenCustodian"; custodian: string };

/** The proposer's name of an open proposal about the field. */
export const findProposer = async (trx: Trx, field: ProposedField): Promise<string | undefined> => {
  let query = trx
    .selectFrom("proposal")
    .innerJoin("app_user", "app_user.id", "proposal.proposed_by")
    .select("app_user.name")
    .where("proposal.action", "=", field.action)
    .where("proposal.state", "=", "open");
  if ("holder" in field)
    query = query
      .where("proposal.holder_type", "=", field.holder.holderType)
      .where("proposal.holder_id", "=", field.holder.holderId);
  if ("setting" in field) query = query.where(sql`proposal.after ->> 'setting'`, "=", field.setting);
  if ("accountId" in field) query = query.where(sql`proposal.after ->> 'accountId'`, "=", String(field.accountId));
  if ("account" in field) query = query.where(sql`proposal.after ->> 'account'`, "=", field.account);
  if ("custodian" in field) query = query.where(sql`proposal.after ->> 'custodian'`, "=", field.custodian);
  if ("person" in field) query = query.where(sql`proposal.after ->> 'person'`, "=", String(field.person));
  return (await query.executeTakeFirst())?.name;
};

/**
 * Serialises giving and proposing a client number: a free number stays free until commit. The number may have no row
 * yet, so the lock is on its text.
 */
export const lockClientNumber = (trx: Trx, clientNumber: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('client number ' || ${clientNumber.toUpperCase()}, 0))`.execute(
    trx,
  );

/** Who proposed the client number for another holder, if that proposal is still open. */
export const findNumberProposer = async (
  trx: Trx,
  clientNumber: string,
  { holderType, holderId }: Holder,
): Promise<string | undefined> => {
  const row = await trx
    .selectFrom("proposal")
    .innerJoin("app_user", "app_user.id", "proposal.proposed_by")
    .select("app_user.name")
    .where("proposal.action", "=", "setClientNumber")
    .where("proposal.state", "=", "open")
    .where(sql`upper(proposal.after ->> 'clientNumber')`, "=", clientNumber.toUpperCase())
    .where((eb) => eb.or([eb("proposal.holder_type", "<>", holderType), eb("proposal.holder_id", "<>", holderId)]))
    .executeTakeFirst();
  return row?.name;
};

/** Name of the person who decided the proposal. */
export const findDecider = async (trx: Trx, id: number): Promise<string | undefined> => {
  const row = await trx
    .selectFrom("proposal")
    .innerJoin("app_user", "app_user.id", "proposal.decided_by")
    .select("app_user.name")
    .where("proposal.id", "=", id)
    .executeTakeFirst();
  return row?.name;
};

export const findProposal = (db: Db, id: number): Promise<ProposalRow | undefined> =>
  db.selectFrom("proposal").select(columns).where("id", "=", id).executeTakeFirst();

export const lockProposal = (trx: Trx, id: number): Promise<ProposalRow | undefined> =>
  trx.selectFrom("proposal").select(columns).where("id", "=", id).forUpdate().executeTakeFirst();

/** Open proposals by these people, or about them or these companies, locked, with their proposers' role and state. */
export const lockOpenProposals = async (
  trx: Trx,
  { userIds, companyIds }: RightsChange,
): Promise<(ProposalRow & { proposer_role: string; proposer_state: string })[]> => {
  const { rows } = await sql<ProposalRow & { proposer_role: string; proposer_state: string }>`
    select ${sql.join(columns.map((column) => sql.ref(`proposal.${column}`)))}, proposer.role as proposer_role, proposer.state as proposer_state
    from proposal join app_user as proposer on proposer.id = proposal.proposed_by
    where proposal.state = 'open' and (
      proposal.proposed_by = any(${[...userIds]}::bigint[])
      or (proposal.holder_type = 'user' and proposal.holder_id = any(${[...userIds]}::bigint[]))
      or (proposal.holder_type = 'company' and proposal.holder_id = any(${[...companyIds]}::bigint[]))
    ) order by proposal.id for update of proposal`.execute(trx);
  return rows;
};

/** Decides an open proposal; undefined if already decided. */
export const closeProposal = (
  trx: Trx,
  id: number,
  { state, decidedBy, reason }: Decided,
): Promise<ProposalRow | undefined> =>
  trx
    .updateTable("proposal")
    .set({ state, decided_by: decidedBy, decision_reason: reason, decided_at: sql`now()` })
    .where("id", "=", id)
    .where("state", "=", "open")
    .returning(columns)
    .executeTakeFirst();

interface Decidable {
  actions: readonly string[];
  notOf: number;
}

export const listProposals = (
  db: Db,
  {
    open,
    action,
    holder,
    assigned,
    decidable,
    before,
    limit,
  }: {
    open: boolean;
    action: string | undefined;
    holder: Holder | undefined;
    /** Who is in charge of the client; 0: nobody. */
    assigned: number | undefined;
    /** Only of these actions, and proposed by others. */
    decidable: Decidable | undefined;
    before: number | undefined;
    limit: number;
  },
): Promise<ProposalRow[]> => {
  let query = db
    .selectFrom("proposal")
    .select(columns)
    .where("state", open ? "=" : "<>", "open")
    .orderBy("id", "desc")
    .limit(limit);
  if (holder) query = query.where("holder_type", "=", holder.holderType).where("holder_id", "=", holder.holderId);
  if (action !== undefined) query = query.where("action", "=", action);
  if (decidable)
    query = query.where("action", "in", [...decidable.actions]).where("proposed_by", "<>", decidable.notOf);
  if (assigned !== undefined) query = query.where(isOfColleague("proposal", assigned));
  if (before !== undefined) query = query.where("id", "<", before);
  return query.execute();
};

/** Number of open proposals of the given kinds, without the person's own. */
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

interface SideRow {
  id: number;
  role: string | null;
  state: string | null;
  client_number: string | null;
  own_factor: boolean;
  /** Of the holder's list of bank accounts. */
  version: number | null;
  /** The bank account that is to be decided. */
  account: { state: string; changedAt: string } | null;
  /** Ids of those who represent the company, if others are proposed. */
  representatives: string;
  name: string | null;
  /** Of the company alone; null if it follows the firm's rule. */
  own_rule: string | null;
  /** The setting that would be saved, if it was saved before. */
  setting_data: unknown;
  setting_saved_at: Date | null;
  /** Of the owner whose share is to change: what counts of them in the company. */
  held: { id: number; percent: string; from: string; until: string | null }[];
  /** What the account at a custodian is now, of which it is proposed whose it is. */
  linked: { purpose: string; holder_type: string | null; holder_id: number | null; version: number } | null;
  /** Of the custodian whose files would be guarded less. */
  guards: { automatic: boolean; quantity_tolerance: string; cash_tolerance: string } | null;
}

/** The current value of what a proposal would change. */
export const findSides = async (db: Db, ids: readonly number[]): Promise<SideRow[]> => {
  const { rows } = await sql<SideRow>`
    select proposal.id, app_user.role, coalesce(app_user.state, company.state) as state, account.client_number,
      exists (select from authenticator where user_id = app_user.id and confirmed_at is not null)
        or exists (select from passkey where user_id = app_user.id) as own_factor,
      list.version, app_user.name, withdrawal_signers.rule as own_rule,
      setting.data as setting_data, setting.updated_at as setting_saved_at,
      (select coalesce(string_agg(user_id::text, ',' order by user_id), '') from standing_representation
        where proposal.action in ('addRepresentatives', 'setRepresentatives') and company_id = company.id) as representatives,
      case when proposal.action = 'setShare' then (
        select coalesce(jsonb_agg(jsonb_build_object('id', share.id, 'percent', trim_scale(share.percent)::text,
          'from', share.valid_from, 'until', share.valid_until) order by share.valid_from, share.id), '[]')
        from ownership_share as share
        where share.company_id = proposal.holder_id and share.user_id = (proposal.after ->> 'person')::bigint
          and not share.removed and not exists (select from ownership_share as later where later.corrects = share.id)
      ) end as held,
      case when proposal.action = 'linkAccount' then (
        select jsonb_build_object('purpose', linked.purpose, 'holder_type', linked.holder_type, 'holder_id', linked.holder_id,
          'version', linked.version)
        from custodian_account as linked
        where linked.custodian_id = (proposal.after ->> 'custodianId')::bigint and linked.number = proposal.after ->> 'number'
      ) end as linked,
      case when proposal.action = 'loosenCustodian' then (
        select jsonb_build_object('automatic', guarded.automatic,
          'quantity_tolerance', trim_scale(guarded.quantity_tolerance)::text, 'cash_tolerance', trim_scale(guarded.cash_tolerance)::text)
        from custodian as guarded where guarded.id = (proposal.after ->> 'custodian')::bigint
      ) end as guards,
      case when bank_account.id is not null then jsonb_build_object('state', bank_account.state, 'changedAt',
        to_char(bank_account.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as account
    from proposal
      left join app_user on proposal.holder_type = 'user' and app_user.id = proposal.holder_id
      left join company on proposal.holder_type = 'company' and company.id = proposal.holder_id
      left join holder_account as account
        on account.holder_type = proposal.holder_type and account.holder_id = proposal.holder_id
      left join bank_account_list as list
        on list.holder_type = proposal.holder_type and list.holder_id = proposal.holder_id
      left join withdrawal_signers on withdrawal_signers.company_id = company.id
      left join setting on proposal.action = 'saveSetting' and setting.name = proposal.after ->> 'setting'
      left join bank_account
        on proposal.action = 'decideBankAccount' and bank_account.id = (proposal.after ->> 'accountId')::bigint
          and bank_account.removed_at is null
    where proposal.id = any(${[...ids]}::bigint[])`.execute(db);
  return rows;
};
