/**
 * Whether the database answers past its pooler, where notifications, jobs and worker threads connect. Its absence is told
 * apart from that of the whole database, because calls go on without it.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";
import type { Logger } from "pino";

export interface DirectAddress {
  /** What the last check found. */
  answers: () => boolean;
  /** Asks now, and logs a change. Rejects if the whole database is away. */
  check: () => Promise<boolean>;
}

const limitMs = 2000;

/** Compares the pool for daily work with the one past the pooler. */
export function watchDirectAddress(
  { pool, listening }: { pool: Pool; listening: Pool },
  log: Pick<Logger, "error" | "info">,
): DirectAddress {
  let answers = true;
  return {
    answers: () => answers,
    async check() {
      await pool.query("select 1");
      const asked = listening.query("select 1").then(
        () => undefined,
        (error: unknown) => error,
      );
      const late = pause(limitMs, new Error(`no answer within ${limitMs} ms`), { ref: false });
      const error = await Promise.race([asked, late]);
      const before = answers;
      answers = error === undefined;
      if (before && !answers)
        log.error(
          { err: error },
          "DATABASE_DIRECT_URL does not answer, DATABASE_URL does: jobs wait, work in threads is answered 503, and without REDIS_URL pages do not hear of other processes",
        );
      if (!before && answers) log.info("DATABASE_DIRECT_URL answers again");
      return answers;
    },
  };
}
