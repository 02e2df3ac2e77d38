/** Which package of npm a file imports, and whether its workspace says so. */
import { readFileSync } from "node:fs";

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const workspace = /^(api|kyc|ledger|messages|pdf|reports|scenarios|server|web|e2e|bench)\//;
/** Modules that exist only while the pages are built, and paths in the project. */
const builtIn = /^(node:|virtual:|[./#~])/;

/** The package of an import, or undefined for a file of the project, of Node or of the build. */
export const packageOf = (specifier: string): string | undefined =>
  builtIn.test(specifier) ? undefined : /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0];

const declared = new Map<string, ReadonlySet<string>>();
function declaredBy(folder: string): ReadonlySet<string> {
  const known = declared.get(folder);
  if (known) return known;
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(`${folder}package.json`, "utf8"),
  ) as Manifest;
  const names = new Set(Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }));
  declared.set(folder, names);
  return names;
}

/** The imported package if neither the file's workspace nor, for the tools of all of them, the root declares it. */
export function undeclaredPackage(file: string, specifier: string): string | undefined {
  const name = packageOf(specifier);
  const folder = workspace.exec(file)?.[0] ?? "";
  if (name === undefined || name === `@portico/${folder.slice(0, -1)}`) return undefined;
  return declaredBy(folder).has(name) || declaredBy("").has(name) ? undefined : name;
}
