/**
 * SQL that finds entries of the audit log, newest first. Each filter has an index (0216-audit-filters.sql) in whose order the
 * rows come, so that a page reads about as many as it shows.
 */
import type { Holder } from "@portico/api/shapes.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { chainCount } from "../../audit/chain.ts";
import type { Db } from "../../kernel/transaction.ts";

/** All that are given must hold. */
export interface Filter {
  holder: Holder | undefined;
  subject: { type: string; id: string } | undefined;
  person: number | undefined;
  actions: readonly string[] | undefined;
  /** Moments: this one is included. */
  from: string | undefined;
  /** This one is not. */
  before: string | undefined;
}

export interface Page {
  /** Time and place (`placeOf`) of the last row of the previous page. */
  after: { value: string; id: number } | undefined;
  limit: number;
}

export interface FoundEntry {
  chain: number;
  position: number;
  at: Date;
  actor: unknown;
  action: string;
  subject_type: string;
  subject_id: string;
  before: unknown;
  after: unknown;
  address: string | null;
  request_id: string | null;
  erased_at: Date | null;
}

/** One number for chain and position, which decides among entries of the same instant. */
export const placeOf = ({ chain, position }: { chain: number; position: number }): number =>
  position * chainCount + chain;
const place = sql`position * ${sql.lit(chainCount)} + chain`;

const all = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql.join<SqlBool>([...conditions], sql` and `);

/** Written as in the index. */
const personIs = (person: number): RawBuilder<SqlBool> => sql`(actor ->> 'userId')::bigint = ${person}::bigint`;

function within({ from, before }: Filter, { after }: Page): RawBuilder<SqlBool>[] {
  return [
    ...(from === undefined ? [] : [sql<SqlBool>`at >= ${from}::timestamptz`]),
    ...(before === undefined ? [] : [sql<SqlBool>`at < ${before}::timestamptz`]),
    ...(after
      ? [
          sql<SqlBool>`at <= ${after.value}::timestamptz
            and (at, ${place}) < (${after.value}::timestamptz, ${after.id}::bigint)`,
        ]
      : []),
  ];
}

const newestFirst = (limit: number) => sql`order by at desc, ${place} desc limit ${limit}`;
/** A client with very many entries is read in their order, one with few as a whole; a plan for any values would not know. */
const forTheseValues = sql`/* planned for its values */ `;
/** Where the first entries are that meet the conditions. */
const placesOf = (conditions: readonly RawBuilder<SqlBool>[], limit: number) =>
  sql`(select chain, position, at from audit_entry where ${all(conditions)} ${newestFirst(limit)})`;

/** About an object, or a holder with their orders and payments: person and action are compared in the index. */
function placesOfSubjects({ holder, subject, person, actions }: Filter, common: RawBuilder<SqlBool>[], limit: number) {
  const conditions = [
    ...common,
    ...(person === undefined ? [] : [personIs(person)]),
    ...(actions ? [sql<SqlBool>`action = any(${actions}::text[])`] : []),
  ];
  const isSubject = ({ type, id }: { type: string; id: string }) =>
    sql<SqlBool>`subject_type = ${type} and subject_id = ${id}`;
  if (!holder) return placesOf([...(subject ? [isSubject(subject)] : []), ...conditions], limit);
  const requests = sql<SqlBool>`subject_type = 'transactionRequest' and subject_id = any(array(
    select id::text from transaction_request
    where holder_type = ${holder.holderType} and holder_id = ${holder.holderId}))`;
  const own = isSubject({ type: holder.holderType, id: String(holder.holderId) });
  const also = subject ? [isSubject(subject)] : [];
  return sql`${placesOf([own, ...also, ...conditions], limit)} union all ${placesOf([requests, ...also, ...conditions], limit)}`;
}

/** The first entries of one action, and of one person if given. */
function placesOfAction(name: string, { person, from, before }: Filter, page: Page): RawBuilder<unknown> {
  const { after, limit } = page;
  // Entries have milliseconds: those of the cursor's own instant are compared by their place.
  const ends = [before, after && new Date(Date.parse(after.value) + 1).toISOString()].filter(
    (end) => end !== undefined,
  );
  const [lower, upper] = [from ?? "-infinity", ends.toSorted()[0] ?? "infinity"];
  const key = person === undefined ? sql`action, at` : sql`(actor ->> 'userId')::bigint, action, at`;
  const bound = (at: string) =>
    person === undefined ? sql`${name}, ${at}::timestamptz` : sql`${person}::bigint, ${name}, ${at}::timestamptz`;
  const order = person === undefined ? sql`action desc` : sql`(actor ->> 'userId')::bigint desc, action desc`;
  return sql`(
    select chain, position, at from audit_entry
    where (${key}) >= (${bound(lower)}) and (${key}) < (${bound(upper)})
      ${person === undefined ? sql`` : sql`and (actor ->> 'userId')::bigint is not null`}
      ${after ? sql`and (at, ${place}) < (${after.value}::timestamptz, ${after.id}::bigint)` : sql``}
    order by ${order}, at desc, ${place} desc limit ${limit})`;
}

/** The actions that a person did, found one after another in the index. */
async function findActions(db: Db, person: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`${forTheseValues}
    with recursive done(name) as (
      (select action from audit_entry where ${personIs(person)} order by action limit 1)
      union all
      select (select action from audit_entry where ${personIs(person)} and action > done.name order by action limit 1)
      from done where done.name is not null)
    select name from done where name is not null`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * By person or action: the first entries of each action, merged. They are asked for as a range of the index of actions, or of
 * persons, in its order: equal values would let PostgreSQL read the log by time instead, past millions of others.
 */
async function placesOfActions(db: Db, filter: Filter, page: Page): Promise<RawBuilder<unknown>> {
  const { person, actions } = filter;
  const names = actions ?? (person === undefined ? [] : await findActions(db, person));
  const places = [...new Set(names)].map((name) => placesOfAction(name, filter, page));
  return places.length === 0 ? placesOf([sql<SqlBool>`false`], 1) : sql.join(places, sql` union all `);
}

export async function findEntries(db: Db, filter: Filter, page: Page): Promise<FoundEntry[]> {
  const { limit } = page;
  const common = within(filter, page);
  const places =
    filter.holder || filter.subject
      ? placesOfSubjects(filter, common, limit)
      : filter.person !== undefined || filter.actions
        ? await placesOfActions(db, filter, page)
        : placesOf(common, limit);
  const { rows } = await sql<FoundEntry>`${forTheseValues}
    with first as materialized (
      select chain, position, at as moment from (${places}) as found ${newestFirst(limit)})
    select chain, position, at, actor, action, subject_type, subject_id, before, after, address, request_id, erased_at
    from first join audit_entry using (chain, position) order by moment desc, ${place} desc`.execute(db);
  return rows;
}

/** Whose orders and payments these are. */
export const findRequestHolders = async (db: Db, requestIds: readonly number[]) =>
  requestIds.length === 0
    ? []
    : await db
        .selectFrom("transaction_request")
        .select(["id", "holder_type", "holder_id"])
        .where("id", "in", [...requestIds])
        .execute();
