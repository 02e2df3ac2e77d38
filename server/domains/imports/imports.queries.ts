/** SQL of imports: uploaded files, their previews and results. */

import type { NamedMapping } from "@portico/api/imports/mapping.ts";
import type { AccountPreview, importStates } from "@portico/api/imports.ts";
import type { ImportFormat, ImportKind } from "@portico/api/rules/import-kinds.ts";
import type { EntryKind } from "@portico/ledger/entry.ts";
import { sql } from "kysely";
import { oneRow } from "../../kernel/one-row.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { ownIdOf } from "./mapping/keys.ts";
import type { StoredPreview } from "./preview/preview.ts";
import type { StoredAnswer } from "./questions/split-questions.ts";

export interface ImportRecord {
  id: number;
  kind: ImportKind;
  format: ImportFormat | null;
  message: string | null;
  /** Whose file it is; null if that is not known. */
  custodianId: number | null;
  fileName: string;
  state: (typeof importStates)[number];
  rows: number;
  newRows: number;
  knownRows: number;
  refusedRows: number;
  preview: StoredPreview;
  createdAt: Date;
  /** Null for the portal. */
  createdBy: number | null;
  /** Where the portal found the file; null for one that staff uploaded. */
  pickedUpFrom: string | null;
  settledAt: Date | null;
  settledBy: number | null;
  account: string | null;
  /** The mapping with which it was read. */
  mapping: Pick<NamedMapping, "key" | "name" | "version"> | null;
}

const columns = sql`id, kind, format, message, custodian_id as "custodianId", file_name as "fileName", state, rows, new_rows as "newRows", known_rows as "knownRows",
  refused_rows as "refusedRows", created_at as "createdAt", created_by as "createdBy", picked_up_from as "pickedUpFrom", settled_at as "settledAt",
  settled_by as "settledBy", given_account as account, mapping - 'mapping' as mapping`;

export interface Counts {
  rows: number;
  newRows: number;
  knownRows: number;
  refusedRows: number;
}

interface NewImport
  extends Pick<
      ImportRecord,
      "kind" | "format" | "message" | "custodianId" | "fileName" | "state" | "preview" | "createdBy" | "pickedUpFrom"
    >,
    Counts {
  account: string | null;
  mapping: NamedMapping | null;
  sha256: Buffer;
  characters: number;
  content: Buffer | null;
  openingBalances: unknown;
  excluded: unknown;
  decisions: unknown;
  transferCosts: unknown;
  pickupFileId: number | null;
}

export async function insertImport(trx: Trx, row: NewImport): Promise<ImportRecord> {
  const ownId = row.mapping && ownIdOf(row.mapping.key);
  return oneRow(
    await sql<ImportRecord>`
    insert into import (kind, format, message, custodian_id, file_name, sha256, characters, content, opening_balances, excluded, decisions, transfer_costs, state, rows, new_rows,
                        known_rows, refused_rows, preview, created_by, given_account, mapping, mapping_id, mapping_version, pickup_file_id, picked_up_from)
    values (${row.kind}, ${row.format}, ${row.message}, ${row.custodianId}, ${row.fileName}, ${row.sha256}, ${row.characters}, ${row.content},
            ${JSON.stringify(row.openingBalances)}::jsonb, ${JSON.stringify(row.excluded)}::jsonb,
            ${JSON.stringify(row.decisions)}::jsonb, ${JSON.stringify(row.transferCosts)}::jsonb, ${row.state}, ${row.rows}, ${row.newRows}, ${row.knownRows},
            ${row.refusedRows}, ${JSON.stringify(row.preview)}::jsonb, ${row.createdBy},
            ${row.account}, ${row.mapping && JSON.stringify(row.mapping)}::jsonb, ${ownId}, ${ownId === null ? null : row.mapping?.version},
            ${row.pickupFileId}, ${row.pickedUpFrom})
    returning ${columns}, preview`.execute(trx),
  );
}

export async function findImport(db: Db, id: number): Promise<ImportRecord | undefined> {
  const { rows } = await sql<ImportRecord>`select ${columns}, preview from import where id = ${id}`.execute(db);
  return rows[0];
}

/** The import of a file that the portal read itself; of an archive, of the file of that name. */
export async function findPickedUp(db: Db, fileId: number, fileName: string): Promise<ImportRecord | undefined> {
  const { rows } = await sql<ImportRecord>`
    select ${columns}, preview from import where pickup_file_id = ${fileId} and file_name = ${fileName} and state <> 'refused'`.execute(
    db,
  );
  return rows[0];
}

/** The imports of files that the portal read itself, by file; of one that was read again the last. */
export async function listPickedUp(
  db: Db,
  fileIds: readonly number[],
): Promise<Pick<ImportRecord & { fileId: number }, "id" | "fileId" | "state" | "kind" | "format">[]> {
  if (fileIds.length === 0) return [];
  const { rows } = await sql<Pick<ImportRecord & { fileId: number }, "id" | "fileId" | "state" | "kind" | "format">>`
    select * from (
      select distinct on (pickup_file_id, file_name) id, pickup_file_id as "fileId", state, kind, format from import
      where pickup_file_id = any(${[...fileIds]}::bigint[]) order by pickup_file_id, file_name, id desc
    ) as last order by id`.execute(db);
  return rows;
}

/** The import, locked until the transaction ends: of two concurrent confirmations, the second finds it confirmed. */
export async function lockImport(trx: Trx, id: number): Promise<ImportRecord | undefined> {
  const { rows } = await sql<ImportRecord>`
    select ${columns}, preview from import where id = ${id} for update`.execute(trx);
  return rows[0];
}

export interface Evidence {
  content: Buffer | null;
  sha256: Buffer;
  openingBalances: unknown;
  excluded: unknown;
  decisions: unknown;
  transferCosts: unknown;
  account: string | null;
  mapping: unknown;
}

export async function findEvidence(db: Db, id: number): Promise<Evidence | undefined> {
  const { rows } = await sql<Evidence>`
    select content, sha256, opening_balances as "openingBalances", excluded, decisions, transfer_costs as "transferCosts", given_account as account, mapping from import where id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** What staff answered to the questions of an open preview. */
export async function listAnswers(db: Db, id: number): Promise<StoredAnswer[]> {
  const { rows } = await sql<{ answers: StoredAnswer[] }>`select answers from import where id = ${id}`.execute(db);
  return rows[0]?.answers ?? [];
}

export async function saveAnswers(trx: Trx, id: number, answers: readonly StoredAnswer[]): Promise<void> {
  await sql`update import set answers = ${JSON.stringify(answers)}::jsonb where id = ${id} and state = 'previewed'`.execute(
    trx,
  );
}

export interface EarlierDecision {
  kind: EntryKind | null;
  reason: string;
}

/** What confirmed files decided about rows of the same content, the last one of each. */
export async function findEarlierDecisions(db: Db, keys: readonly string[]): Promise<Map<string, EarlierDecision>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<EarlierDecision & { key: string }>`
    select distinct on (decision->>'key') decision->>'key' as key, decision->>'kind' as kind, decision->>'reason' as reason
    from import, jsonb_array_elements(decisions) as decision
    where state = 'confirmed' and decisions <> '[]' and decision->>'key' = any(${keys}::text[])
    order by decision->>'key', id desc`.execute(db);
  return new Map(rows.map(({ key, kind, reason }) => [key, { kind, reason }]));
}

/** Stores the result of a previewed import; undefined if it already has one. */
export async function settleImport(
  trx: Trx,
  id: number,
  settled: {
    state: "confirmed" | "refused" | "discarded";
    by: number | null;
    preview?: StoredPreview;
    counts?: Counts;
  },
): Promise<ImportRecord | undefined> {
  const { counts, preview } = settled;
  const { rows } = await sql<ImportRecord>`
    update import set
      state = ${settled.state}, settled_at = now(), settled_by = ${settled.by}
      ${settled.state === "confirmed" ? sql`` : sql`, content = null`}
      ${preview ? sql`, preview = ${JSON.stringify(preview)}::jsonb` : sql``}
      ${
        counts
          ? sql`, rows = ${counts.rows}, new_rows = ${counts.newRows}, known_rows = ${counts.knownRows},
                refused_rows = ${counts.refusedRows}`
          : sql``
      }
    where id = ${id} and state = 'previewed'
    returning ${columns}, preview`.execute(trx);
  return rows[0];
}

/** Updates an open preview; undefined if it was settled meanwhile. */
export async function renewPreview(
  trx: Trx,
  id: number,
  { preview, counts }: { preview: StoredPreview; counts: Counts },
): Promise<ImportRecord | undefined> {
  const { rows } = await sql<ImportRecord>`
    update import set preview = ${JSON.stringify(preview)}::jsonb, rows = ${counts.rows}, new_rows = ${counts.newRows},
      known_rows = ${counts.knownRows}, refused_rows = ${counts.refusedRows}
    where id = ${id} and state = 'previewed'
    returning ${columns}, preview`.execute(trx);
  return rows[0];
}

/** The holder's part of a file, which may include other accounts. */
const ownCounts = (holder: object) => sql`
  (select coalesce(sum((account->>'entries')::int), 0)::int from jsonb_array_elements(preview->'accounts') as account
    where account->'holder' @> ${JSON.stringify(holder)}::jsonb) as rows,
  (select coalesce(sum((account->>'newEntries')::int), 0)::int from jsonb_array_elements(preview->'accounts') as account
    where account->'holder' @> ${JSON.stringify(holder)}::jsonb) as "newRows"`;

/** Holders named in a file, in its order: the first three and the total number. */
const notice = sql`
  select coalesce(jsonb_agg(holder order by place) filter (where place <= 3), '[]') as holders, count(*)::int as "holderCount"
  from (
    select account->'holder' as holder, row_number() over (order by min(position)) as place
    from jsonb_array_elements(preview->'accounts') with ordinality as each (account, position)
    where jsonb_typeof(account->'holder') = 'object' group by account->'holder'
  ) as named`;

export type ListedRecord = Omit<ImportRecord, "preview"> & {
  holders: NonNullable<AccountPreview["holder"]>[];
  holderCount: number;
};

/** Imports below an id, newest first, without previews; for a holder, files that name them, counting only their rows. */
export async function listImportRecords(
  db: Db,
  {
    below,
    holder,
    limit,
  }: { below: number | undefined; holder: { holder_type: string; holder_id: number } | undefined; limit: number },
): Promise<ListedRecord[]> {
  const { rows } = await sql<ListedRecord>`
    select ${columns} ${holder ? sql`, ${ownCounts(holder)}` : sql``}, holders, "holderCount"
    from import cross join lateral (${notice}) as told
    where true ${below === undefined ? sql`` : sql`and id < ${below}`}
      ${
        holder
          ? sql`and jsonb_path_query_array(preview, '$.accounts[*].holder') @> ${JSON.stringify([holder])}::jsonb`
          : sql``
      }
    order by id desc limit ${limit}`.execute(db);
  return rows;
}

/** These imports, in the order of their ids. */
export async function listNamedImports(db: Db, ids: readonly number[]): Promise<ListedRecord[]> {
  const { rows } = await sql<ListedRecord>`
    select ${columns}, holders, "holderCount" from import cross join lateral (${notice}) as told
    where id = any(${ids}::bigint[]) order by id`.execute(db);
  return rows;
}
