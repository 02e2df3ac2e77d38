/** `npm run check-files`: stores, reads and removes a small object in the bucket of FILES_S3_…, and says what is wrong. */
import { checkBucket } from "../adapters/files/check-bucket.ts";
import { CommandError, runCommand } from "./command.ts";

await runCommand(async ({ filesS3 }) => {
  if (!filesS3) throw new CommandError("FILES_S3_ENDPOINT is not set: files are in DATA_DIR/files.");
  const problem = await checkBucket(filesS3);
  if (problem !== null) throw new CommandError(`The bucket cannot be used: ${problem}.`);
  console.info(`The bucket ${filesS3.bucket} at ${filesS3.endpoint} does everything that the portal needs.`);
});
