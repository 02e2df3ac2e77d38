/**
 * Rate limits declared by the calls: per network (network.ts) and per person in this process's memory, per account in the
 * database, for all processes.
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

/** The parts of a call that limits need. */
type Limited = Pick<Endpoint, "method" | "path" | "rateLimits">;

export interface Limits {
  /** False if nothing is counted, so that calls need not wait. */
  on: boolean;
  /** Counts the call against every limit; throws `tooManyRequests` with Retry-After. */
  byAddress(endpoint: Limited, address: string): Promise<void>;
  byPerson(endpoint: Limited, userId: number): Promise<void>;
  byAccount(endpoint: Endpoint, fields: Record<string, unknown>): Promise<void>;
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

/**
 * Key of a limit: includes the holder's type, since a user and a company may have the same number. Hashed, since the
 * caller's input may be longer than the table's key.
 */
function accountKey(field: string, fields: Record<string, unknown>): string {
  const type = field === "holderId" ? fields["holderType"] : undefined;
  return createHash("sha256")
    .update(JSON.stringify([type ?? null, String(fields[field])]))
    .digest("base64url");
}

/** Limits over one database; `on: false` (load tests) counts nothing. */
export function createLimits(pool: pg.Pool, { on }: { on: boolean }): Limits {
  const limiters = new Map<string, RateLimiterAbstract>();
  const limiter = (name: string, { tries, seconds, per }: RateLimit): RateLimiterAbstract => {
    const key = `${name}:${seconds}:${JSON.stringify(per)}`;
    const known = limiters.get(key);
    if (known) return known;
    const options = { points: tries, duration: seconds, keyPrefix: key };
    const made =
      typeof per === "string"
        ? new RateLimiterMemory(options)
        : new RateLimiterPostgres({
            ...options,
            storeClient: pool,
            storeType: "pool",
            tableName: "rate_limit",
            tableCreated: true,
            clearExpiredByTimeout: false,
          });
    limiters.set(key, made);
    return made;
  };
  const nameOf = (endpoint: Limited): string => `${endpoint.method} ${endpoint.path}`;
  return {
    on,
    async byAddress(endpoint, address) {
      const network = networkOf(address);
      await count(limiter("any", anyCall), network);
      for (const limit of endpoint.rateLimits ?? [])
        if (limit.per === "address") await count(limiter(nameOf(endpoint), limit), network);
    },
    async byPerson(endpoint, userId) {
      if (!on) return;
      for (const limit of endpoint.rateLimits ?? [])
        if (limit.per === "person") await count(limiter(nameOf(endpoint), limit), String(userId));
    },
    async byAccount(endpoint, fields) {
      if (!on) return;
      for (const limit of endpoint.rateLimits ?? [])
        if (typeof limit.per === "object")
          await count(limiter(nameOf(endpoint), limit), accountKey(limit.per.field, fields));
    },
  };
}
