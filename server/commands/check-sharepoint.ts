/** `npm run check-sharepoint`: stores, reads and deletes a file on the firm's SharePoint, and says what is wrong. */
import { checkSharepoint } from "../adapters/sharepoint/check-sharepoint.ts";
import { CommandError, runCommand } from "./command.ts";

await runCommand({ usage: "check-sharepoint" }, async ({ config: { sharepoint } }) => {
  if (!sharepoint) throw new CommandError("SHAREPOINT_SITE is not set: clients' folders are in DATA_DIR/sharepoint.");
  const problem = await checkSharepoint(sharepoint);
  if (problem !== null) throw new CommandError(`SharePoint cannot be used: ${problem}.`);
  console.info(`${sharepoint.site} does everything that the portal needs.`);
});
