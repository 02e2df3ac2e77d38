/** The context of the demo seed: calls services as a given person at a time in the past. */
import { randomBytes } from "node:crypto";
import type { Holder } from "@portico/api/shapes.ts";
import { Kysely, PostgresDialect, type PostgresPoolClient } from "kysely";
import { type Pool, type PoolClient } from "pg";
import { type DB } from "../database/schema.generated.ts";
import { findOwn } from "../domains/companies/companies.ts";
import { getUserData } from "../domains/users/users.ts";
import { systemContext } from "../jobs/system-context.ts";
import type { Context, Services } from "../kernel/context.ts";
import { createEvents } from "../kernel/events.ts";
import { inTransaction, type Trx } from "../kernel/transaction.ts";
import { turnedClock } from "./turned-clock.ts";

/** A database handle over a single connection, for the demo seed's one transaction. */
type Query = (...args: unknown[]) => Promise<unknown>;

/** Services run some queries in parallel, which one connection must queue; pg requires the caller to do so. */
function inTurn(client: PoolClient): PostgresPoolClient {
  let last: Promise<unknown> = Promise.resolve();
  const query: Query = (...args) => {
    const mine = last.then(() => (client.query as unknown as Query).apply(client, args));
    last = mine.catch(() => undefined);
    return mine;
  };
  return { query, release: () => undefined } as unknown as PostgresPoolClient;
}

/** Runs `work` with a handle whose statements all use the same connection of the pool. */
async function onOneConnection<T>(pool: Pool, work: (db: Kysely<DB>) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const facade = inTurn(client);
    const dialect = new PostgresDialect({
      pool: { options: {}, connect: () => Promise.resolve(facade), end: () => Promise.resolve() },
    });
    return await work(new Kysely<DB>({ dialect }));
  } finally {
    client.release();
  }
}

/** User agent of the demo's people. */
const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
/** From the range reserved for documentation (RFC 5737). */
const address = "198.51.100.24";

export interface SeedContext {
  /** For data that no service writes. */
  trx: Trx;
  /** Same transaction, real clock. */
  trueTrx: Trx;
  /** Sets the seed's clock. */
  turnTo(moment: Date): void;
  now(): Date;
  /** The context of a service call by this person now. */
  as(userId: number, sessionId?: number): Promise<Context>;
  /** The context of a service call by a job of the portal. */
  asPortal(job: string): Context;
}

/**
 * Runs in one transaction, so that an interrupted start leaves nothing. Sends no events and no mails, since everything
 * happened in the past.
 */
export const withSeedContext = <T>(services: Services, run: (context: SeedContext) => Promise<T>): Promise<T> =>
  onOneConnection(services.pool, (connection) => {
    let moment = services.now();
    const now = (): Date => moment;
    return inTransaction(connection.withPlugin(turnedClock(now)), async (trx) => {
      const quiet: Services = {
        ...services,
        db: trx,
        events: createEvents(),
        mail: { send: () => Promise.resolve() },
        now,
      };
      return run({
        trx,
        trueTrx: trx.withoutPlugins(),
        turnTo: (next) => void (moment = next),
        now,
        as: (userId, sessionId = 0) => createUserContext(quiet, userId, sessionId),
        asPortal: (job) => systemContext(quiet, job),
      });
    });
  });

/** The context of a service call by this person. */
export async function createUserContext(services: Services, userId: number, sessionId: number): Promise<Context> {
  const caller = { address, userAgent, requestId: randomBytes(8).toString("hex"), isBrowser: true };
  const { role, state, name, client_number, repCompanies } = await getUserData(services.db, userId);
  const own = await findOwn(services.db, userId);
  return {
    ...systemContext(services, "demo"),
    caller,
    viewer: {
      sessionId,
      userId,
      role,
      state,
      name,
      clientNumber: client_number,
      represents: repCompanies,
      begun: own.filter((id) => !repCompanies.includes(id)),
      delegated: [],
      freshUntil: null,
      coolingUntil: null,
      lacksSecondFactor: false,
    },
  };
}

export const userHolder = (holderId: number): Holder & { holderType: "user" } => ({ holderType: "user", holderId });
export const companyHolder = (holderId: number): Holder & { holderType: "company" } => ({
  holderType: "company",
  holderId,
});
