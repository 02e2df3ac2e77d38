/** As whom the embedded PostgreSQL runs: it refuses to run as root, so root lends it the account `nobody`. */
import { readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";

export interface Account {
  /** Set when started by root. */
  lent: { uid: number; gid: number } | null;
}

/** The account for the cluster: our own, or `nobody` when we are root. */
export async function chooseAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return { lent: null };
  const line = (await readFile("/etc/passwd", "utf8").catch(() => ""))
    .split("\n")
    .map((text) => text.split(":"))
    .find(([name]) => name === "nobody");
  const uid = Number(line?.[2] ?? 65_534);
  const gid = Number(line?.[3] ?? 65_534);
  return { lent: { uid, gid } };
}

/** True where `nobody` may pass every folder on the way to the path. Without a lent account the way is our own. */
export async function isReachable(path: string, account: Account): Promise<boolean> {
  if (!account.lent) return true;
  const { uid, gid } = account.lent;
  for (let folder = path; ; folder = dirname(folder)) {
    const about = await stat(folder).catch(() => null);
    if (about) {
      const pass = about.uid === uid ? 0o100 : about.gid === gid ? 0o010 : 0o001;
      if ((about.mode & pass) === 0) return false;
    }
    if (folder === dirname(folder)) return true;
  }
}

/**
 * How to run a program under the account: spawn's options, and the words to put before the command. Where the data
 * folder lies behind a folder closed to `nobody` (/root is), setpriv leaves the program the one capability to pass it.
 */
export function lend(
  account: Account,
  closedPath: boolean,
): { prefix: string[]; options: { uid?: number; gid?: number } } {
  if (!account.lent) return { prefix: [], options: {} };
  const { uid, gid } = account.lent;
  if (!closedPath) return { prefix: [], options: { uid, gid } };
  const capability = "+dac_override";
  return {
    prefix: [
      "setpriv",
      `--reuid=${uid}`,
      `--regid=${gid}`,
      "--clear-groups",
      // Or access(2), by which PostgreSQL looks for its own programs, would leave the capability out of account.
      "--securebits=+no_setuid_fixup",
      `--inh-caps=${capability}`,
      `--ambient-caps=${capability}`,
      "--",
    ],
    options: {},
  };
}
