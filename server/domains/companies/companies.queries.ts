/** SQL of companies and their staff list. */
import type { ListedState } from "@portico/api/holder-states.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import {
  contains,
  every,
  findPage,
  hasIban,
  hasId,
  hasNumber,
  isInState,
  isSubmitted,
  orderOf,
  type PageOrder,
  type Search,
} from "../../database/list-page.queries.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { recordTables } from "./record-tables.ts";

const started = ["preKYC", "pendingKYC", "returnedKYC"];

const hasRecords = sql<boolean>`(${sql.join(
  [
    ...recordTables.map(
      (table) => sql`exists (select from ${sql.table(table)} where holder_type = 'company' and holder_id = company.id)`,
    ),
    sql`exists (select from chat where holder_type = 'company' and holder_id = company.id and messages > 0)`,
  ],
  sql` or `,
)})`;

const withNumber = (db: Db) =>
  db
    .selectFrom("company")
    .leftJoin("holder_account", (join) =>
      join.onRef("holder_account.holder_id", "=", "company.id").on("holder_account.holder_type", "=", "company"),
    )
    .select([
      "company.id",
      "company.name",
      "company.state",
      "company.created_at",
      "company.creator_id",
      "company.assigned_to",
      "holder_account.client_number",
      // Only asked of one that could be discarded.
      sql<boolean>`company.state = 'preKYC' and ${hasRecords}`.as("has_records"),
    ]);

export const findCompanies = (db: Db, ids: readonly number[]) =>
  withNumber(db)
    .where("company.id", "in", [...ids])
    .orderBy("company.id")
    .execute();

export const findCompany = (db: Db, companyId: number) =>
  withNumber(db).where("company.id", "=", companyId).executeTakeFirst();

/** The company that the user has started, in one of the started states; at most one. */
export const findStarted = (db: Db, userId: number) =>
  withNumber(db).where("company.creator_id", "=", userId).where("company.state", "in", started).executeTakeFirst();

/** Ids of the companies that the user has started and that were never approved. */
export const findBegun = async (db: Db, userId: number): Promise<number[]> =>
  (
    await db
      .selectFrom("company")
      .select("id")
      .where("creator_id", "=", userId)
      .where("reviewed_on", "is", null)
      .execute()
  ).map(({ id }) => id);

/** Creates a company unless the user has a started one. */
export const insertCompany = (trx: Trx, userId: number) =>
  trx
    .insertInto("company")
    .values({ creator_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();

/**
 * Deletes the user's started company if it has no client number and nothing is kept of it; returns its id if deleted. With
 * it go its representations and the firm's rule for its signers.
 */
export const deleteUnsubmitted = async (trx: Trx, userId: number): Promise<number | undefined> => {
  const { rows: locked } = await sql<{ id: number }>`
    select id from company where creator_id = ${userId} and state = 'preKYC' for update`.execute(trx);
  // Checked once the row is locked, so that a concurrent client number or submission is seen.
  const { rows } = await sql<{ id: number }>`
    select id from company where id = ${locked[0]?.id ?? null} and not ${hasRecords} and not exists (
      select from holder_account
      where holder_type = 'company' and holder_id = company.id and client_number is not null
    )`.execute(trx);
  const id = rows[0]?.id;
  if (id === undefined) return undefined;
  // It may be somebody's active company, and staff may have granted representations.
  await trx.updateTable("app_user").set({ last_company: null }).where("last_company", "=", id).execute();
  await trx.deleteFrom("representation").where("company_id", "=", id).execute();
  await trx.deleteFrom("withdrawal_signers").where("company_id", "=", id).execute();
  await trx.deleteFrom("company").where("id", "=", id).execute();
  return id;
};

export const updateCompanyName = (trx: Trx, companyId: number, name: string) =>
  trx.updateTable("company").set({ name }).where("id", "=", companyId).execute();

/** Stores the draft's company facts where staff lists find them. */
export const updateDraftFacts = (trx: Trx, companyId: number, facts: { name: string; registerNumber: string }) =>
  trx
    .updateTable("company")
    .set({ draft_name: facts.name, register_number: facts.registerNumber })
    .where("id", "=", companyId)
    .where((eb) => eb.or([eb("draft_name", "<>", facts.name), eb("register_number", "<>", facts.registerNumber)]))
    .execute();

export const findRegistered = (db: Db, companyId: number) =>
  db
    .selectFrom("company")
    .select(["draft_name", "register_number", "register_country"])
    .where("id", "=", companyId)
    .executeTakeFirst();

/** Assigns the company to a member of staff; returns the previous one, or undefined if there is no such company. */
export const updateCompanyAssigned = async (trx: Trx, companyId: number, staffId: number | null) => {
  const { rows } = await sql<{ before: number | null }>`
    with known as (select id, assigned_to from company where id = ${companyId} for update)
    update company set assigned_to = ${staffId} from known where company.id = known.id
    returning known.assigned_to as before`.execute(trx);
  return rows[0];
};

export const findRepresentatives = (db: Db, companyId: number) =>
  db
    .selectFrom("standing_representation as standing")
    .innerJoin("app_user", "app_user.id", "standing.user_id")
    .select(["app_user.id", "app_user.name", "app_user.email", "standing.capacity", "standing.suspended"])
    .$narrowType<{ capacity: string; suspended: boolean }>()
    .where("standing.company_id", "=", companyId)
    .orderBy("app_user.name")
    .orderBy("app_user.id")
    .execute();

/** Removes a colleague from all their companies; returns how many. */
export const releaseAssigned = async (trx: Trx, staffId: number): Promise<number> => {
  const { numUpdatedRows } = await trx
    .updateTable("company")
    .set({ assigned_to: null })
    .where("assigned_to", "=", staffId)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
};

/** Companies cannot be sorted by e-mail. */
type CompanyOrder = PageOrder & { column: "name" | "created_at" };

export interface ListFilter {
  search?: string | undefined;
  state?: ListedState | undefined;
  /** A member of staff; 0 for companies without an assigned colleague. */
  assigned?: number | undefined;
}

function buildSearch({ search, state, assigned }: ListFilter): Search {
  const filters: RawBuilder<SqlBool>[] = [];
  if (state) filters.push(isInState("company", state));
  if (assigned === 0) filters.push(sql<SqlBool>`company.assigned_to is null`);
  else if (assigned !== undefined) filters.push(sql<SqlBool>`company.assigned_to = ${assigned}`);
  const ways = search
    ? [
        contains(sql<string>`company.search_text`, search),
        hasNumber("company", search),
        ...hasId("company", search),
        ...hasIban("company", search),
      ]
    : [sql<SqlBool>`true`];
  return {
    attempts: [{ table: "company", ways: ways.map((way) => every([way, ...filters])) }],
    isText: Boolean(search),
    planned: Boolean(search || assigned),
  };
}

/** Before submission, the name comes from the draft. */
const calledName = sql`coalesce(nullif(company.name, ''), company.draft_name)`;

interface ListedCompany {
  id: number;
  name: string;
  state: string;
  created_at: Date;
  assigned_to: number | null;
  assigned_name: string | null;
  client_number: string | null;
  is_submitted: boolean;
}

/** One page of the staff list in sort order, and the count. */
export const findCompanyPage = (db: Db, filter: ListFilter, page: CompanyOrder) =>
  findPage<ListedCompany>(
    db,
    buildSearch(filter),
    page,
    (ids) => sql<ListedCompany>`select company.id, ${calledName} as name, company.state, company.created_at,
      company.assigned_to,
      colleague.name as assigned_name,
      holder_account.client_number, ${isSubmitted("company")} as is_submitted
    from (${ids}) as page join company on company.id = page.id
      left join holder_account on holder_account.holder_type = 'company' and holder_account.holder_id = company.id
      left join app_user as colleague on colleague.id = company.assigned_to
    order by ${orderOf(page, "company")}`,
  );

/** Whether a form of the company awaits its decision. */
export const isFormSubmitted = async (db: Db, companyId: number): Promise<boolean> =>
  (
    await db
      .selectFrom("company")
      .select(isSubmitted("company").as("is"))
      .where("id", "=", companyId)
      .executeTakeFirst()
  )?.is ?? false;
