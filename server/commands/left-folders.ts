/**
 * `npm run left-folders`: lists the folders shared with clients whose number nobody has any more, for staff to delete. The
 * portal deletes nothing there.
 */
import { createSharepoint } from "../adapters/sharepoint/sharepoint.ts";
import { findLeftFolders } from "../domains/sharepoint/former-clients.ts";
import { Refusal } from "../kernel/refusal.ts";
import { CommandError, requireDatabase, runCommand, withDatabase } from "./command.ts";

await runCommand({ usage: "left-folders" }, async ({ config }) => {
  await requireDatabase(config);
  await withDatabase(config, async ({ db }) => {
    const { left, total } = await findLeftFolders(db, createSharepoint({ config })).catch((error: unknown) => {
      throw error instanceof Refusal
        ? new CommandError("SharePoint cannot be used: npm run check-sharepoint says why.")
        : error;
    });
    for (const name of left) console.info(name);
    console.info(`${left.length} of ${total} folders belong to no client of the portal.`);
  });
});
