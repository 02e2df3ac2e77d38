/**
 * `npm run check-files`: with FILES_S3_…, stores, reads and removes a small object in the bucket and says what is wrong.
 * Then says which files have no stored content, such as after a restore of the database alone.
 */
import { checkBucket } from "../adapters/files/check-bucket.ts";
import { createFiles } from "../adapters/files/files.ts";
import { findMissing } from "../domains/files/missing-contents.ts";
import { createVault } from "../secrets/vault.ts";
import { CommandError, requireDatabase, runCommand, withDatabase } from "./command.ts";

const maxShown = 20;

await runCommand({ usage: "check-files" }, async ({ config }) => {
  await requireDatabase(config);
  const { filesS3 } = config;
  if (filesS3) {
    const problem = await checkBucket(filesS3);
    if (problem !== null) throw new CommandError(`The bucket cannot be used: ${problem}.`);
    console.info(`The bucket ${filesS3.bucket} at ${filesS3.endpoint} does everything that the portal needs.`);
  }
  return await withDatabase(config, async ({ db }) => {
    const files = createFiles({ config, vault: createVault({ db, config }) });
    let missing = 0;
    for await (const { sha256, files: count } of findMissing(db, files)) {
      missing += 1;
      if (missing <= maxShown)
        console.error(`Missing: ${sha256.toString("hex")}, which ${count} files of clients need.`);
    }
    if (missing === 0) console.info("Every file has its content.");
    else console.error(`${missing} contents are missing. Copy them back from a backup of the files.`);
    return missing === 0 ? 0 : 1;
  });
});
