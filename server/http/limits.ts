/** Rate limits as the calls declare them: per address in this process's memory, per account in the database, for all processes. */
import type { Endpoint, RateLimit } from "@portico/api/endpoint.ts";
import type pg from "pg";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { Refusal } from "./refusal.ts";

/** A crowd of requests from one address, whatever they ask. */
const anyCall: RateLimit = { tries: 1200, seconds: 60, per: "address" };

export interface Limits {
  /** False where nothing is counted, so that a call need not wait for it. */
  on: boolean;
  /** Counts the call against every limit; throws `tooManyRequests` with Retry-After. */
  byAddress(endpoint: Endpoint, address: string): Promise<void>;
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

/** Limits over one database; `on: false` (load tests) counts nothing. */
export function createLimits(pool: pg.Pool, { on }: { on: boolean }): Limits {
  const limiters = new Map<string, RateLimiterAbstract>();
  const limiter = (name: string, { tries, seconds, per }: RateLimit): RateLimiterAbstract => {
    const key = `${name}:${seconds}:${JSON.stringify(per)}`;
    const known = limiters.get(key);
    if (known) return known;
    const options = { points: tries, duration: seconds, keyPrefix: key };
    const made =
      per === "address"
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
  const nameOf = (endpoint: Endpoint): string => `${endpoint.method} ${endpoint.path}`;
  return {
    on,
    async byAddress(endpoint, address) {
      await count(limiter("any", anyCall), address);
      for (const limit of endpoint.rateLimits ?? [])
        if (limit.per === "address") await count(limiter(nameOf(endpoint), limit), address);
    },
    async byAccount(endpoint, fields) {
      if (!on) return;
      for (const limit of endpoint.rateLimits ?? [])
        if (limit.per !== "address") await count(limiter(nameOf(endpoint), limit), String(fields[limit.per.field]));
    },
  };
}
