/**
 * Rate limits declared by the calls, per network (network.ts), person or account: counted in the database for all
 * processes, except where a limit only protects the process itself.
 */
import { createHash } from "node:crypto";
import type { Endpoint, RateLimit } from "@portico/api/endpoint.ts";
import type pg from "pg";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { Refusal } from "../kernel/refusal.ts";
import { countCall } from "./limits.queries.ts";
import { networkOf } from "./network.ts";

/** Limit for all requests from one address. */
const anyCall: RateLimit = { tries: 1200, seconds: 60, per: "address" };

/** The parts of a call that limits need. `eachProcess`: what is limited is this process's own work. */
export type Limited = Pick<Endpoint, "method" | "path" | "rateLimits" | "cacheSeconds"> & { eachProcess?: true };

/** What anybody may read is limited for the sake of the process that answers: not worth a write of the database. */
const isOfProcess = ({ eachProcess, cacheSeconds }: Limited): boolean =>
  eachProcess === true || cacheSeconds !== undefined;

export interface Limits {
  /** False if nothing is counted, so that calls need not wait. */
  on: boolean;
  /** Counts the call against every limit; throws `tooManyRequests` with Retry-After. */
  byAddress(endpoint: Limited, address: string): Promise<void>;
  byPerson(endpoint: Limited, userId: number): Promise<void>;
  byAccount(endpoint: Limited, fields: Record<string, unknown>): Promise<void>;
}

const tooMany = (seconds: number): Refusal => new Refusal("tooManyRequests", { retryAfter: Math.max(1, seconds) });

/** Counts a call; throws `tooManyRequests` if there were too many. */
type Limiter = (caller: string) => Promise<void>;

/** The library asks the machine's clock for the remaining time, which may jump. */
function limitHere({ tries, seconds }: RateLimit): Limiter {
  const limiter = new RateLimiterMemory({ points: tries, duration: seconds });
  return async (caller) => {
    try {
      await limiter.consume(caller);
    } catch (refused) {
      if (refused instanceof RateLimiterRes) throw tooMany(Math.min(seconds, refused.msBeforeNext / 1000));
      throw refused;
    }
  };
}

/** Remembered at most; beyond that, those whose time is over are forgotten. */
const manyRefused = 1000;

/** A caller who has used the limit up is refused without the database until the time is over. */
function limitByDatabase(pool: pg.Pool, name: string, { tries, seconds }: RateLimit): Limiter {
  const refusedUntil = new Map<string, number>();
  return async (caller) => {
    const now = performance.now();
    const left = (refusedUntil.get(caller) ?? 0) - now;
    if (left > 0) throw tooMany(left / 1000);
    const { points, secondsLeft } = await countCall(pool, { key: `${name}:${caller}`, seconds });
    if (points < tries) return;
    if (refusedUntil.size >= manyRefused)
      for (const [one, until] of refusedUntil) if (until <= now) refusedUntil.delete(one);
    refusedUntil.set(caller, now + secondsLeft * 1000);
    if (points > tries) throw tooMany(secondsLeft);
  };
}

/** Callers are counted by a hash: input may be longer than the table's key, and no address is stored. */
const hashed = (text: string): string => createHash("sha256").update(text).digest("base64url");

/** An account as a caller; includes the holder's type, since a user and a company may have the same number. */
function accountKey(field: string, fields: Record<string, unknown>): string {
  const type = field === "holderId" ? fields["holderType"] : undefined;
  return JSON.stringify([type ?? null, String(fields[field])]);
}

/** Limits over one database; `on: false` (load tests) counts nothing. */
export function createLimits(pool: pg.Pool, { on }: { on: boolean }): Limits {
  const limiters = new Map<string, Limiter>();
  const limiter = (name: string, limit: RateLimit, ofProcess: boolean): Limiter => {
    const key = `${name}:${limit.seconds}:${JSON.stringify(limit.per)}`;
    const known = limiters.get(key);
    if (known) return known;
    const made = ofProcess ? limitHere(limit) : limitByDatabase(pool, key, limit);
    limiters.set(key, made);
    return made;
  };
  const consume = (endpoint: Limited, limit: RateLimit, caller: string): Promise<void> =>
    limiter(`${endpoint.method} ${endpoint.path}`, limit, isOfProcess(endpoint))(hashed(caller));
  return {
    on,
    async byAddress(endpoint, address) {
      const network = networkOf(address);
      await limiter("any", anyCall, true)(network);
      for (const limit of endpoint.rateLimits ?? [])
        if (limit.per === "address") await consume(endpoint, limit, network);
    },
    async byPerson(endpoint, userId) {
      if (!on) return;
      for (const limit of endpoint.rateLimits ?? [])
        if (limit.per === "person") await consume(endpoint, limit, String(userId));
    },
    async byAccount(endpoint, fields) {
      if (!on) return;
      for (const limit of endpoint.rateLimits ?? [])
        if (typeof limit.per === "object") await consume(endpoint, limit, accountKey(limit.per.field, fields));
    },
  };
}
