/** The account of the embedded PostgreSQL: it refuses to run as root, so a portal run by root uses `nobody`. */
import { readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";

export interface Account {
  /** Set if the portal was started by root. */
  lent: { uid: number; gid: number } | null;
}

/** The account for the cluster: the portal's own, or `nobody` if that is root. */
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

/** True if `nobody` may enter every folder on the path. Without another account the path is always reachable. */
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
 * How to run a program under the account: options for spawn and a command prefix. If the data folder is inside a folder
 * closed to `nobody` (such as /root), setpriv gives the program the single capability to enter it.
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
      // Without this, access(2), with which PostgreSQL looks for its own programs, would ignore the capability.
      "--securebits=+no_setuid_fixup",
      `--inh-caps=${capability}`,
      `--ambient-caps=${capability}`,
      "--",
    ],
    options: {},
  };
}
