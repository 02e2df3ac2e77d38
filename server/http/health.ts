/** Health checks for a load balancer: is the process running, and can it serve requests. */
import { sql } from "kysely";
import { isMigrated } from "../database/migrate.ts";
import { appRole } from "../database/roles.ts";
import { hasRoom } from "../kernel/disk.ts";
import type { Db } from "../kernel/transaction.ts";

export interface Health {
  status: number;
  body: { status: "ok" | "unavailable"; reason?: "database" | "disk" | "migrations" | "role" | "standby" | "stopping" };
}

/** The process answers. Nothing else is checked, so that a database outage does not cause a restart of the process. */
export const health = (): Health => ({ status: 200, body: { status: "ok" } });

const unavailable = (reason: Health["body"]["reason"]): Health => ({
  status: 503,
  body: { status: "unavailable", reason },
});

const limitMs = 2000;

/**
 * The portal can serve: it is not stopping, the disk of its data has room, the database answers in time, can be written and
 * gives no more rights than the application role has, and every migration has run.
 */
export async function ready(db: Db, { stopping, dataDir }: { stopping: boolean; dataDir: string }): Promise<Health> {
  if (stopping) return unavailable("stopping");
  if (!(await hasRoom(dataDir))) return unavailable("disk");
  const answer = sql<{ role: string; standby: boolean }>`
    select current_user as role, pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as standby`
    .execute(db)
    .then(
      ({ rows }) => rows[0],
      () => undefined,
    );
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), limitMs).unref());
  const found = await Promise.race([answer, late]);
  if (!found) return unavailable("database");
  if (found.standby) return unavailable("standby");
  if (found.role !== appRole) return unavailable("role");
  if (!(await isMigrated(db).catch(() => false))) return unavailable("migrations");
  return health();
}
