/** SQL of definitions and their order. Their texts are versions of content. */
import type { DefinitionCard } from "@portico/api/funds.ts";
import type { DefinitionState } from "@portico/api/rules/funds.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";

/** What lists show of a definition besides its id and place. */
export type Card = Omit<DefinitionCard, "id" | "order" | "featured" | "funds_costs">;

export interface DefinitionRecord {
  id: number;
  place: number;
  featured: boolean;
  state: DefinitionState;
  published: number | null;
  draft: number | null;
  first_published_at: Date | null;
  published_at: Date | null;
  card: Card;
}

const columns = sql`definition.id, definition.place, definition.featured, definition.state,
  definition.published_version as published, definition.draft_version as draft, definition.first_published_at,
  definition.published_at, definition.card`;

interface Place {
  place: number;
  id: number;
}
const beyond = (after: Place | undefined): RawBuilder<unknown> =>
  after ? sql`and (definition.place, definition.id) > (${after.place}, ${after.id})` : sql``;

/** Published definitions by order, after a place. */
export async function listPublished(
  db: Db,
  { after, limit, featured = false }: { after?: Place | undefined; limit: number; featured?: boolean },
): Promise<DefinitionRecord[]> {
  const { rows } = await sql<DefinitionRecord>`
    select ${columns} from target_definition definition
    where definition.state = 'published' ${featured ? sql`and definition.featured` : sql``} ${beyond(after)}
    order by definition.place, definition.id limit ${limit}`.execute(db);
  return rows;
}

export interface StaffRecord extends DefinitionRecord {
  joined: number;
  asked: number;
}

/** Definitions in any state by order, with the number of holders who joined and who asked to. */
export async function listRecords(
  db: Db,
  {
    state,
    after,
    limit,
    id,
  }: { state?: DefinitionState | undefined; after?: Place | undefined; limit: number; id?: number },
): Promise<StaffRecord[]> {
  const { rows } = await sql<StaffRecord>`
    select ${columns}, joins.joined, joins.asked
    from target_definition definition
    cross join lateral (
      select count(*) filter (where state = 'joined')::int as joined, count(*) filter (where state = 'asked')::int as asked
      from target_join where definition_id = definition.id and state in ('joined', 'asked')
    ) as joins
    where true ${state ? sql`and definition.state = ${state}` : sql``}
      ${id === undefined ? sql`` : sql`and definition.id = ${id}`} ${beyond(after)}
    order by definition.place, definition.id limit ${limit}`.execute(db);
  return rows;
}

export async function findDefinition(db: Db, id: number): Promise<DefinitionRecord | undefined> {
  const { rows } = await sql<DefinitionRecord>`
    select ${columns} from target_definition definition where id = ${id}`.execute(db);
  return rows[0];
}

/** Names of definitions, whatever their state. */
export async function findCards(
  db: Db,
  ids: readonly number[],
): Promise<{ id: number; state: DefinitionState; card: Card }[]> {
  const { rows } = await sql<{ id: number; state: DefinitionState; card: Card }>`
    select id, state, card from target_definition where id = any(${[...ids]}::bigint[])`.execute(db);
  return rows;
}

/** The same, locked until the transaction ends. */
export async function lockDefinition(trx: Trx, id: number): Promise<DefinitionRecord | undefined> {
  const { rows } = await sql<DefinitionRecord>`
    select ${columns} from target_definition definition where id = ${id} for no key update`.execute(trx);
  return rows[0];
}

/** The new definition's id, last in the order; undefined if the person used the key before. */
export async function insertDefinition(
  trx: Trx,
  { card, userId, key }: { card: Card; userId: number; key: string | undefined },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into target_definition (place, card, draft_version, created_by, client_key)
    select coalesce(max(place), 0) + 1, ${JSON.stringify(card)}::jsonb, 1, ${userId}, ${key ?? null}
    from target_definition
    on conflict (created_by, client_key) where client_key is not null do nothing
    returning id`.execute(trx);
  return rows[0]?.id;
}

export async function findByKey(db: Db, userId: number, key: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from target_definition where created_by = ${userId} and client_key = ${key}`.execute(db);
  return rows[0]?.id;
}

const set = (trx: Trx, id: number, values: RawBuilder<unknown>) =>
  sql`update target_definition set ${values} where id = ${id}`.execute(trx);

/** A draft was begun, or set aside; of a definition that was never public, lists show the draft. */
export const setDraft = (
  trx: Trx,
  id: number,
  { version, card }: { version: number | null; card?: Card | undefined },
) =>
  set(
    trx,
    id,
    card === undefined
      ? sql`draft_version = ${version}`
      : sql`draft_version = ${version},
          card = case when first_published_at is null then ${JSON.stringify(card)}::jsonb else card end`,
  );

export const setPublished = (trx: Trx, id: number, { version, card }: { version: number; card: Card }) =>
  set(
    trx,
    id,
    sql`state = 'published', published_version = ${version}, draft_version = null, published_at = now(),
      first_published_at = coalesce(first_published_at, now()), card = ${JSON.stringify(card)}::jsonb`,
  );

export const setArchived = (trx: Trx, id: number) =>
  set(trx, id, sql`state = 'archived', published_version = null, featured = false`);

/** True if the flag changed. */
export async function setFeatured(trx: Trx, id: number, featured: boolean): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update target_definition set featured = ${featured} where id = ${id} and featured <> ${featured}`.execute(trx);
  return numAffectedRows === 1n;
}

/** Deletes a definition that was never public; false otherwise. */
export async function deleteDefinition(trx: Trx, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from target_definition where id = ${id} and first_published_at is null`.execute(trx);
  return numAffectedRows === 1n;
}

/** How often the order changed. */
export async function getOrderVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`select version from target_order`.execute(db);
  return rows[0]?.version ?? 0;
}

/**
 * Counts a change of the order, made from `version` if given; the new number, or undefined if the order changed since.
 * Other changes wait until the transaction ends.
 */
export async function countOrderChange(trx: Trx, version?: number): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    update target_order set version = version + 1
    where ${version === undefined ? sql`true` : sql`version = ${version}`} returning version`.execute(trx);
  return rows[0]?.version;
}

export async function listIds(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from target_definition order by place, id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Puts the definitions in this order; only moved rows are written. */
export const storeOrder = (trx: Trx, ids: readonly number[]) =>
  sql`
    update target_definition definition set place = wanted.place
    from unnest(${[...ids]}::bigint[]) with ordinality as wanted (id, place)
    where definition.id = wanted.id and definition.place <> wanted.place`.execute(trx);
