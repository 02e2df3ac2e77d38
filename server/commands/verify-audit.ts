/**
 * `npm run audit:verify`: verifies every chain of the audit log and prints the first break of each. `-- --anchor
 * <file>` writes an anchor and appends it to a file, to be stored elsewhere; `-- --anchors <file>` compares the log
 * with such a file instead of the hourly anchors in the data folder and the bucket.
 */
import { appendFile, readFile } from "node:fs/promises";
import { anchorsIn, readAnchors } from "../audit/anchor-store.ts";
import { type Anchor, anchorAudit, verifyAudit } from "../audit/verify.ts";
import { CommandError, requireDatabase, runCommand, withDatabase } from "./command.ts";

const usage = "audit:verify [-- --anchor file] [--anchors file]";

async function readFileOfAnchors(file: string): Promise<Anchor[]> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new CommandError(`${file} cannot be read.`);
  });
  return anchorsIn(text);
}

await runCommand({ usage, options: ["anchor", "anchors"] }, async ({ config, options: { anchor, anchors: given } }) => {
  const outside = await (given === undefined ? readAnchors(config) : readFileOfAnchors(given));
  await requireDatabase(config);
  return withDatabase(config, async ({ db }) => {
    const { entries, erased, anchors, breaks } = await verifyAudit(db, outside);
    for (const { chain, position, reason } of breaks)
      console.error(`Chain ${chain} breaks at entry ${position}: ${reason}.`);
    if (breaks.length > 0) return 1;
    console.info(
      `The audit log is whole: ${entries} entries, ${erased} of them erased by retention, held against ${anchors + outside.length} anchors.`,
    );
    if (anchor !== undefined) {
      await appendFile(anchor, `${JSON.stringify(await anchorAudit(db))}\n`, { mode: 0o600 });
      console.info(`Anchor written to ${anchor}; keep it where the database's administrators cannot change it.`);
    }
    return 0;
  });
});
