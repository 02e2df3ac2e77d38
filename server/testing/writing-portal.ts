/**
 * A process that keeps writing to the embedded database of DATA_DIR, for tests that kill it: prints `pid <server>` once
 * connected, and the number of each row whose commit was acknowledged. Starts from the number in argv.
 */
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { openDatabase } from "../database/open.ts";
import { readConfig } from "../kernel/config.ts";
import { isDatabaseAway } from "../kernel/database-errors.ts";

const database = await openDatabase(readConfig());
process.stdout.write(`pid ${database.embedded?.pid()}\n`);
process.on("SIGTERM", () => void database.close().then(() => process.exit(0)));

async function write(from: number): Promise<void> {
  for (let id = from; ; ) {
    try {
      await sql`insert into written (id) values (${id}) on conflict do nothing`.execute(database.db);
      process.stdout.write(`${id}\n`);
      id += 4;
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      process.stdout.write("away\n");
      await pause(20);
    }
  }
}
const start = Number(process.argv[2]);
await Promise.all([0, 1, 2, 3].map((offset) => write(start + offset)));
