/** How much memory a large content takes: as little as a small one. */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../testing/database.ts";
import { temporaryFolder } from "../../testing/folder.ts";

const megabyte = 1024 * 1024;
const size = 160 * megabyte;
/** Most of it are pieces that were used and not yet collected: about 35 MB. */
const most = 80 * megabyte;

interface Measured {
  sha256: string;
  expected: string;
  put: number;
  whole: number;
  part: number;
}

test("160 MB are stored, and read whole or in part, in half of their size at most", async () => {
  const [folder, database] = [await temporaryFolder(), await createTestDatabase()];
  onTestFinished(() => database.close());
  const program = join(import.meta.dirname, "testing/large-content.ts");
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--no-warnings", program, String(size), JSON.stringify(database.connection)],
    { env: { ...process.env, DATA_DIR: folder, FIRM_KEY: randomBytes(32).toString("base64") } },
  );
  const { sha256, expected, ...memory } = JSON.parse(stdout) as Measured;
  expect(sha256).toBe(expected);
  for (const [step, bytes] of Object.entries(memory)) expect(bytes, step).toBeLessThan(most);
});
