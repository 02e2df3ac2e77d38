/** SQL of holders: their account at the custodian, their name and state. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Db } from "../../database/transaction.ts";

export const findHolderAccount = (db: Db, { holderType, holderId }: Holder) =>
  db
    .selectFrom("holder_account")
    .select(["client_number", "base_currency"])
    .where("holder_type", "=", holderType)
    .where("holder_id", "=", holderId)
    .executeTakeFirst();

export const upsertClientNumber = (
  db: Db,
  { holderType, holderId }: Holder,
  clientNumber: string | null,
  baseCurrency: string,
) =>
  db
    .insertInto("holder_account")
    .values({ holder_type: holderType, holder_id: holderId, client_number: clientNumber, base_currency: baseCurrency })
    .onConflict((conflict) =>
      conflict.columns(["holder_type", "holder_id"]).doUpdateSet({ client_number: clientNumber }),
    )
    .execute();

/** Users by client number; companies join with their own table. */
export const findUsersByClientNumbers = (db: Db, numbers: readonly string[]) =>
  db
    .selectFrom("holder_account")
    .innerJoin("app_user", "app_user.id", "holder_account.holder_id")
    .select(["holder_account.client_number", "app_user.id", "app_user.name"])
    .where("holder_account.holder_type", "=", "user")
    .where("holder_account.client_number", "in", [...numbers])
    .execute();

export const findUserHolder = (db: Db, userId: number) =>
  db.selectFrom("app_user").select(["name", "state"]).where("id", "=", userId).executeTakeFirst();

export const findUserNames = (db: Db, userIds: readonly number[]) =>
  db
    .selectFrom("app_user")
    .select(["id", "name"])
    .where("id", "in", [...userIds])
    .execute();
