/** The packages that an installation without development tools has on Linux, by the lockfile: more than the image contains. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

interface Package {
  version?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
  os?: string[];
  cpu?: string[];
  devDependencies?: Record<string, string>;
}

export interface Lockfile {
  packages: Record<string, Package>;
}

export const root = join(import.meta.dirname, "..");

export const readLockfile = (): Lockfile =>
  JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as Lockfile;

const isFor = (wanted: readonly string[], those: string | string[] | undefined): boolean =>
  those === undefined || wanted.some((one) => those.includes(one));

/** Without what only tests and builds of this repository need, and what is for other systems and processors. */
export const shippedOnly = ({ packages, ...rest }: Lockfile): Lockfile => ({
  ...rest,
  packages: Object.fromEntries(
    Object.entries(packages).flatMap(([path, entry]) =>
      entry.dev || !isFor(["linux"], entry.os) || !isFor(["x64", "arm64"], entry.cpu)
        ? []
        : [[path, { ...entry, devDependencies: undefined }]],
    ),
  ),
});

/** `@scope/name` of a path in the lockfile. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
