/** SQL of people with an account, and of their staff list. */

import type { ListedState } from "@portico/api/holder-states.ts";
import type { Preferences } from "@portico/api/users.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import {
  begins,
  contains,
  every,
  findPage,
  hasIban,
  hasId,
  hasNumber,
  hasPhone,
  isInState,
  isSubmitted,
  type Listed,
  orderOf,
  type PageOrder,
  type Search,
} from "../../database/list-page.queries.ts";
import type { Db } from "../../kernel/transaction.ts";
import { shownData } from "../data-fields/data-fields.ts";

/** Companies that the user represents today. */
const representedCompanies = (userId: number | ReturnType<typeof sql.ref<number>>) => sql<number[]>`(
  select coalesce(array_agg(company_id order by company_id), '{}') from current_representation where user_id = ${userId})`;

/** The active company: the one chosen last, while the user represents it or has started it. */
const activeCompany = sql<number | null>`(
  select company.id from company where company.id = app_user.last_company and (
    (company.creator_id = app_user.id and company.reviewed_on is null) or exists (
      select from current_representation where user_id = app_user.id and company_id = company.id)))`;

/** The person reads what others let them, and has begun nothing of their own: no form, and no company. */
const isOnlyDelegate = sql<boolean>`(app_user.role = 'client' and app_user.state = 'preKYC'
  and exists (select from current_delegation delegation where delegation.delegate_id = app_user.id)
  and not exists (select from form_draft where holder_type = 'user' and holder_id = app_user.id)
  and not exists (select from current_representation where user_id = app_user.id)
  and not exists (select from company where creator_id = app_user.id and reviewed_on is null))`;

export async function findIsOnlyDelegate(db: Db, userId: number): Promise<boolean> {
  const { rows } = await sql<{
    is: boolean;
  }>`select ${isOnlyDelegate} as is from app_user where id = ${userId}`.execute(db);
  return rows[0]?.is ?? false;
}

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
      shownData(sql.ref("app_user.client_data")).as("client_data"),
      "app_user.preferences",
      "app_user.email_confirmed_at",
      "app_user.created_at",
      "holder_account.client_number",
      activeCompany.as("last_company"),
      representedCompanies(userId).as("rep_companies"),
      isOnlyDelegate.as("is_only_delegate"),
    ])
    .where("app_user.id", "=", userId)
    .executeTakeFirst();

/** The user's assigned colleague. */
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

/** Changes the name if the state allows it; returns the previous name, if changed. */
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
  state?: ListedState | undefined;
  role?: string | undefined;
  /** A member of staff; 0 for users without an assigned colleague. */
  assigned?: number | undefined;
  group?: string | undefined;
  /** What they have under the label of a data field; any value without one. */
  fact?: { label: string; value: unknown } | undefined;
}

/** Not a colleague who is invited and whose role a second person has still to confirm. These are few, and read first. */
const isNoInvited = sql<SqlBool>`app_user.id <> all(array(
  select invitation.user_id from staff_invitation as invitation
    join proposal on proposal.holder_type = 'user' and proposal.holder_id = invitation.user_id
  where invitation.revoked_at is null and proposal.action = 'setRole' and proposal.state = 'open'))`;

/** An e-mail or its start is found by its index; letters common to all addresses are useless. */
const isAddress = (search: string): boolean => /^[^@\s]+@[^@\s]*$/.test(search);

function searchOf({ search, state, role, assigned, group, fact }: ListFilter): Search {
  const filters: RawBuilder<SqlBool>[] = [];
  if (state) filters.push(isInState("app_user", state));
  // Part of the SQL text, like the state.
  if (role) filters.push(sql<SqlBool>`app_user.role = ${sql.lit(role)}`);
  if (role === "client") filters.push(isNoInvited);
  if (assigned === 0) filters.push(sql<SqlBool>`app_user.assigned_to is null`);
  else if (assigned !== undefined) filters.push(sql<SqlBool>`app_user.assigned_to = ${assigned}`);
  if (group)
    filters.push(
      sql<SqlBool>`app_user.id in (select user_id from distribution_group_member where group_name = ${group})`,
    );
  if (fact)
    filters.push(
      fact.value === undefined
        ? sql<SqlBool>`(app_user.client_data <> '{}' and app_user.client_data ? ${fact.label}::text)`
        : sql<SqlBool>`(app_user.client_data <> '{}'
            and app_user.client_data @> ${JSON.stringify({ [fact.label]: fact.value })}::jsonb)`,
    );
  const listed = (...ways: RawBuilder<SqlBool>[]): Listed => ({
    table: "app_user",
    ways: ways.map((way) => every([way, ...filters])),
  });
  const planned = Boolean(search || group || assigned || fact);
  if (!search) return { attempts: [listed(sql<SqlBool>`true`)], isText: false, planned };
  const whole = listed(
    contains(sql<string>`app_user.search_text`, search),
    hasNumber("app_user", search),
    ...hasId("app_user", search),
    ...hasPhone(search),
    ...hasIban("app_user", search),
  );
  return {
    attempts: isAddress(search) ? [listed(begins(sql<string>`app_user.email`, search)), whole] : [whole],
    isText: true,
    planned,
  };
}

interface ListedUser {
  id: number;
  email: string;
  name: string;
  phone: string | null;
  client_data: unknown;
  preferences: unknown;
  last_company: number | null;
  rep_companies: number[];
  state: string;
  role: string;
  created_at: Date;
  assigned_to: number | null;
  assigned_name: string | null;
  client_number: string | null;
  is_submitted: boolean;
}

/** One page of the staff list in sort order, and the count. */
export const findUserPage = (db: Db, filter: ListFilter, page: PageOrder) =>
  findPage<ListedUser>(
    db,
    searchOf(filter),
    page,
    (ids) => sql<ListedUser>`select app_user.id, app_user.email, app_user.name, app_user.state, app_user.role,
      app_user.phone, ${shownData(sql.ref("app_user.client_data"))} as client_data, app_user.preferences, ${activeCompany} as last_company,
      ${representedCompanies(sql.ref<number>("app_user.id"))} as rep_companies, app_user.created_at, app_user.assigned_to, colleague.name as assigned_name,
      holder_account.client_number, ${isSubmitted("app_user")} as is_submitted
    from (${ids}) as page join app_user on app_user.id = page.id
      left join holder_account on holder_account.holder_type = 'user' and holder_account.holder_id = app_user.id
      left join app_user as colleague on colleague.id = app_user.assigned_to
    order by ${orderOf(page, "app_user")}`,
  );

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

/** Inserts a new user; the database refuses a duplicate e-mail. */
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

/** True while there is no account. */
export const hasNoUser = async (db: Db): Promise<boolean> =>
  (await db.selectFrom("app_user").select("id").limit(1).executeTakeFirst()) === undefined;

/** Whether a form of the user awaits its decision. */
export const isFormSubmitted = async (db: Db, userId: number): Promise<boolean> =>
  (await db.selectFrom("app_user").select(isSubmitted("app_user").as("is")).where("id", "=", userId).executeTakeFirst())
    ?.is ?? false;
