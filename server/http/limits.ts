/**
 * Rate limits declared by the calls, per network (network.ts), person or account: counted in the database for all
 * processes, except where a limit only protects the process itself.
 */
import { createHash } from "node:crypto";
import type { Endpoint, RateLimit } from "@portico/api/endpoint.ts";
import type pg from "pg";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { Refusal } from "../kernel/refusal.ts";
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

async function count(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (refused instanceof RateLimiterRes)
      throw new Refusal("tooManyRequests", { retryAfter: Math.max(1, refused.msBeforeNext / 1000) });
    throw refused;
  }
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
  const limiters = new Map<string, RateLimiterAbstract>();
  const limiter = (name: string, { tries, seconds, per }: RateLimit, ofProcess: boolean): RateLimiterAbstract => {
    const key = `${name}:${seconds}:${JSON.stringify(per)}`;
    const known = limiters.get(key);
    if (known) return known;
    const options = { points: tries, duration: seconds, keyPrefix: key };
    const made = ofProcess
      ? new RateLimiterMemory(options)
      : new RateLimiterPostgres({
          ...options,
          storeClient: pool,
          storeType: "pool",
          tableName: "rate_limit",
          tableCreated: true,
          clearExpiredByTimeout: false,
          // A caller who has used them up is refused without the database until the time is over.
          inMemoryBlockOnConsumed: tries,
        });
    limiters.set(key, made);
    return made;
  };
  const consume = (endpoint: Limited, limit: RateLimit, caller: string): Promise<void> =>
    count(limiter(`${endpoint.method} ${endpoint.path}`, limit, isOfProcess(endpoint)), hashed(caller));
  return {
    on,
    async byAddress(endpoint, address) {
      const network = networkOf(address);
      await count(limiter("any", anyCall, true), network);
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
