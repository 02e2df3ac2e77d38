/** SQL of contracts: rows for lists and pages, and the conditional updates behind every action. */
import type { ContractState, SignerRule } from "@portico/api/contract-states.ts";
import type { Holder, Language } from "@portico/api/shapes.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { SignaturePlace } from "../../evidence/signature-stamps.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";
import type { RightsChange } from "../../unit-of-work/transact.ts";
import { isOfColleague } from "../holders/assigned.ts";
import type { ActingPerson, StatedAuthority } from "../holders/needed-signatures.ts";

export interface ContractRecord {
  id: number;
  holder_type: Holder["holderType"];
  holder_id: number;
  holder_name: string;
  contract_type: string;
  template_version: number | null;
  contract_name: string;
  language: Language;
  contract_data: Record<string, string>;
  state: ContractState;
  state_changed_at: Date;
  by_admin: boolean;
  created_by: number;
  created_at: Date;
  counter_sign: boolean;
  signers: SignerRule;
  day: string;
  expires_on: string;
  revision: number;
  previous_id: number | null;
  file_id: number;
  sha256: Buffer;
  pages: number;
  opened_at: Date | null;
  reject_msg: string | null;
  sealed_file_id: number | null;
  sealed_at: Date | null;
  /** Pages with the evidence in the sealed PDF, and why there are none. */
  signature_places: SignaturePlace[] | null;
  evidence_pages: number;
  evidence_omitted: "signed" | "form" | "structure" | null;
  /** Users who signed for the holder. */
  signed_by: number[];
  /** Those of them who may still sign for it today. */
  signed_acting: number;
  /** People who are counted for the holder's signature today. */
  signer_count: number;
  /** Of a company, while a signature is awaited: its people of today, also those who are suspended, and how its form says that they act. */
  acting: ActingPerson[];
  stated: StatedAuthority[];
  has_client_fields: boolean;
  /** Another contract replaces it. */
  replaced: boolean;
}

/** Ids of the people who act for the contract's company now, or also of those whose right to is suspended. */
const peopleBy = (view: "current_representation" | "standing_representation") => sql`
  select id from app_user where state <> 'disabled' and id in (
    select user_id from ${sql.table(view)} where company_id = contract.holder_id
    union select creator_id from company where id = contract.holder_id and reviewed_on is null
  )`;

const isOpenOfCompany = sql`contract.holder_type = 'company' and contract.state in ('awaitingClient', 'awaitingAdmin')`;

const columns = sql`contract.id, contract.holder_type, contract.holder_id,
  coalesce(case contract.holder_type
    when 'user' then (select name from app_user where id = contract.holder_id)
    else (select coalesce(nullif(name, ''), draft_name) from company where id = contract.holder_id)
  end, '') as holder_name,
  contract.contract_type, contract.template_version, contract.contract_name, contract.language, contract.contract_data,
  contract.state, contract.state_changed_at, contract.by_admin, contract.created_by, contract.created_at,
  contract.counter_sign, contract.signers, to_char(contract.day, 'YYYY-MM-DD') as day,
  to_char(contract.expires_on, 'YYYY-MM-DD') as expires_on, contract.revision, contract.previous_id, contract.file_id,
  contract.sha256, contract.pages, contract.opened_at, contract.reject_msg, contract.sealed_file_id, contract.sealed_at,
  contract.signature_places, contract.evidence_pages, contract.evidence_omitted,
  array(
    select user_id from contract_signature where contract_id = contract.id and side = 'client' order by id
  ) as signed_by,
  case when contract.holder_type = 'user' or contract.state <> 'awaitingClient' then 0 else (
    select count(*)::int from contract_signature
    where contract_id = contract.id and side = 'client' and user_id in (${peopleBy("current_representation")})
  ) end as signed_acting,
  case when contract.holder_type = 'user' or contract.signers = 'any' then 1 else (
    select count(*)::int from (${peopleBy("standing_representation")}) counted
  ) end as signer_count,
  case when ${isOpenOfCompany} then (
    select coalesce(json_agg(json_build_object('id', id, 'name', name, 'suspended', exists (
      select from standing_representation as standing
      where standing.company_id = contract.holder_id and standing.user_id = app_user.id and suspended
    )) order by id), '[]')
    from app_user where id in (${peopleBy("standing_representation")})
  ) else '[]' end as acting,
  case when ${isOpenOfCompany} then coalesce((
    select signing_authority from company where company.id = contract.holder_id
  ), '[]') else '[]' end as stated,
  coalesce((
    select content->'fields' @> '[{"filledBy": "client"}]' from contract_template
    where type = contract.contract_type and version = contract.template_version
  ), false) as has_client_fields,
  -- As "exists", PostgreSQL would read the ids of all contracts for one page of them.
  (select true from contract later where later.previous_id = contract.id limit 1) is not null as replaced`;

const ofHolder = ({ holderType, holderId }: Holder): RawBuilder<SqlBool> =>
  sql`contract.holder_type = ${holderType} and contract.holder_id = ${holderId}`;

export async function findContract(db: Db, id: number, holder?: Holder): Promise<ContractRecord | undefined> {
  const { rows } = await sql<ContractRecord>`
    select ${columns} from contract where contract.id = ${id} ${holder ? sql`and ${ofHolder(holder)}` : sql``}`.execute(
    db,
  );
  return rows[0];
}

/** A holder's contracts, the newest first, from `before` on. */
export async function selectHolderContracts(
  db: Db,
  holder: Holder,
  { type, before, limit }: { type: string | undefined; before: number | undefined; limit: number },
): Promise<ContractRecord[]> {
  const { rows } = await sql<ContractRecord>`
    select ${columns} from contract
    where ${ofHolder(holder)} ${type === undefined ? sql`` : sql`and contract.contract_type = ${type}`}
      ${before === undefined ? sql`` : sql`and contract.id < ${before}`}
    order by contract.id desc limit ${limit}`.execute(db);
  return rows;
}

/** How many contracts await the holder's side and are not signed by the user yet, at most a hundred. */
export async function countAwaiting(db: Db, holder: Holder, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from contract where ${ofHolder(holder)} and state = 'awaitingClient' and not exists (
        select 1 from contract_signature where contract_id = contract.id and user_id = ${userId}
      ) limit 100
    ) awaiting`.execute(db);
  return rows[0]?.count ?? 0;
}

interface StaffFilter {
  holder: Holder | undefined;
  state: ContractState | undefined;
  type: string | undefined;
  assigned: number | undefined;
  /** In its state since then or longer. */
  changedBefore: Date | undefined;
  after: { value: string; id: number } | undefined;
  limit: number;
}

/** The state is part of the statement, since the best plan for a rare state is not that for a common one. */
function buildConditions({ holder, state, type, assigned, changedBefore, after }: StaffFilter): RawBuilder<SqlBool> {
  const conditions = [
    sql<SqlBool>`true`,
    ...(holder ? [ofHolder(holder)] : []),
    ...(state === undefined ? [] : [sql<SqlBool>`contract.state = ${sql.lit(state)}`]),
    ...(type === undefined ? [] : [sql<SqlBool>`contract.contract_type = ${type}`]),
    ...(assigned === undefined ? [] : [isOfColleague("contract", assigned)]),
    ...(changedBefore ? [sql<SqlBool>`contract.state_changed_at <= ${changedBefore}`] : []),
    ...(after
      ? [sql<SqlBool>`(contract.state_changed_at, contract.id) > (${after.value}::timestamptz, ${after.id})`]
      : []),
  ];
  return sql`${sql.join(conditions, sql` and `)}`;
}

/** Contracts of all holders, those longest in their state first. */
export async function listForStaff(db: Db, filter: StaffFilter): Promise<ContractRecord[]> {
  const { rows } = await sql<ContractRecord>`
    select ${columns} from contract where ${buildConditions(filter)}
    order by contract.state_changed_at, contract.id limit ${filter.limit}`.execute(db);
  return rows;
}

/** How many there are, counted up to `limit`. */
export async function countForStaff(db: Db, filter: StaffFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from contract where ${buildConditions(filter)} limit ${filter.limit}
    ) counted`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface NewContract {
  holder: Holder;
  type: string;
  templateVersion: number | null;
  name: string;
  language: Language;
  data: Readonly<Record<string, string>>;
  state: ContractState;
  byAdmin: boolean;
  createdBy: number;
  counterSign: boolean;
  signers: SignerRule;
  day: string;
  expiresOn: string;
  reminderDays: readonly number[];
  revision: number;
  previousId: number | null;
  fileId: number;
  sha256: Buffer;
  pages: number;
  signatures: readonly SignaturePlace[] | null;
}

const placesJson = (places: readonly SignaturePlace[] | null) => (places === null ? null : JSON.stringify(places));

export const insertContract = (trx: Trx, { holder, ...one }: NewContract): Promise<{ id: number }> =>
  trx
    .insertInto("contract")
    .values({
      holder_type: holder.holderType,
      holder_id: holder.holderId,
      contract_type: one.type,
      template_version: one.templateVersion,
      contract_name: one.name,
      language: one.language,
      contract_data: JSON.stringify(one.data),
      state: one.state,
      by_admin: one.byAdmin,
      created_by: one.createdBy,
      counter_sign: one.counterSign,
      signers: one.signers,
      day: one.day,
      expires_on: one.expiresOn,
      reminder_days: [...one.reminderDays],
      revision: one.revision,
      previous_id: one.previousId,
      file_id: one.fileId,
      sha256: one.sha256,
      pages: one.pages,
      signature_places: placesJson(one.signatures),
    })
    .returning("id")
    .executeTakeFirstOrThrow();

/** Takes a contract from a state; false if it is in another one, or has another text. The row stays locked. */
export async function takeFrom(
  trx: Trx,
  id: number,
  { from, sha256 }: { from: ContractState; sha256?: Buffer },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update contract set state_changed_at = state_changed_at
    where id = ${id} and state = ${from} ${sha256 ? sql`and sha256 = ${sha256}` : sql``}`.execute(trx);
  return numAffectedRows === 1n;
}

/** Contracts that await these people, or a company that is named or that one of them acts for; locked, in order of id. */
export async function lockAwaiting(trx: Trx, { userIds, companyIds }: RightsChange): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from contract where state in ('awaitingClient', 'awaitingAdmin') and (
      (holder_type = 'user' and holder_id = any(${[...userIds]}::bigint[]))
      or (holder_type = 'company' and holder_id in (
        select unnest(${[...companyIds]}::bigint[])
        union select company_id from current_representation where user_id = any(${[...userIds]}::bigint[])
        union select id from company where creator_id = any(${[...userIds]}::bigint[]) and reviewed_on is null
      ))
    ) order by id for update`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Moves a contract from one state to another; false if it is in another one. */
export async function moveContract(
  trx: Trx,
  id: number,
  { from, to, message = null }: { from: ContractState; to: ContractState; message?: string | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update contract set state = ${to}, state_changed_at = now(), reject_msg = coalesce(${message}, reject_msg)
    where id = ${id} and state = ${from}`.execute(trx);
  return numAffectedRows === 1n;
}

/** Replaces what is read, before anybody signed it; false if it was signed, changed or ended meanwhile. */
export async function replaceText(
  trx: Trx,
  id: number,
  {
    read,
    data,
    fileId,
    sha256,
    pages,
    signatures,
  }: {
    read: Buffer;
    data: Readonly<Record<string, string>>;
    fileId: number;
    sha256: Buffer;
    pages: number;
    signatures: readonly SignaturePlace[];
  },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update contract set contract_data = ${JSON.stringify(data)}::jsonb, file_id = ${fileId}, sha256 = ${sha256},
      pages = ${pages}, signature_places = ${placesJson(signatures)}::jsonb
    where id = ${id} and state = 'awaitingClient' and sha256 = ${read}
      and not exists (select 1 from contract_signature where contract_id = contract.id)`.execute(trx);
  return numAffectedRows === 1n;
}

/** Records the holder's first opening; false if it was opened before. */
export async function noteOpened(trx: Trx, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update contract set opened_at = now() where id = ${id} and opened_at is null`.execute(trx);
  return numAffectedRows === 1n;
}

/** A file with its state, as answers describe it. */
export const findStoredFile = (db: Db, id: number) =>
  db
    .selectFrom("stored_file")
    .select(["id", "name", "size", "media_type", "state", "sha256"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

interface SealedFile {
  fileId: number;
  evidencePages: number;
  evidenceOmitted: ContractRecord["evidence_omitted"];
}

/** Names the sealed file; false if the contract is sealed already. */
export async function setSealed(
  trx: Trx,
  id: number,
  { fileId, evidencePages, evidenceOmitted }: SealedFile,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update contract set sealed_file_id = ${fileId}, sealed_at = now(), evidence_pages = ${evidencePages},
      evidence_omitted = ${evidenceOmitted}
    where id = ${id} and state = 'approved' and sealed_file_id is null`.execute(trx);
  return numAffectedRows === 1n;
}
