/** SQL of the rows of sign-ins and of failed attempts, as they are written. */
import type { Suspicion } from "@portico/api/rules/sign-ins.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";
import type { LastPlace } from "./suspicion.ts";

interface SignInRow {
  user_id: number;
  session_id: number;
  ip: string;
  country: string | null;
  country_code: string | null;
  city: string | null;
  latitude: number | null;
  longitude: number | null;
  os: string;
  browser_name: string;
  suspicious: Suspicion[];
}

export const insertSignIn = (trx: Trx, row: SignInRow) => trx.insertInto("sign_in").values(row).execute();

/** A session lasts twelve hours, so its row is in one of two months at most. */
const ofSession = sql<boolean>`created_at > now() - interval '13 hours'`;

export const findSignIn = (db: Db, sessionId: number) =>
  db.selectFrom("sign_in").select(["id", "ip"]).where("session_id", "=", sessionId).where(ofSession).executeTakeFirst();

/** Stores what the browser says about itself, if it differs. */
export const updateSignIn = (db: Db, sessionId: number, row: Pick<SignInRow, "os" | "browser_name">) =>
  db
    .updateTable("sign_in")
    .set(row)
    .where("session_id", "=", sessionId)
    .where(ofSession)
    .where((where) => where.or([where("os", "!=", row.os), where("browser_name", "!=", row.browser_name)]))
    .execute();

interface FailedSignIn {
  kind: "password" | "code" | "passkey";
  user_id: number | null;
  ip: string;
  country: string | null;
  country_code: string | null;
  os: string;
  browser_name: string;
}

export const insertFailedSignIn = (trx: Trx, row: FailedSignIn) =>
  trx.insertInto("failed_sign_in").values(row).execute();

interface History {
  any: boolean;
  /** Also if the new one is of an unknown country. */
  same_country: boolean;
  same_browser: boolean;
  /** One of them was from a known country. */
  any_country: boolean;
  failures: number;
  last: LastPlace | null;
}

/**
 * The person's last 200 sign-ins compared with a new one, the last known place among them, and the failed attempts of
 * the last 24 hours since the last sign-in.
 */
export async function findHistory(
  db: Db,
  userId: number,
  origin: { countryCode: string | null; browserName: string },
): Promise<History> {
  const { rows } = await sql<History>`
    with recent as materialized (
      select id, country_code, browser_name, latitude, longitude, created_at from sign_in
      where user_id = ${userId} order by created_at desc, id desc limit 200
    )
    select exists (select from recent) as any,
      ${origin.countryCode}::text is null or exists (select from recent where country_code = ${origin.countryCode}::text)
        as same_country,
      exists (select from recent where browser_name = ${origin.browserName}::text) as same_browser,
      exists (select from recent where country_code is not null) as any_country,
      (select count(*)::int from failed_sign_in where user_id = ${userId}
        and created_at > greatest(now() - interval '24 hours', (select max(created_at) from recent))) as failures,
      (select jsonb_build_object('countryCode', country_code, 'latitude', latitude, 'longitude', longitude,
          'secondsAgo', greatest(0, extract(epoch from now() - created_at)))
        from recent where country_code is not null order by created_at desc, id desc limit 1) as last`.execute(db);
  return (
    rows[0] ?? { any: false, same_country: false, same_browser: false, any_country: false, failures: 0, last: null }
  );
}
