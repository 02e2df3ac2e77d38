/** `npm run migrate`: migrates the tables without starting the portal. */
import { runCommand, withDatabase } from "./command.ts";

await runCommand({ usage: "migrate" }, ({ config }) =>
  withDatabase(config, async ({ migrated }) => {
    console.info(
      migrated.length === 0 ? "The tables are up to date." : migrated.map((name) => `${name} done`).join("\n"),
    );
  }),
);
