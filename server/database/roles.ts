/**
 * The roles that tables are granted to. They are groups in an external database and login roles in the embedded one.
 */
import { type ClientBase, escapeIdentifier, escapeLiteral } from "pg";
import { ConfigError } from "../kernel/config.ts";

/** Owns the tables; used for migrations only. */
export const ownerRole = "portico_owner";
/** The portal's daily work: neither owner nor superuser; only INSERT and SELECT on append-only tables. */
export const appRole = "portico_app";
/** Deletes records that the law no longer allows the firm to keep, and nothing else. */
export const retentionRole = "portico_retention";

const roles = [appRole, retentionRole];

/** Longer statements of the portal's daily work are cancelled. */
export const statementLimit = "60s";

/** Key of the lock under which one process at a time prepares the cluster. */
export const preparing = 7201;

async function missingRoles(client: ClientBase, wanted: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ rolname: string }>("select rolname from pg_roles where rolname = any($1)", [
    wanted,
  ]);
  return wanted.filter((name) => !rows.some((row) => row.rolname === name));
}

/** Creates the embedded cluster's roles; under a lock, since several portal processes may start at once. */
export async function prepareEmbeddedRoles(superuser: ClientBase, password: (role: string) => string): Promise<void> {
  await superuser.query("select pg_advisory_lock($1)", [preparing]);
  for (const role of await missingRoles(superuser, [ownerRole, ...roles])) {
    await superuser.query(
      `create role ${escapeIdentifier(role)} login password ${escapeLiteral(password(role))}
       nosuperuser nocreatedb nocreaterole noreplication nobypassrls`,
    );
  }
  await superuser.query(`grant ${appRole} to ${ownerRole}`);
  await superuser.query("select pg_advisory_unlock($1)", [preparing]);
}

/** Creates a database owned by the owner role, to which the others may only connect, unless it exists. */
export async function prepareEmbeddedDatabase(superuser: ClientBase, database: string): Promise<void> {
  const name = escapeIdentifier(database);
  await superuser.query("select pg_advisory_lock($1)", [preparing]);
  const { rowCount } = await superuser.query("select 1 from pg_database where datname = $1", [database]);
  if (!rowCount) await superuser.query(`create database ${name} owner ${ownerRole}`);
  const { rows } = await superuser.query<{ open: boolean }>(
    "select not has_database_privilege($1, $2, 'connect') or datacl is null as open from pg_database where datname = $2",
    [appRole, database],
  );
  if (rows[0]?.open) {
    await superuser.query(`revoke all on database ${name} from public`);
    await superuser.query(`grant connect on database ${name} to ${roles.join(", ")}`);
    await superuser.query(`alter role ${appRole} in database ${name} set statement_timeout = '${statementLimit}'`);
  }
  await superuser.query("select pg_advisory_unlock($1)", [preparing]);
}

/** Statements for a database administrator to run once if the portal's user may not create roles. */
const askFor = (owner: string, user: string): string =>
  [
    `create role ${appRole} nologin;`,
    `create role ${retentionRole} nologin;`,
    `grant ${appRole}, ${retentionRole} to ${escapeIdentifier(owner)};`,
    ...(user === owner ? [] : [`grant ${appRole}, ${retentionRole} to ${escapeIdentifier(user)};`]),
  ].join("\n  ");

/**
 * Ensures the group roles in an external database: created if the owner may, otherwise requested by an error. `user` is
 * the user of DATABASE_URL; it becomes a member of the application role.
 */
export async function prepareExternalRoles(owner: ClientBase, user: string): Promise<void> {
  const { rows } = await owner.query<{ name: string; privilege: string }>(
    // Since version 16, the creator of a role is its member without being able to use it.
    "select current_user as name, case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end as privilege",
  );
  const { name: ownerName, privilege } = rows[0] ?? { name: "", privilege: "member" };
  try {
    for (const role of await missingRoles(owner, roles)) {
      await owner.query(`create role ${role} nologin`).catch((error: Error & { code?: string }) => {
        if (error.code !== "42710" && error.code !== "23505") throw error;
      });
    }
    for (const role of roles) {
      for (const member of new Set([ownerName, user])) {
        const answer = await owner.query<{ member: boolean }>("select pg_has_role($1, $2, $3) as member", [
          member,
          role,
          privilege,
        ]);
        if (!answer.rows[0]?.member) await owner.query(`grant ${role} to ${escapeIdentifier(member)}`);
      }
    }
  } catch (cause) {
    const error = new ConfigError(
      `The database user ${ownerName} may not make the roles that the portal needs. Have an administrator run:\n  ${askFor(ownerName, user)}`,
    );
    error.cause = cause;
    throw error;
  }
}
