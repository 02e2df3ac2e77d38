/** SQL of the sign-in rows. */
import type { Db } from "../../kernel/transaction.ts";

interface SignInRow {
  user_id: number;
  session_id: number;
  ip: string;
  country: string | null;
  country_code: string | null;
  city: string | null;
  os: string;
  browser_name: string;
}

export const insertSignIn = (db: Db, row: SignInRow) => db.insertInto("sign_in").values(row).execute();

export const findSignIn = (db: Db, sessionId: number) =>
  db.selectFrom("sign_in").select(["id", "ip"]).where("session_id", "=", sessionId).executeTakeFirst();

export const updateSignIn = (db: Db, sessionId: number, row: Pick<SignInRow, "os" | "browser_name">) =>
  db.updateTable("sign_in").set(row).where("session_id", "=", sessionId).execute();
