/** Health checks for a load balancer: is the process running, and can it serve requests. */
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { isMigrated } from "../database/migrate.ts";
import { appRole } from "../database/roles.ts";
import type { Config } from "../kernel/config.ts";
import { hasRoom } from "../kernel/disk.ts";
import type { Db } from "../kernel/transaction.ts";

type Reason = "database" | "direct" | "disk" | "migrations" | "role" | "standby" | "stopping";

/** What calls do without. */
type Warning = "direct" | "redis";

export interface Health {
  status: number;
  body: { status: "ok" | "unavailable"; reason?: Reason; warnings?: Warning[] };
}

/** The process answers. Nothing else is checked, so that a database outage does not cause a restart of the process. */
export const health = (): Health => ({ status: 200, body: { status: "ok" } });

const unavailable = (reason: Reason): Health => ({
  status: 503,
  body: { status: "unavailable", reason },
});

const limitMs = 2000;

/** The process's own state. */
export interface State {
  stopping: boolean;
  dataDir: string;
  /** The database answers past its pooler. */
  reachesDirect: boolean;
  /** Redis carries what processes tell each other, or is not configured. */
  reachesRedis: boolean;
  processKind: Config["processKind"];
}

/**
 * The portal can serve: it is not stopping, the disk of its data has room, the database answers in time, can be written and
 * gives no more rights than the application role has, and every migration has run. Past its pooler the database need not
 * answer (`reachesDirect`) where calls are served, which go on without: all processes would leave the balancer at once. That is a
 * warning there, and a failure of a process with jobs alone. Redis's absence is a warning everywhere. `db` is not the pool of the
 * calls: waiting behind them says nothing about the database.
 */
export async function ready(db: Db, state: State): Promise<Health> {
  const { stopping, dataDir, reachesDirect, reachesRedis, processKind } = state;
  if (stopping) return unavailable("stopping");
  const room = hasRoom(dataDir);
  const answer = sql<{ role: string; standby: boolean }>`
    select current_user as role, pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as standby`
    .execute(db)
    .then(
      ({ rows }) => rows[0],
      () => undefined,
    );
  const late = pause(limitMs, undefined, { ref: false });
  // A look at the disk waits behind whatever else the process does with files and passwords.
  if ((await Promise.race([room, late])) === false) return unavailable("disk");
  const found = await Promise.race([answer, late]);
  if (!found) return unavailable("database");
  if (found.standby) return unavailable("standby");
  if (found.role !== appRole) return unavailable("role");
  if (!(await isMigrated(db).catch(() => false))) return unavailable("migrations");
  if (!reachesDirect && processKind === "jobs") return unavailable("direct");
  const warnings: Warning[] = [];
  if (!reachesDirect) warnings.push("direct");
  if (!reachesRedis) warnings.push("redis");
  return warnings.length === 0 ? health() : { status: 200, body: { status: "ok", warnings } };
}
