/**
 * Rate limits declared by the calls, per network (network.ts), person or account: counted in the database for all
 * processes, except where a limit only protects the process itself.
 */
import { createHash } from "node:crypto";
import type { Endpoint, RateLimit } from "@portico/api/endpoint.ts";
import type pg from "pg";
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

/**
 * Counts a call against one kind of an endpoint's limits; throws `tooManyRequests` with Retry-After. Returns a promise only
 * where the database counts.
 */
type Count<Caller> = (caller: Caller) => Promise<void> | void;

/** The limits of one call; undefined where it has none of the kind. */
export interface LimitsOfCall {
  byAddress: Count<string> | undefined;
  /** A key's id is negative. */
  byPerson: Count<number> | undefined;
  /** By the fields of the path and the body. */
  byAccount: Count<Record<string, unknown>> | undefined;
}

export interface Limits {
  /** Asked once for each call that is declared. */
  of(endpoint: Limited): LimitsOfCall;
}

const tooMany = (seconds: number): Refusal => new Refusal("tooManyRequests", { retryAfter: Math.max(1, seconds) });

/** By this process's own clock, which does not jump. */
function limitHere({ tries, seconds }: RateLimit): (caller: string) => void {
  const periods = new Map<string, { calls: number; until: number }>();
  let forgetAt = 0;
  return (caller) => {
    const now = performance.now();
    if (now >= forgetAt) {
      forgetAt = now + seconds * 1000;
      for (const [one, { until }] of periods) if (until <= now) periods.delete(one);
    }
    const period = periods.get(caller);
    if (!period || period.until <= now) return void periods.set(caller, { calls: 1, until: now + seconds * 1000 });
    period.calls += 1;
    if (period.calls > tries) throw tooMany((period.until - now) / 1000);
  };
}

/** Remembered at most; beyond that, those whose time is over are forgotten. */
const manyRefused = 1000;

/** A caller who has used the limit up is refused without the database until the time is over. */
function limitByDatabase(pool: pg.Pool, name: string, { tries, seconds }: RateLimit) {
  const refusedUntil = new Map<string, number>();
  return async (caller: string): Promise<void> => {
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
  const countAnyCall = limitHere(anyCall);
  return {
    of(endpoint) {
      if (!on) return { byAddress: undefined, byPerson: undefined, byAccount: undefined };
      /** Those of a kind, one after another, each with the caller that it counts. */
      function countAll<Caller>(
        kind: (limit: RateLimit) => boolean,
        nameOf: (caller: Caller, limit: RateLimit) => string,
      ) {
        const limits = endpoint.rateLimits?.filter(kind) ?? [];
        if (limits.length === 0) return undefined;
        if (isOfProcess(endpoint)) {
          const counted = limits.map((limit) => ({ limit, count: limitHere(limit) }));
          return (caller: Caller) => {
            for (const { limit, count } of counted) count(nameOf(caller, limit));
          };
        }
        const counted = limits.map((limit) => {
          const name = `${endpoint.method} ${endpoint.path}:${limit.seconds}:${JSON.stringify(limit.per)}`;
          return { limit, count: limitByDatabase(pool, name, limit) };
        });
        return async (caller: Caller) => {
          for (const { limit, count } of counted) await count(hashed(nameOf(caller, limit)));
        };
      }
      const countNetwork = countAll<string>(({ per }) => per === "address", String);
      return {
        byAddress(address) {
          const network = networkOf(address);
          countAnyCall(network);
          return countNetwork?.(network);
        },
        byPerson: countAll<number>(({ per }) => per === "person", String),
        byAccount: countAll<Record<string, unknown>>(
          ({ per }) => typeof per === "object",
          (fields, { per }) => accountKey(typeof per === "object" ? per.field : "", fields),
        ),
      };
    },
  };
}
