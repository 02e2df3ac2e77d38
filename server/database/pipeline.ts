/** A connection that many callers share: each statement is sent without waiting for the answers to those before it. */
import type { Client, QueryResultRow } from "pg";
import { applySession, NamingClient, type PoolOptions, PortalClient, typeParsers } from "./connect.ts";

export interface Pipeline {
  /** The rows of one short select. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as of the library
  query: <Row extends QueryResultRow>(text: string, values: unknown[]) => Promise<{ rows: Row[] }>;
  end: () => Promise<void>;
}

/** A connection is replaced after so long: it never writes, so nothing else tells that its server became a standby. */
const lifetimeMs = 60_000;

/**
 * Connects at the first statement, and again at the next one after the connection was lost. What is sent within one turn of
 * the event loop leaves in one write. A slow statement delays those behind it, so it is for selects by key alone, and
 * never for a transaction.
 */
export function openPipeline({
  connection,
  prepared,
  name,
  report,
  connectMs = 5000,
}: Omit<PoolOptions, "size">): Pipeline {
  const { session, ...where } = connection;
  let current: { client: Promise<Client>; until: number } | undefined;
  let isEnded = false;

  async function connect(lost: () => void): Promise<Client> {
    const client = new (prepared ? NamingClient : PortalClient)({
      ...where,
      types: typeParsers,
      application_name: name,
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      pipeline: true,
    });
    client.on("error", (error) => {
      lost();
      report?.(error);
    });
    client.on("end", lost);
    await client.connect();
    await applySession(client, session);
    return client;
  }

  function renew(): Promise<Client> {
    const before = current?.client;
    const lost = (): void => {
      if (current === opened) current = undefined;
    };
    const opened = { client: connect(lost), until: performance.now() + lifetimeMs };
    current = opened;
    opened.client.catch(lost);
    // After the statements that it was sent.
    before?.then((client) => client.end()).catch(() => undefined);
    return opened.client;
  }

  return {
    async query<Row extends QueryResultRow>(text: string, values: unknown[]) {
      if (isEnded) throw new Error("Cannot use a pool after calling end on the pool");
      const client = await (current && performance.now() < current.until ? current.client : renew());
      const { stream } = client.connection;
      if (stream.writableCorked === 0) {
        stream.cork();
        setImmediate(() => stream.uncork());
      }
      return client.query<Row>(text, values);
    },
    async end() {
      isEnded = true;
      const client = await current?.client.catch(() => undefined);
      await client?.end();
    },
  };
}
