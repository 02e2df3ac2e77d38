/**
 * Prepares an external database and checks that the portal can work on it. What an operator has to change is said by a
 * ConfigError with the setting or the statement.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Client, escapeIdentifier } from "pg";
import { AwayError } from "../kernel/away-error.ts";
import { type Config, ConfigError } from "../kernel/config.ts";
import { type ConnectionSettings, withClient } from "./connect.ts";
import { findWaiting } from "./migrate.ts";
import { appRole, prepareExternalRoles, preparing, retentionRole, statementLimit } from "./roles.ts";

/** How the portal connects, by purpose. */
export interface Access {
  /** Migrates; undefined if this process may not, and need not. */
  owner: ConnectionSettings | undefined;
  /** Daily work, perhaps through a pooler. */
  app: ConnectionSettings;
  /** Daily work without a pooler: notifications, jobs, threads. */
  direct: ConnectionSettings;
  retention: ConnectionSettings;
  /** Named prepared statements on `app`. */
  prepared: boolean;
}

const oldestVersion = 150_000;

/** Works with the address of a setting; an error names that setting (start-failure.ts). */
async function named<T>(setting: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Error && !("setting" in error) ? Object.assign(error, { setting }) : error;
  }
}

/** A user's own rights, without the role that new connections of it take on, and without a limit of time. */
const asItself = (connectionString: string): ConnectionSettings => ({
  connectionString,
  session: { role: "none", statement_timeout: "0" },
});

interface Found {
  user: string;
  database: string;
  version: number;
  standby: boolean;
  /** Owner of the tables; null before the first migration. */
  tableOwner: string | null;
}

async function look(client: Client): Promise<Found> {
  const { rows } = await client.query<Found>(`
    select session_user as user, current_database() as database, pg_is_in_recovery() as standby,
           current_setting('server_version_num')::int as version,
           (select pg_get_userbyid(relowner) from pg_class where oid = to_regclass('public.kysely_migration')) as "tableOwner"`);
  const [found] = rows;
  if (!found) throw new Error("The database does not say who is connected");
  return found;
}

function checkServer({ version, standby }: Found, name: string): void {
  if (version < oldestVersion)
    throw new ConfigError(
      `The portal needs PostgreSQL 15 or later; ${name} names a server of version ${Math.floor(version / 10_000)}.`,
    );
  if (standby)
    throw new AwayError(
      `${name} names a standby, which cannot be written. Name the primary, or a proxy in front of both.`,
    );
}

/** Before tables are made: the rights for it, and the extension, whose making may need an administrator. */
async function checkOwner(owner: Client, isOwnUser: boolean): Promise<void> {
  const { rows } = await owner.query<{
    user: string;
    database: string;
    makes: boolean;
    tables: boolean;
    trgm: string | null;
  }>(`
    select current_user as user, current_database() as database,
           has_database_privilege(current_database(), 'create') as makes, has_schema_privilege('public', 'create') as tables,
           (select case when installed_version is not null then 'there' else 'available' end
            from pg_available_extensions where name = 'pg_trgm') as trgm`);
  const [{ user, database, makes, tables, trgm } = { user: "", database: "", makes: true, tables: true, trgm: null }] =
    rows;
  const statements = [
    ...(makes ? [] : [`grant create on database ${escapeIdentifier(database)} to ${escapeIdentifier(user)};`]),
    ...(tables ? [] : [`grant create, usage on schema public to ${escapeIdentifier(user)};`]),
    ...(trgm !== "there" && !makes ? ["create extension pg_trgm;"] : []),
  ];
  if (trgm === null)
    throw new ConfigError(
      "The server does not have the extension pg_trgm. Install it there (on Debian it is part of postgresql-<version>), then start again.",
    );
  if (statements.length > 0)
    throw new ConfigError(
      `The database user ${user} may not make the portal's tables. ${isOwnUser ? "If another user is to own them, run npm run migrate with DATABASE_OWNER_URL. Otherwise have" : "Have"} an administrator run in the database ${database}:\n  ${statements.join("\n  ")}`,
    );
}

/** Without the owner: nothing may be left to migrate. */
async function checkMigrated(client: Client, { tableOwner, user }: Found): Promise<void> {
  const waiting = await findWaiting(async <Row>(statement: string) => (await client.query(statement)).rows as Row[]);
  if (waiting.length > 0)
    throw new ConfigError(
      `The tables belong to ${tableOwner ?? "nobody"} and need ${waiting.length} migrations, which ${user} may not run. Run npm run migrate with DATABASE_OWNER_URL, or set it for the portal too.`,
    );
}

/**
 * Has each new connection of the portal's user take on the application role and a limit of time. It is a setting of the user
 * in this database, so that it also holds for connections that a pooler opens.
 */
async function setDefaults(client: Client, { user, database }: Found): Promise<void> {
  const wanted = { role: appRole, statement_timeout: statementLimit };
  await client.query("select pg_advisory_lock($1)", [preparing]);
  try {
    const { rows } = await client.query<{ settings: string[] }>(
      `select setconfig as settings from pg_db_role_setting
       where setrole = session_user::regrole and setdatabase = (select oid from pg_database where datname = current_database())`,
    );
    for (const [name, value] of Object.entries(wanted))
      if (!rows[0]?.settings.includes(`${name}=${value}`))
        await client.query(
          `alter role ${escapeIdentifier(user)} in database ${escapeIdentifier(database)} set ${name} = '${value}'`,
        );
  } finally {
    await client.query("select pg_advisory_unlock($1)", [preparing]);
  }
}

/** As many as a pooler would hardly serve by one connection. */
const askedConnections = 6;

/**
 * Asks several connections at once, twice, whose rights they have: those of a pooler may have been opened before the role
 * was set, or have lost it.
 */
async function checkIdentity(url: string): Promise<void> {
  const ask = (): Promise<string> =>
    withClient({ connectionString: url }, async (client) => {
      // In a transaction, so that a pooler gives each its own connection to the server.
      await client.query("begin");
      const { rows } = await client.query<{ name: string }>("select current_user as name, pg_sleep(0.05)");
      await client.query("commit");
      return rows[0]?.name ?? "";
    });
  for (const _ of [1, 2]) {
    const names = await Promise.all(Array.from({ length: askedConnections }, ask));
    const wrong = names.filter((name) => name !== appRole);
    if (wrong.length > 0)
      throw new ConfigError(
        `${wrong.length} of ${askedConnections} connections of DATABASE_URL work as ${wrong[0]} instead of ${appRole}, so the database would not protect the ledger and the audit log. ` +
          "If a pooler is between, let it open its connections anew (RECONNECT in PgBouncer), and let neither its reset query nor the address set a role.",
      );
  }
}

const noticeMs = 1000;

/**
 * Whether notifications sent by one address arrive at the other: through a pooler in transaction mode they do not, nor in
 * another database.
 */
const canListen = (url: string, sentBy = url): Promise<boolean> =>
  withClient({ connectionString: url }, async (listener) => {
    const channel = `portico_${randomBytes(6).toString("hex")}`;
    const { promise, resolve } = Promise.withResolvers<true>();
    listener.on("notification", (message) => {
      if (message.channel === channel) resolve(true);
    });
    await listener.query(`listen ${channel}`);
    await withClient({ connectionString: sentBy }, (sender) => sender.query(`notify ${channel}`));
    // A pooler delivers what waits with the next answer, if at all.
    const arrived = await Promise.race([promise, sleep(noticeMs, false)]);
    await listener.query(`unlisten ${channel}`);
    return arrived;
  });

interface ExternalUrls {
  url: string;
  direct: string;
  /** Not given: the portal's own user, if the tables are its own. */
  owner: string | undefined;
}

/** The addresses of an external database by purpose. */
const urlsOf = ({ databaseUrl, databaseDirectUrl, databaseOwnerUrl }: Config): ExternalUrls => ({
  url: databaseUrl ?? "",
  direct: databaseDirectUrl ?? databaseUrl ?? "",
  owner: databaseOwnerUrl,
});

/**
 * Checks the server, makes the roles that are missing, and says how to connect. With one address, its user owns the tables
 * and takes the application role for daily work; with two, each has its own.
 */
export async function prepareExternal(config: Config): Promise<Access> {
  const { url, direct, owner } = urlsOf(config);
  if (new URL(url).username !== new URL(direct).username)
    throw new ConfigError("DATABASE_DIRECT_URL must name the same user as DATABASE_URL.");
  const directName = config.databaseDirectUrl === undefined ? "DATABASE_URL" : "DATABASE_DIRECT_URL";
  const found = await named(directName, () => withClient({ connectionString: direct }, look));
  checkServer(found, directName);
  // Before anything else: session settings made through a pooler in transaction mode would stay with connections of others.
  if (!(await named(directName, () => canListen(direct))))
    throw new ConfigError(
      `${directName} goes through a pooler in transaction mode, which delivers no notifications. Let DATABASE_DIRECT_URL name the server itself, with the same user; DATABASE_URL may stay.`,
    );
  for (const [name, other] of Object.entries({ DATABASE_URL: url, DATABASE_OWNER_URL: owner }))
    if (other !== undefined && other !== direct && !(await named(name, () => canListen(direct, other))))
      throw new ConfigError(`${name} names another database than ${directName}.`);
  const ownerUrl = owner ?? (found.tableOwner === null || found.tableOwner === found.user ? direct : undefined);
  if (ownerUrl !== undefined)
    await withClient(asItself(ownerUrl), async (client) => {
      if (found.tableOwner === null) await checkOwner(client, owner === undefined);
      await prepareExternalRoles(client, found.user);
    });
  return {
    owner: ownerUrl === undefined ? undefined : asItself(ownerUrl),
    app: { connectionString: url },
    direct: { connectionString: direct },
    retention: { connectionString: direct, session: { role: retentionRole, statement_timeout: "0" } },
    prepared: config.databasePrepared ?? true,
  };
}

/**
 * After the migrations: sets what new connections of the portal's user start with, and checks what they can do. Returns
 * the access, without prepared statements behind a pooler in transaction mode unless the setting asks for them.
 */
export async function checkExternal(config: Config, access: Access): Promise<Access> {
  const { url, direct } = urlsOf(config);
  await withClient(asItself(direct), async (client) => {
    const found = await look(client);
    if (!access.owner) await checkMigrated(client, found);
    await setDefaults(client, found);
  });
  await named("DATABASE_URL", () => checkIdentity(url));
  return { ...access, prepared: config.databasePrepared ?? (direct === url || (await canListen(url))) };
}
