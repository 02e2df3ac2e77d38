/** Health checks for a load balancer: is the process running, and can it serve requests. */
import { sql } from "kysely";
import { isMigrated } from "../database/migrate.ts";
import { hasRoom } from "../kernel/disk.ts";
import type { Db } from "../kernel/transaction.ts";

export interface Health {
  status: number;
  body: { status: "ok" | "unavailable"; reason?: "database" | "disk" | "migrations" | "stopping" };
}

/** The process answers. Nothing else is checked, so that a database outage does not cause a restart of the process. */
export const health = (): Health => ({ status: 200, body: { status: "ok" } });

const unavailable = (reason: Health["body"]["reason"]): Health => ({
  status: 503,
  body: { status: "unavailable", reason },
});

const limitMs = 2000;

/**
 * The portal can serve: it is not stopping, the disk of its data has room, the database answers in time, and every
 * migration has run.
 */
export async function ready(db: Db, { stopping, dataDir }: { stopping: boolean; dataDir: string }): Promise<Health> {
  if (stopping) return unavailable("stopping");
  if (!(await hasRoom(dataDir))) return unavailable("disk");
  const answer = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), limitMs).unref());
  if (!(await Promise.race([answer, late]))) return unavailable("database");
  if (!(await isMigrated(db).catch(() => false))) return unavailable("migrations");
  return health();
}
