/** Opens the embedded database as it is, without migrating it: a backup is made before an upgrade too. */
import { openKysely, openPool } from "../database/connect.ts";
import { startEmbedded } from "../database/embedded/supervisor.ts";
import { isMigrated } from "../database/migrate.ts";
import { embeddedAccess, embeddedDatabase } from "../database/open.ts";
import type { Db } from "../kernel/transaction.ts";

/** Works with the database; false, without `work`, if migrations of this build wait. */
export async function withMigrated(dataDir: string, work: (db: Db) => Promise<void>): Promise<boolean> {
  const server = await startEmbedded({ dataDir });
  const connection = embeddedAccess(server, embeddedDatabase).app;
  const db = openKysely(openPool({ connection, size: 1, prepared: false, name: "portico backup" }));
  try {
    if (!(await isMigrated(db).catch(() => false))) return false;
    await work(db);
    return true;
  } finally {
    await db.destroy();
    await server.stop();
  }
}
