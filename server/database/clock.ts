/**
 * The database's clock, by which all processes go: one whose own clock is wrong neither shortens nor lengthens what another
 * has stored, and a clock that jumps changes nothing here.
 */
import { sql } from "kysely";
import type { Db } from "../kernel/transaction.ts";

export interface Clock {
  /** The database's time as of the last reading, carried on by a clock that never jumps. */
  now: () => Date;
  /** Seconds by which this machine's clock is ahead of the database's; negative if it is behind. */
  aheadSeconds: () => number;
  /** Reads the database's clock; from time to time, because clocks drift. */
  read: () => Promise<void>;
}

/** A reading that took longer says too little. */
const slowestMs = 2000;

/** Reads the database's clock for the first time. */
export async function openClock(db: Db): Promise<Clock> {
  /** The database's time, in milliseconds, when this process's monotonic clock was at zero. */
  let origin: number | undefined;
  async function read(): Promise<void> {
    await db.connection().execute(async (connection) => {
      const began = performance.now();
      const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(connection);
      const ended = performance.now();
      if (rows[0] && (origin === undefined || ended - began < slowestMs))
        origin = rows[0].now.getTime() - (began + ended) / 2;
    });
  }
  await read();
  const now = (): Date => new Date((origin ?? 0) + performance.now());
  return { now, read, aheadSeconds: () => Math.round((Date.now() - now().getTime()) / 100) / 10 };
}
