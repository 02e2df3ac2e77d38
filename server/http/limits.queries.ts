/** SQL of the rate limit counters, by the database's clock: `expire` is in milliseconds. */
import { sql } from "kysely";
import type pg from "pg";
import type { Db } from "../kernel/transaction.ts";

/**
 * Counts a call, or several at once, within its period; the number of calls in it and the seconds left. A period that ends later than one begun now
 * would end is over too: the clock went back.
 */
export async function countCall(
  pool: pg.Pool,
  { key, seconds, calls = 1 }: { key: string; seconds: number; calls?: number },
): Promise<{ points: number; secondsLeft: number }> {
  const { rows } = await pool.query<{ points: number; secondsLeft: number }>(
    `insert into rate_limit as counted (key, points, expire)
     values ($1, $3::int, (extract(epoch from now()) * 1000)::bigint + $2::bigint * 1000)
     on conflict (key) do update set (points, expire) = (
       select case when within then counted.points + $3::int else $3::int end, case when within then counted.expire else excluded.expire end
       from (select counted.expire > excluded.expire - $2::bigint * 1000 and counted.expire <= excluded.expire) as period (within))
     returning points, (expire - extract(epoch from now()) * 1000)::float8 / 1000 as "secondsLeft"`,
    [key, seconds, calls],
  );
  return rows[0] ?? { points: calls, secondsLeft: seconds };
}

/** Deletes expired counters; returns their number. */
export async function deleteExpiredLimits(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from rate_limit where expire is not null and expire < extract(epoch from now()) * 1000`.execute(db);
  return Number(numAffectedRows ?? 0);
}
