/** SQL of people with an account, and of the staff's list of them. */
import type { Preferences } from "@portico/api/users.ts";
import { type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { DB } from "../../database/schema.generated.ts";
import type { Db } from "../../database/transaction.ts";

/** Companies that the user represents today. */
const representedCompanies = (userId: number | ReturnType<typeof sql.ref<number>>) => sql<number[]>`(
  select coalesce(array_agg(company_id order by company_id), '{}') from representation
  where user_id = ${userId} and valid_from <= current_date and (valid_to is null or valid_to >= current_date))`;

/** For whom the user acts: the company chosen last, while they represent it or have begun it. */
const activeCompany = sql<number | null>`(
  select company.id from company where company.id = app_user.last_company and (
    (company.creator_id = app_user.id and company.reviewed_on is null) or exists (
      select from representation where user_id = app_user.id and company_id = company.id
        and valid_from <= current_date and (valid_to is null or valid_to >= current_date))))`;

export const findUser = (db: Db, userId: number) =>
  db
    .selectFrom("app_user")
    .leftJoin("holder_account", (join) =>
      join.onRef("holder_account.holder_id", "=", "app_user.id").on("holder_account.holder_type", "=", "user"),
    )
    .select([
      "app_user.id",
      "app_user.email",
      "app_user.name",
      "app_user.phone",
      "app_user.state",
      "app_user.role",
      "app_user.client_data",
      "app_user.preferences",
      "app_user.email_confirmed_at",
      "app_user.created_at",
      "holder_account.client_number",
      activeCompany.as("last_company"),
      representedCompanies(userId).as("rep_companies"),
    ])
    .where("app_user.id", "=", userId)
    .executeTakeFirst();

/** The colleague in charge of the user. */
export const findColleague = (db: Db, userId: number) =>
  db
    .selectFrom("app_user")
    .innerJoin("app_user as colleague", "colleague.id", "app_user.assigned_to")
    .select(["colleague.id", "colleague.name"])
    .where("app_user.id", "=", userId)
    .executeTakeFirst();

export const updatePreferences = (db: Db, userId: number, preferences: Preferences) =>
  db
    .updateTable("app_user")
    .set({ preferences: JSON.stringify(preferences) })
    .where("id", "=", userId)
    .execute();

/** Changes the name where the state is one of those that allow it; returns the name before, if it did. */
export const updateName = async (db: Db, userId: number, name: string, states: readonly string[] | "any") => {
  const { rows } = await sql<{ before: string }>`
    with known as (select id, name from app_user where id = ${userId} for update)
    update app_user set name = ${name} from known
    where app_user.id = known.id ${states === "any" ? sql`` : sql`and app_user.state = any(${[...states]})`}
    returning known.name as before`.execute(db);
  return rows[0]?.before;
};

export interface ListFilter {
  search?: string | undefined;
  state?: string | undefined;
  role?: string | undefined;
  /** A member of staff; 0 for users whom nobody has. */
  assigned?: number | undefined;
  group?: string | undefined;
}
type SortColumn = "name" | "email" | "created_at";
export interface ListPage {
  column: SortColumn;
  descending: boolean;
  /** Values of the last row of the page before. */
  after?: { value: string; id: number } | undefined;
  limit: number;
}

const likePattern = (text: string): string => text.toLowerCase().replace(/[\\%_]/g, (found) => `\\${found}`);

function matches({ search, state, role, assigned, group }: ListFilter) {
  return (eb: ExpressionBuilder<DB, "app_user">) => {
    const conditions = [];
    if (state) conditions.push(eb("app_user.state", "=", state));
    if (role) conditions.push(eb("app_user.role", "=", role));
    if (assigned !== undefined)
      conditions.push(
        assigned === 0 ? eb("app_user.assigned_to", "is", null) : eb("app_user.assigned_to", "=", assigned),
      );
    if (group)
      conditions.push(
        sql<SqlBool>`app_user.id in (select user_id from distribution_group_member where group_name = ${group})`,
      );
    if (search)
      conditions.push(
        eb.or([
          sql<SqlBool>`lower(app_user.name) || ' ' || app_user.email like ${`%${likePattern(search)}%`}`,
          sql<SqlBool>`app_user.id in (select holder_id from holder_account
            where holder_type = 'user' and lower(client_number) like ${`${likePattern(search)}%`})`,
        ]),
      );
    return eb.and(conditions);
  };
}

/** One page of the staff's list in the order of its key. */
export const listUsers = (db: Db, filter: ListFilter, { column, descending, after, limit }: ListPage) => {
  const direction = descending ? "desc" : "asc";
  const key = sql.ref(`app_user.${column}`);
  return db
    .selectFrom("app_user")
    .leftJoin("holder_account", (join) =>
      join.onRef("holder_account.holder_id", "=", "app_user.id").on("holder_account.holder_type", "=", "user"),
    )
    .select([
      "app_user.id",
      "app_user.email",
      "app_user.name",
      "app_user.state",
      "app_user.role",
      "app_user.created_at",
      "app_user.assigned_to",
      "holder_account.client_number",
      // A name per shown row; a join would make the planner read both tables.
      (eb) =>
        eb
          .selectFrom("app_user as colleague")
          .select("colleague.name")
          .whereRef("colleague.id", "=", "app_user.assigned_to")
          .as("assigned_name"),
    ])
    .where((eb) => matches(filter)(eb as unknown as ExpressionBuilder<DB, "app_user">))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(${key}, app_user.id) ${sql.raw(descending ? "<" : ">")} (${after?.value}${sql.raw(column === "created_at" ? "::timestamptz" : "")}, ${after?.id})`,
      ),
    )
    .orderBy(key, direction)
    .orderBy("app_user.id", direction)
    .limit(limit)
    .execute();
};

/** How many fit, counted to `cap` at the most. */
export const countUsers = async (db: Db, filter: ListFilter, cap: number): Promise<number> => {
  const { count } = await db
    .selectFrom((inner) =>
      inner.selectFrom("app_user").select(sql`1`.as("one")).where(matches(filter)).limit(cap).as("found"),
    )
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
};

export interface NewUser {
  email: string;
  name: string;
  phone: string | null;
  passwordHash: string;
  role: string;
  state: string;
  preferences: Preferences;
  confirmed: boolean;
}

/** Writes a new user; the unique e-mail is the database's to refuse. */
export const insertUser = async (db: Db, user: NewUser): Promise<number> => {
  const { id } = await db
    .insertInto("app_user")
    .values({
      email: user.email,
      name: user.name,
      phone: user.phone,
      password_hash: user.passwordHash,
      role: user.role,
      state: user.state,
      preferences: JSON.stringify(user.preferences),
      email_confirmed_at: user.confirmed ? sql<Date>`now()` : null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};

/** True while nobody has an account. */
export const hasNoUser = async (db: Db): Promise<boolean> =>
  (await db.selectFrom("app_user").select("id").limit(1).executeTakeFirst()) === undefined;
