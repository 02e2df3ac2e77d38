/** The commands with which an operator looks whether everything is whole. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** Runs the commands over the database of the environment and prints what they say; those that found something. */
export function verify(dataDir: string, commands: readonly string[]): string[] {
  return commands.filter((command) => {
    const file = join(import.meta.dirname, "../../server/commands", `${command}.ts`);
    const env = { ...process.env, DATA_DIR: dataDir };
    const { status, stdout, stderr } = spawnSync(process.execPath, [file], { env, encoding: "utf8" });
    console.log(`${command}: ${`${stdout}${stderr}`.trim()}`);
    return status !== 0;
  });
}
