/**
 * The rate of each key, of all processes together: a process takes a part of the minute's calls from the database at once, so that
 * most calls need no statement. Never more than the limit; a little less if processes do not use what they took.
 */
import type pg from "pg";
import { countCall } from "../../http/limits.queries.ts";
import { Refusal } from "../../kernel/refusal.ts";

const seconds = 60;
/** How many parts a minute's calls are taken in. */
const parts = 20;

interface Taken {
  /** Calls that this process still has, until then by its own clock. */
  left: number;
  until: number;
  /** While they are being taken: other calls of the key wait for the same. */
  taking: Promise<void> | undefined;
}

const ofPool = new WeakMap<pg.Pool, Map<number, Taken>>();

function takenBy(pool: pg.Pool, keyId: number): Taken {
  const keys = ofPool.get(pool) ?? new Map<number, Taken>();
  ofPool.set(pool, keys);
  const taken = keys.get(keyId) ?? { left: 0, until: 0, taking: undefined };
  keys.set(keyId, taken);
  return taken;
}

async function take(pool: pg.Pool, taken: Taken, keyId: number, limit: number): Promise<void> {
  const calls = Math.max(1, Math.floor(limit / parts));
  const { points, secondsLeft } = await countCall(pool, { key: `machine:${keyId}`, seconds, calls });
  taken.left = Math.max(0, Math.min(calls, limit - (points - calls)));
  taken.until = performance.now() + secondsLeft * 1000;
}

/** Counts a call of the key; `tooManyRequests` with Retry-After beyond `limit` a minute. */
export async function countMachineCall(pool: pg.Pool, keyId: number, limit: number): Promise<void> {
  const taken = takenBy(pool, keyId);
  // What is taken while this call waits may be used up by those that waited longer.
  for (;;) {
    if (taken.until > performance.now() && taken.left > 0) return void (taken.left -= 1);
    if (taken.taking) await taken.taking;
    else {
      taken.taking = take(pool, taken, keyId, limit).finally(() => (taken.taking = undefined));
      await taken.taking;
      if (taken.left === 0)
        throw new Refusal("tooManyRequests", { retryAfter: Math.max(1, (taken.until - performance.now()) / 1000) });
    }
  }
}
