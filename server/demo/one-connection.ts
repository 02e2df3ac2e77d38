/** A database handle over a single connection, for the demo seed's one transaction. */
import { Kysely, PostgresDialect, type PostgresPoolClient } from "kysely";
import type { Pool, PoolClient } from "pg";
import type { DB } from "../database/schema.generated.ts";

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
export async function onOneConnection<T>(pool: Pool, work: (db: Kysely<DB>) => Promise<T>): Promise<T> {
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
