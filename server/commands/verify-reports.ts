/**
 * `npm run reports:verify`: makes the data of every kept report again from what was known to it, and says which differ. Changes
 * nothing. `-- --after=ID` continues an interrupted run after the report that it named last.
 */
import { verifyReports } from "../domains/reports/verification.ts";
import { requireDatabase, runCommand, withDatabase } from "./command.ts";

const maxShown = 50;

await runCommand({ usage: "reports:verify [-- --after=ID]", options: ["after"] }, async ({ config, options }) => {
  await requireDatabase(config);
  const after = Number(options.after ?? 0);
  return withDatabase(config, async ({ db }) => {
    const onPage = (last: number) => console.info(`Verified up to report ${last}.`);
    const { verified, faults } = await verifyReports({ db }, { after, onPage });
    for (const { id, what } of faults.slice(0, maxShown)) console.error(`Report ${id}: ${what}.`);
    if (faults.length > maxShown) console.error(`${faults.length - maxShown} more.`);
    if (faults.length > 0) return 1;
    console.info(`The reports are right: ${verified} were made again from what was known to them.`);
    return 0;
  });
});
