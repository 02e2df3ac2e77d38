/** SQL of holders: account at the custodian, name and state. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db } from "../../kernel/transaction.ts";

/** A company's name; before submission, the one in its draft. */
const calledName = sql<string>`coalesce(nullif(company.name, ''), company.draft_name)`;

export const findHolderAccount = (db: Db, { holderType, holderId }: Holder) =>
  db
    .selectFrom("holder_account")
    .select(["client_number", "base_currency"])
    .where("holder_type", "=", holderType)
    .where("holder_id", "=", holderId)
    .executeTakeFirst();

/** Accounts with the names of their holders. */
const namedAccounts = (db: Db) =>
  db
    .selectFrom("holder_account")
    .leftJoin("app_user", (join) =>
      join.onRef("app_user.id", "=", "holder_account.holder_id").on("holder_account.holder_type", "=", "user"),
    )
    .leftJoin("company", (join) =>
      join.onRef("company.id", "=", "holder_account.holder_id").on("holder_account.holder_type", "=", "company"),
    )
    .select((eb) => [
      "holder_account.client_number",
      "holder_account.holder_type",
      "holder_account.holder_id",
      eb.fn.coalesce("app_user.name", calledName).as("name"),
    ]);

/** Holders by client number, whatever the case, with their names. */
export const findHoldersByNumbers = (db: Db, numbers: readonly string[]) =>
  namedAccounts(db)
    .where(sql<boolean>`upper(holder_account.client_number) = any(${numbers.map((one) => one.toUpperCase())}::text[])`)
    .execute();

/** Those of the shapes that some number has; finding one for each is enough. */
export const selectNumberShapes = async (db: Db, shapes: readonly string[]): Promise<{ shape: string }[]> => {
  const { rows } = await sql<{ shape: string }>`select shape from unnest(${shapes}::text[]) shape where exists (
    select from holder_account where translate(lower(client_number), '123456789', '000000000') = shape)`.execute(db);
  return rows;
};

/** Whether one of these people is staff. */
export const isAnyStaff = async (db: Db, userIds: readonly number[]): Promise<boolean> =>
  userIds.length > 0 &&
  (await db
    .selectFrom("app_user")
    .select("id")
    .where("id", "in", [...userIds])
    .where("role", "<>", "client")
    .executeTakeFirst()) !== undefined;

/** A column: the holder's name; null if there is no such holder. The arguments are its placeholders. */
export const holderName = (holderType: string, holderId: string): string =>
  `(case ${holderType} when 'user' then (select name from app_user where id = ${holderId})
    else (select coalesce(nullif(name, ''), draft_name) from company where id = ${holderId}) end)`;

export const findHolder = (db: Db, { holderType, holderId }: Holder) =>
  holderType === "user"
    ? db.selectFrom("app_user").select(["name", "state"]).where("id", "=", holderId).executeTakeFirst()
    : db
        .selectFrom("company")
        .select([calledName.as("name"), "state"])
        .where("id", "=", holderId)
        .executeTakeFirst();

export const findCompanyNames = (db: Db, companyIds: readonly number[]) =>
  db
    .selectFrom("company")
    .select(["id", calledName.as("name")])
    .where("id", "in", [...companyIds])
    .execute();

export const findUserNames = (db: Db, userIds: readonly number[]) =>
  db
    .selectFrom("app_user")
    .select(["id", "name"])
    .where("id", "in", [...userIds])
    .execute();

/** Who is notified about the holder: the person, or a company's representatives and, before the first approval, its creator. */
export const findHolderPeople = async (db: Db, { holderType, holderId }: Holder) => {
  if (holderType === "user")
    return db
      .selectFrom("app_user")
      .select(["id", "name", "email", "preferences", sql<boolean>`email_confirmed_at is not null`.as("validated")])
      .where("id", "=", holderId)
      .where("state", "<>", "disabled")
      .execute();
  const { rows } = await sql<{ id: number; name: string; email: string; preferences: unknown; validated: boolean }>`
    select id, name, email, preferences, email_confirmed_at is not null as validated from app_user where id in (
      select user_id from current_representation where company_id = ${holderId}
      union select creator_id from company where id = ${holderId} and reviewed_on is null
    ) and state <> 'disabled' order by id`.execute(db);
  return rows;
};
