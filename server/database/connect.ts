/** Connections to PostgreSQL as the portal needs them: named statements, ids as numbers, money and days as strings. */
import { createHash } from "node:crypto";
import { Kysely, PostgresDialect, type PostgresPool } from "kysely";
import { Client, type ClientBase, type ClientConfig, Pool, TypeOverrides, types } from "pg";
import { isReadOnly } from "../kernel/database-errors.ts";
import { parseInstant } from "../kernel/instants.ts";
import type { DB } from "./schema.generated.ts";

/** Address and user of a connection, as one address or in parts. */
export interface ConnectionSettings {
  connectionString?: string;
  host?: string;
  port?: number;
  database?: string;
  user?: string;
  password?: string;
  /** Session settings of each new connection, in addition to those of its user. */
  session?: Readonly<Record<string, string>>;
}

export interface PoolOptions {
  connection: ConnectionSettings;
  size: number;
  /** Named prepared statements; a pooler in transaction mode does not support them. */
  prepared: boolean;
  /** Shown in pg_stat_activity. */
  name: string;
  report?: (error: Error) => void;
  /** How long opening a connection may take, and waiting for one. */
  connectMs?: number;
}

export const typeParsers = new TypeOverrides();
/** Ids and counts; values above 2^53 are refused, since they would silently be wrong. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a number`);
  return value;
}
typeParsers.setTypeParser(types.builtins.INT8, parseInt8);
/** A day remains "YYYY-MM-DD": a Date would shift it by time zone. */
typeParsers.setTypeParser(types.builtins.DATE, (text: string) => text);
const parseTimestamp: (text: string) => Date = types.getTypeParser(types.builtins.TIMESTAMPTZ);
typeParsers.setTypeParser(types.builtins.TIMESTAMPTZ, (text: string) => parseInstant(text) ?? parseTimestamp(text));
/** Arrays of the same types: the parser of text[] splits them, and numeric[] must not become floats. */
const textArray = 1009 as Parameters<typeof types.getTypeParser>[0];
const splitArray: (text: string) => (string | null)[] = types.getTypeParser(textArray);
const arrayOf = (arrayType: number, parse: (text: string) => unknown): void =>
  typeParsers.setTypeParser(arrayType, (text: string) =>
    splitArray(text).map((item) => (item === null ? null : parse(item))),
  );
arrayOf(1016, parseInt8);
arrayOf(1182, (day) => day);
arrayOf(1231, (amount) => amount);

/** One name per text: short, since every call sends it, and equal in every process. */
const names = new Map<string, string>();
function statementName(text: string): string {
  let name = names.get(text);
  if (!name) {
    // Lists of varying length create many texts, which must not fill the memory of client and server.
    if (names.size >= 2000) names.clear();
    name = createHash("sha256").update(text).digest("base64url").slice(0, 22);
    names.set(text, name);
  }
  return name;
}

type QueryMethod = (...args: unknown[]) => unknown;

/** Notes in an error which statement failed, for the log: its text, without the values. */
function noteStatement(error: unknown, query: unknown): void {
  const text = typeof query === "object" && query !== null && "text" in query ? query.text : query;
  if (error instanceof Error && typeof text === "string") Object.assign(error, { statement: text });
}

/** Maximum prepared statements per connection; further ones are sent unnamed. */
const maxPrepared = 500;

/**
 * A client whose connection the pool throws away once the server turns out to be read-only: after a failover, the former
 * primary still answers on old connections.
 */
export class PortalClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    const plainQuery = this.query.bind(this) as unknown as QueryMethod;
    Object.defineProperty(this, "query", {
      value: (...args: unknown[]): unknown => {
        const answer = plainQuery(...this.prepare(args));
        if (answer instanceof Promise)
          answer.catch((error: unknown) => {
            noteStatement(error, args[0]);
            if (isReadOnly(error)) void this.end();
          });
        return answer;
      },
    });
  }
  /** The arguments of a query as they are sent: without a name that a library gave it. */
  protected prepare(args: unknown[]): unknown[] {
    const [query, ...rest] = args;
    return typeof query === "object" && query !== null && "name" in query
      ? [{ ...query, name: undefined }, ...rest]
      : args;
  }
}

/**
 * A client that names each statement with parameters, so that PostgreSQL parses and plans it once per connection. A
 * statement that begins with a comment is not named: it is planned for its values each time (list-page.queries.ts).
 */
export class NamingClient extends PortalClient {
  readonly #named = new Set<string>();
  protected override prepare(args: unknown[]): unknown[] {
    const [text, values, ...rest] = args;
    return typeof text === "string" && Array.isArray(values) && this.#mayName(text)
      ? [{ name: statementName(text), text, values }, ...rest]
      : args;
  }
  #mayName(text: string): boolean {
    if (this.#named.has(text)) return true;
    if (this.#named.size >= maxPrepared || !/^\s*(select|insert|update|delete|with)\b/i.test(text)) return false;
    this.#named.add(text);
    return true;
  }
}

/** Makes the settings for the rest of the connection's life. */
export async function applySession(client: ClientBase, session: Readonly<Record<string, string>> = {}): Promise<void> {
  for (const [name, value] of Object.entries(session))
    await client.query("select set_config($1, $2, false)", [name, value]);
}

/** A pool that reports lost connections to `report` instead of ending the process. */
export function openPool({ connection, size, prepared, name, report, connectMs = 5000 }: PoolOptions): Pool {
  const { session, ...where } = connection;
  const pool = new Pool({
    ...where,
    max: size,
    types: typeParsers,
    application_name: name,
    Client: prepared ? NamingClient : PortalClient,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // A connection that only listens notices by this that the server's machine is gone.
    keepAliveInitialDelayMillis: 10_000,
    // Runs before the connection is used; if a setting is refused, so is the connection.
    ...(session !== undefined && {
      // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it; its types do not say so
      onConnect: (client: ClientBase) => applySession(client, session),
    }),
  });
  const quietly = (error: Error): void => report?.(error);
  pool.on("error", quietly);
  pool.on("connect", (client) => {
    client.on("error", quietly);
  });
  return pool;
}

/** Works on a connection that is closed afterwards. */
export async function withClient<T>(
  { session, ...connection }: ConnectionSettings,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionTimeoutMillis: 10_000, ...connection });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await applySession(client, session);
    return await work(client);
  } finally {
    await client.end();
  }
}

export const openKysely = (pool: Pool | PostgresPool): Kysely<DB> =>
  new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
