/** SQL of what withdrawals reserve, of the people who confirm them, and of the rule how many must. */
import type { SignerRule } from "@portico/api/contract-states.ts";
import type { Factor } from "@portico/api/factors.ts";
import type { WithdrawalAccount } from "@portico/api/payments/requests.ts";
import type { feeStates, reservationStates } from "@portico/api/rules/transaction-requests.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";

type ReservationState = (typeof reservationStates)[number];

export interface ReservationRecord {
  requestId: number;
  currency: string;
  /** Still reserved, or when it ended; with `paid`, what was asked for. */
  amount: string;
  /** Paid in part before. */
  paid: string;
  /** What the withdrawal costs, reserved with the amount. */
  fee: string;
  feeState: (typeof feeStates)[number];
  /** The entry that is the fee, if it has one of its own. */
  feeEntryId: number | null;
  account: WithdrawalAccount;
  state: ReservationState;
  expiresAt: Date;
}

const columns = sql`request_id as "requestId", currency, amount::text, paid::text, fee::text, fee_state as "feeState",
  fee_entry_id as "feeEntryId", account, state, expires_at as "expiresAt"`;

/**
 * Adds to what is reserved if the available cash allows it; false otherwise. `cash` is what the holder's custodian says,
 * null for the portal's own ledger. The row is locked by a statement of its own, so that the next one sees what others
 * committed meanwhile: both the reserved amount and the cash.
 */
export async function reserveCash(
  trx: Trx,
  holder: Holder,
  { currency, amount, cash }: { currency: string; amount: string; cash: string | null },
): Promise<boolean> {
  await sql`
    insert into cash_hold (holder_type, holder_id, currency) values (${holder.holderType}, ${holder.holderId}, ${currency})
    on conflict do nothing`.execute(trx);
  await sql`select from cash_hold where ${ofHolder(holder)} and currency = ${currency} for update`.execute(trx);
  const { numAffectedRows } = await sql`
    update cash_hold set pending = pending + ${amount}::numeric
    where ${ofHolder(holder)} and currency = ${currency} and pending + ${amount}::numeric <= coalesce(
      ${cash}::numeric,
      (select amount from cash_balance where ${ofHolder(holder)} and cash_balance.currency = ${currency}), 0)`.execute(
    trx,
  );
  return numAffectedRows === 1n;
}

export async function insertReservation(
  trx: Trx,
  holder: Holder,
  row: Omit<ReservationRecord, "state" | "paid" | "feeState" | "feeEntryId">,
): Promise<void> {
  await sql`
    insert into cash_reservation (request_id, holder_type, holder_id, currency, amount, fee, fee_state, account_id, account,
      expires_at)
    values (${row.requestId}, ${holder.holderType}, ${holder.holderId}, ${row.currency}, ${row.amount}, ${row.fee},
            case when ${row.fee}::numeric > 0 then 'pending' else 'none' end, ${row.account.id},
            ${JSON.stringify(row.account)}::jsonb, ${row.expiresAt})`.execute(trx);
}

const ofSameHold = sql`
  cash_hold.holder_type = freed.holder_type and cash_hold.holder_id = freed.holder_id
    and cash_hold.currency = freed.currency`;

/**
 * Ends a pending reservation and frees its amount and fee; false if the request has none. `keepsFee`: the fee is not
 * booked yet, and stays reserved. The caller holds the request's row.
 */
export async function settleReservation(
  trx: Trx,
  requestId: number,
  to: Exclude<ReservationState, "pending">,
  { keepsFee = false }: { keepsFee?: boolean } = {},
): Promise<boolean> {
  const feeState = keepsFee ? "pending" : to === "posted" ? "posted" : "voided";
  const { numAffectedRows } = await sql`
    with freed as (
      update cash_reservation set state = ${to}, settled_at = now(),
        fee_state = case when fee_state = 'pending' then ${feeState} else fee_state end
      where request_id = ${requestId} and state = 'pending'
      returning holder_type, holder_id, currency, amount + case when ${keepsFee}::boolean then 0 else fee end as sum
    )
    update cash_hold set pending = cash_hold.pending - freed.sum from freed where ${ofSameHold}`.execute(trx);
  return numAffectedRows === 1n;
}

/**
 * The fee of a paid withdrawal is booked by this entry (`posted`), or never was (`voided`), and is no longer reserved;
 * false if that is decided. One that was taken for not charged can still be booked.
 */
export async function settleFee(
  trx: Trx,
  requestId: number,
  { to, entryId = null }: { to: "posted" | "voided"; entryId?: number | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with earlier as (
      select request_id, fee_state from cash_reservation
      where request_id = ${requestId} and state = 'posted'
        and fee_state = any(${to === "posted" ? ["pending", "voided"] : ["pending"]}::text[]) for update
    ), freed as (
      update cash_reservation set fee_state = ${to}, fee_entry_id = ${entryId}::bigint
      from earlier where cash_reservation.request_id = earlier.request_id
      returning holder_type, holder_id, currency, case when earlier.fee_state = 'pending' then fee else 0 end as sum
    )
    update cash_hold set pending = cash_hold.pending - freed.sum from freed where ${ofSameHold}`.execute(trx);
  return numAffectedRows === 1n;
}

/**
 * Changes a reservation, whatever is available now, and what is held by the difference; false if the request has none.
 * The caller holds the request's row.
 */
export async function changeReservation(
  trx: Trx,
  requestId: number,
  to: Pick<ReservationRecord, "state" | "amount" | "paid" | "feeState" | "feeEntryId">,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with earlier as (
      select request_id, settled_at, case when state = 'pending' then amount else 0 end
        + case when fee_state = 'pending' then fee else 0 end as held
      from cash_reservation where request_id = ${requestId} for update
    ), freed as (
      update cash_reservation set state = ${to.state}, amount = ${to.amount}, paid = ${to.paid}, fee_state = ${to.feeState},
        fee_entry_id = ${to.feeEntryId}::bigint,
        settled_at = case when ${to.state} = 'pending' then null else coalesce(earlier.settled_at, now()) end
      from earlier where cash_reservation.request_id = earlier.request_id
      returning holder_type, holder_id, currency, earlier.held
        - case when state = 'pending' then amount else 0 end - case when fee_state = 'pending' then fee else 0 end as sum
    )
    update cash_hold set pending = cash_hold.pending - freed.sum from freed where ${ofSameHold}`.execute(trx);
  return numAffectedRows === 1n;
}

export interface UnbookedFee {
  requestId: number;
  currency: string;
  fee: string;
  /** Day of the first payment that was matched. */
  day: string;
}

/** Paid withdrawals of the holder whose fee is not booked, of the last months also those for which it is no longer reserved. */
export async function listUnbookedFees(db: Db, holder: Holder): Promise<UnbookedFee[]> {
  const { rows } = await sql<UnbookedFee>`
    select cash_reservation.request_id as "requestId", currency, fee::text, min(entry_match.entry_day) as day
    from cash_reservation join entry_match on entry_match.request_id = cash_reservation.request_id and undone_at is null
    where cash_reservation.holder_type = ${holder.holderType} and cash_reservation.holder_id = ${holder.holderId}
      and cash_reservation.state = 'posted'
      and (fee_state = 'pending' or (fee_state = 'voided' and settled_at > now() - interval '120 days'))
    group by cash_reservation.request_id, currency, fee
    order by cash_reservation.request_id`.execute(db);
  return rows;
}

export async function listReservations(db: Db, requestIds: readonly number[]): Promise<Map<number, ReservationRecord>> {
  if (requestIds.length === 0) return new Map();
  const { rows } = await sql<ReservationRecord>`
    select ${columns} from cash_reservation where request_id = any(${requestIds}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.requestId, row]));
}

/** Bank accounts that pending withdrawals of the holder pay to: nobody removes or changes them meanwhile. */
export async function listAccountsInUse(db: Db, holder: Holder): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct account_id as id from cash_reservation
    where ${ofHolder(holder)} and state = 'pending'`.execute(db);
  return rows.map(({ id }) => id);
}

/** Withdrawals whose time is over, the oldest first; also paid ones whose fee was not booked by then. */
export async function listExpired(
  db: Db,
  { now, after, limit }: { now: Date; after: { at: Date; id: number } | undefined; limit: number },
): Promise<{ at: Date; id: number }[]> {
  const { rows } = await sql<{ at: Date; id: number }>`
    select expires_at as at, request_id as id from cash_reservation
    where (state = 'pending' or (state = 'posted' and fee_state = 'pending')) and expires_at <= ${now}
      ${after ? sql`and (expires_at, request_id) > (${after.at}, ${after.id})` : sql``}
    order by expires_at, request_id limit ${limit}`.execute(db);
  return rows;
}

export interface CashRecord {
  currency: string;
  amount: string;
  reserved: string;
}

/** The holder's cash by currency in the portal's ledger, and what is reserved of it. */
export async function listCashWithHolds(db: Db, holder: Holder): Promise<CashRecord[]> {
  const { rows } = await sql<CashRecord>`
    select currency, coalesce(cash.amount, 0)::text as amount, coalesce(held.pending, 0)::text as reserved
    from (select currency, amount from cash_balance where ${ofHolder(holder)}) as cash
    full join (select currency, pending from cash_hold where ${ofHolder(holder)} and pending > 0) as held using (currency)
    order by currency`.execute(db);
  return rows;
}

/** The same of several holders, by holder. */
export async function listHolderCash(
  db: Db,
  holders: readonly Holder[],
): Promise<(CashRecord & { holder_type: string; holder_id: number })[]> {
  if (holders.length === 0) return [];
  const { rows } = await sql<CashRecord & { holder_type: string; holder_id: number }>`
    select holder_type, holder_id, currency, coalesce(cash.amount, 0)::text as amount,
      coalesce(held.pending, 0)::text as reserved
    from (
      select cash_balance.* from cash_balance
      join unnest(${holders.map(({ holderType }) => holderType)}::text[], ${holders.map(({ holderId }) => holderId)}::bigint[])
        as wanted (holder_type, holder_id) using (holder_type, holder_id)
    ) as cash
    full join (
      select cash_hold.* from cash_hold
      join unnest(${holders.map(({ holderType }) => holderType)}::text[], ${holders.map(({ holderId }) => holderId)}::bigint[])
        as wanted (holder_type, holder_id) using (holder_type, holder_id)
      where pending > 0
    ) as held using (holder_type, holder_id, currency)`.execute(db);
  return rows;
}

/** What is held that differs from what open reservations and unbooked fees say. */
export async function listWrongHolds(
  db: Db,
): Promise<(Holder & { currency: string; pending: string; reserved: string })[]> {
  const { rows } = await sql<Holder & { currency: string; pending: string; reserved: string }>`
    with reserved as (
      select holder_type, holder_id, currency, sum(
        case when state = 'pending' then amount else 0 end + case when fee_state = 'pending' then fee else 0 end) as sum
      from cash_reservation where state = 'pending' or fee_state = 'pending'
      group by holder_type, holder_id, currency
    )
    select holder_type as "holderType", holder_id as "holderId", currency, coalesce(pending, 0)::text as pending,
      coalesce(sum, 0)::text as reserved
    from cash_hold full join reserved using (holder_type, holder_id, currency)
    where coalesce(pending, 0) <> coalesce(sum, 0) order by 1, 2, 3`.execute(db);
  return rows;
}

export interface ConfirmationRecord {
  requestId: number;
  userId: number;
  confirmedAt: Date;
}

/** False if the person confirmed it before. */
export async function insertConfirmation(
  trx: Trx,
  holder: Holder,
  { requestId, userId, factor }: { requestId: number; userId: number; factor: Factor },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into withdrawal_confirmation (request_id, holder_type, holder_id, user_id, factor)
    values (${requestId}, ${holder.holderType}, ${holder.holderId}, ${userId}, ${factor})
    on conflict do nothing`.execute(trx);
  return numAffectedRows === 1n;
}

export async function listConfirmations(
  db: Db,
  requestIds: readonly number[],
): Promise<ReadonlyMap<number, ConfirmationRecord[]>> {
  if (requestIds.length === 0) return new Map();
  const { rows } = await sql<ConfirmationRecord>`
    select request_id as "requestId", user_id as "userId", confirmed_at as "confirmedAt" from withdrawal_confirmation
    where request_id = any(${requestIds}::bigint[]) order by confirmed_at, user_id`.execute(db);
  return Map.groupBy(rows, ({ requestId }) => requestId);
}

/** The company's own rule; undefined if the firm's applies. */
export async function findSignerRule(db: Db, companyId: number): Promise<SignerRule | undefined> {
  const { rows } = await sql<{ rule: SignerRule }>`
    select rule from withdrawal_signers where company_id = ${companyId}`.execute(db);
  return rows[0]?.rule;
}

/** Companies that somebody acts for and that follow the firm's rule. */
export async function listCompaniesByFirmRule(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from company
    where state in ('postKYC', 'pendingReKYC')
      and exists (select from current_representation where company_id = company.id)
      and not exists (select from withdrawal_signers where company_id = company.id)
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function saveSignerRule(trx: Trx, companyId: number, rule: SignerRule | null, by: number): Promise<void> {
  if (rule === null) await sql`delete from withdrawal_signers where company_id = ${companyId}`.execute(trx);
  else
    await sql`
      insert into withdrawal_signers (company_id, rule, set_by) values (${companyId}, ${rule}, ${by})
      on conflict (company_id) do update set rule = excluded.rule, set_by = excluded.set_by, set_at = now()`.execute(
      trx,
    );
}
