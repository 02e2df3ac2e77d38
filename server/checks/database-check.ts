/** Whether the database is the right one, is migrated, and gives the portal no more rights than it needs. */
import { setTimeout as pause } from "node:timers/promises";
import type { Finding } from "@portico/api/rules/set-up-checks.ts";
import type { ConnectionSettings } from "../database/connect.ts";
import { findWaiting } from "../database/migrate.ts";
import { appRole, retentionRole } from "../database/roles.ts";
import { ConfigError } from "../kernel/config.ts";
import { type CheckParts, found, messageOf, withDetail } from "./check.ts";
import { type Ask, askAt, awayFinding } from "./quiet-database.ts";

/** Tables to which rows are only added: what money, signatures, decisions and the audit log are proved by. */
export const appendOnlyTables = [
  "audit_entry",
  "contract_signature",
  "data_key",
  "form_decision",
  "form_revision",
  "fx_rate",
  "knowledge_attempt",
  "ledger_delivery",
  "ledger_entry",
  "ledger_settlement",
  "price",
  "seal_certificate",
  "setting_version",
  "ticket_comment",
  "withdrawal_confirmation",
];

const oldestVersion = 150_000;
const shownTables = 5;

interface Server {
  role: string;
  user: string;
  version: number;
  name: string;
  standby: boolean;
  superuser: boolean;
  trgm: boolean;
  /** Null if there is no such role. */
  retention: boolean | null;
  tableOwner: string | null;
  /** The user owns the tables, or may take on the role that does. */
  owns: boolean | null;
}

async function look(ask: Ask): Promise<Server> {
  const [server] = await ask<Server>(
    `select current_user as role, session_user as user, current_setting('server_version_num')::int as version,
       current_setting('server_version') as name, pg_is_in_recovery() as standby,
       (select rolsuper from pg_roles where rolname = session_user) as superuser,
       exists (select from pg_extension where extname = 'pg_trgm') as trgm,
       (select pg_has_role(session_user, oid, 'member') from pg_roles where rolname = $1) as retention,
       (select pg_get_userbyid(relowner) from pg_class where oid = to_regclass('public.kysely_migration')) as "tableOwner",
       (select pg_has_role(session_user, relowner, 'member') from pg_class
        where oid = to_regclass('public.kysely_migration')) as owns`,
    [retentionRole],
  );
  if (!server) throw new Error("a query without a table gives one row");
  return server;
}

/** Tables of the portal that the application role owns, or of whose owner it is a member. */
const findOwned = (ask: Ask): Promise<{ name: string }[]> =>
  ask(
    `select relname as name from pg_class join pg_roles on rolname = $1
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and pg_has_role(pg_roles.oid, relowner, 'usage')
     order by relname`,
    [appRole],
  );

/** Those of `appendOnlyTables` in which the application role may change or delete rows. */
const findChangeable = (ask: Ask): Promise<{ name: string }[]> =>
  ask(
    `select relname as name from pg_class join pg_roles on rolname = $1
     where relnamespace = 'public'::regnamespace and relname = any($2)
       and (has_any_column_privilege(pg_roles.oid, pg_class.oid, 'update')
         or has_table_privilege(pg_roles.oid, pg_class.oid, 'delete, truncate'))
     order by relname`,
    [appRole, appendOnlyTables],
  );

const listed = (rows: readonly { name: string }[]): string =>
  rows
    .slice(0, shownTables)
    .map(({ name }) => name)
    .join(", ") + (rows.length > shownTables ? ", …" : "");

function faultsOfUsers({ user, role, superuser, retention, owns }: Server, isEmbedded: boolean): Finding[] {
  const faults: Finding[] = [];
  if (superuser) faults.push(found("databaseSuperuser", { user }));
  else if (role !== appRole) faults.push(found("databaseRole", { role }));
  // The embedded server lets this role sign in by itself.
  if (isEmbedded ? retention === null : !retention) faults.push(found("databaseRetention", { user }));
  if (!isEmbedded && !superuser && owns) faults.push(found("databaseOneUser", { user }));
  return faults;
}

async function faultsOfTables(ask: Ask): Promise<Finding[]> {
  const [owned, changeable] = [await findOwned(ask), await findChangeable(ask)];
  return [
    ...(owned.length > 0 ? [found("databaseOwns", { tables: listed(owned) })] : []),
    ...(changeable.length > 0 && owned.length === 0
      ? [found("databaseAppendOnly", { tables: listed(changeable) })]
      : []),
  ];
}

async function faultsOfMigrations(ask: Ask): Promise<Finding[]> {
  try {
    const waiting = await findWaiting((statement) => ask(statement));
    const [name] = waiting;
    return name === undefined ? [] : [found("databaseMigrations", { count: String(waiting.length), name })];
  } catch (error) {
    if (error instanceof ConfigError) return [withDetail(found("databaseLater"), messageOf(error))];
    throw error;
  }
}

/** What tells one database from another that has the same name, and a copy from its original: the processes that live there. */
const nameDatabase = async (ask: Ask): Promise<string> => {
  const [row] = await ask<{ name: string }>(
    `select concat_ws(' ', oid, datname, (select string_agg(id::text, ' ' order by id) from portal_process)) as name
     from pg_database where datname = current_database()`,
  );
  return row?.name ?? "";
};

/** Asked again: a process may have come or gone between the two, and a replica is a little behind. */
async function isSame(ask: Ask, connection: ConnectionSettings): Promise<boolean> {
  for (const wait of [0, 1500]) {
    await pause(wait);
    if ((await nameDatabase(ask)) === (await askAt(connection, nameDatabase))) return true;
  }
  return false;
}

/** The other addresses of the same database. */
async function faultsOfOthers({ config }: CheckParts, ask: Ask, hasTables: boolean): Promise<Finding[]> {
  const others: [setting: string, url: string | undefined][] = [
    ["DATABASE_DIRECT_URL", config.databaseDirectUrl],
    ["DATABASE_REPLICA_URL", config.databaseReplicaUrl],
  ];
  const faults = await Promise.all(
    others.map(async ([setting, url]): Promise<Finding[]> => {
      if (url === undefined) return [];
      const connection: ConnectionSettings = { connectionString: url };
      try {
        if (!hasTables) return await askAt(connection, async (there) => void (await there("select 1"))).then(() => []);
        return (await isSame(ask, connection)) ? [] : [found("databaseOther", { setting })];
      } catch (error) {
        return [awayFinding(error, setting)];
      }
    }),
  );
  return faults.flat();
}

export async function checkDatabase(parts: CheckParts): Promise<Finding[]> {
  const { database, config } = parts;
  if (!database.ask) return [database.problem];
  const { ask } = database;
  const isEmbedded = config.databaseUrl === undefined;
  const server = await look(ask);
  if (server.version < oldestVersion) return [found("databaseOld", { version: server.name })];
  if (server.standby) return [found("databaseStandby")];
  if (server.tableOwner === null) {
    const faults = [found("databaseEmpty"), ...(await faultsOfOthers(parts, ask, false))];
    return server.superuser ? [...faults, found("databaseSuperuser", { user: server.user })] : faults;
  }
  const faults = [
    ...faultsOfUsers(server, isEmbedded),
    ...(server.trgm ? [] : [found("databaseExtension")]),
    ...(await faultsOfTables(ask)),
    ...(await faultsOfMigrations(ask)),
    ...(await faultsOfOthers(parts, ask, true)),
  ];
  if (isEmbedded) faults.push(found("databaseEmbedded"));
  return faults.length > 0 ? faults : [found("databaseRight", { version: server.name })];
}
