/** Runs the commands of a README as its reader does. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { temporaryFolder } from "../../testing/folder.ts";

/** The commands of each language's part. */
export const commandsIn = (readme: string): string[] =>
  readme
    .split(/^.+\n=+$/m)
    .slice(1)
    .map((part) =>
      part
        .split("\n")
        .filter((line) => line.startsWith("    "))
        .map((line) => line.slice(4))
        .join("\n"),
    );

/** What the commands print, run in one shell among the files; those that fail do not end it. */
export async function runAmong(files: ReadonlyMap<string, Uint8Array>, commands: string): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);
  const { stdout, stderr } = await promisify(execFile)("sh", ["-c", `${commands}\ntrue`], { cwd: folder });
  return `${stdout}\n${stderr}`;
}

/** Whether the commands printed all that the README says a good pack prints; `count` is the number of listed files. */
export const isGood = (printed: string, count: number): boolean =>
  (printed.match(/^CAdES Verification successful$/gm) ?? []).length === 2 &&
  (printed.match(/: OK$/gm) ?? []).length === count &&
  /^whole file$/m.test(printed) &&
  /^same file$/m.test(printed);
