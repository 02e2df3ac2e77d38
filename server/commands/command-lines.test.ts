/**
 * Command lines are visible to everybody on the machine through `ps`: no process that the portal starts has a key or
 * password in its own.
 */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { examineApart } from "../domains/files/decoding/decoding.ts";
import { pngOf } from "../domains/files/testing/samples.ts";
import { temporaryFolder } from "../testing/folder.ts";
import { openAt } from "../testing/portal-process.ts";

const run = promisify(execFile);

/** Every command line seen while the work runs. */
async function seenDuring(work: () => Promise<unknown>): Promise<string[]> {
  const seen = new Set<string>();
  const over = new AbortController();
  const inspect = async (): Promise<void> => {
    while (!over.signal.aborted) {
      // Same format on Linux and macOS.
      const { stdout } = await run("ps", ["-axww", "-o", "args="], { maxBuffer: 16 * 1024 * 1024 });
      for (const line of stdout.split("\n")) seen.add(line);
      await pause(20);
    }
  };
  const looking = inspect();
  await work();
  over.abort();
  await looking;
  return [...seen];
}

test("laying and running the database, opening a file, a backup and an admin's account show no secret", async () => {
  const dataDir = await temporaryFolder();
  const firmKey = randomBytes(32).toString("base64");
  const env = { ...process.env, DATA_DIR: dataDir, FIRM_KEY: firmKey };
  const command = (name: string, ...words: string[]) =>
    run(process.execPath, ["--no-warnings", join(import.meta.dirname, name), ...words], { env });
  const secrets = [firmKey];
  const lines = await seenDuring(async () => {
    const portal = await openAt(dataDir);
    for (const role of ["postgres", "portico_owner", "portico_app", "portico_retention"])
      secrets.push(portal.embedded?.password(role) ?? "none");
    secrets.push((await readFile(join(dataDir, "database", "password"), "utf8")).trim());
    const content = pngOf();
    await examineApart("image/png", { size: content.length, content }, 1);
    const { stdout } = await command("create-admin.ts", "maria@firm.example", "Maria Petrova");
    secrets.push(/code=(\S+)/.exec(stdout)?.[1] ?? "none");
    await command("backup.ts");
    await portal.close();
  });
  expect(secrets).not.toContain("none");
  const ours = lines.filter((line) => line.includes(dataDir) || line.includes(import.meta.dirname));
  for (const part of ["initdb", "postgres", "portico-database-watcher", "create-admin.ts", "backup.ts"])
    expect(ours.some((line) => line.includes(part))).toBe(true);
  expect(lines.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
}, 120_000);
