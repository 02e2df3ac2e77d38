/** Records the statements of a call, so that the same ones can be sent without the portal. */
import type { Pool, PoolClient } from "pg";

export interface Sent {
  text: string;
  values: unknown[];
}
type Query = (text: unknown, values?: unknown, ...more: unknown[]) => unknown;

/** Wraps the pool. Costs one function call while nothing is recorded. */
export function recordPool(pool: Pool) {
  let sent: Sent[] | undefined;
  const note = (text: unknown, values: unknown): void => {
    const config = typeof text === "string" ? { text, values } : (text as { text?: string; values?: unknown });
    if (config.text !== undefined)
      sent?.push({ text: config.text, values: (config.values as unknown[] | undefined) ?? [] });
  };
  const query = pool.query.bind(pool) as Query;
  const connect = pool.connect.bind(pool) as (callback?: unknown) => unknown;
  const wrapped = new WeakMap<PoolClient, PoolClient>();
  const wrap = (client: PoolClient): PoolClient => {
    let known = wrapped.get(client);
    if (!known) {
      known = Object.create(client, {
        query: {
          value: (text: unknown, values?: unknown, ...more: unknown[]) => {
            note(text, values);
            return (client.query as Query)(text, values, ...more);
          },
        },
      }) as PoolClient;
      wrapped.set(client, known);
    }
    return known;
  };
  Object.assign(pool, {
    query: (text: unknown, values?: unknown, ...more: unknown[]) => {
      note(text, values);
      return query(text, values, ...more);
    },
    // The pool's own `query` uses a callback; all others use a promise.
    connect: (callback?: unknown) =>
      callback === undefined ? (connect() as Promise<PoolClient>).then(wrap) : connect(callback),
  });
  return {
    start: () => void (sent = []),
    stop(): Sent[] {
      const all = sent ?? [];
      sent = undefined;
      return all;
    },
  };
}
