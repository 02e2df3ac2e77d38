/** What the suffix of a file in server/domains/ says that it does (CONTRIBUTING.md, Names of files). */
import { tests } from "./import-rules.ts";

/** The closed list. A file without one of them reads and writes nothing of the database, not even through another file. */
export const suffixes = ["domain", "jobs", "mails", "policy", "queries", "routes", "service", "task"] as const;

/** A file of a domain that has to say what it does; programs that open files run in a process of their own. */
const concerned = /^server\/domains\/(?!files\/decoder\/)/;
const isNamed = (file: string): boolean => suffixes.some((suffix) => file.endsWith(`.${suffix}.ts`));

/** What only files that read or write import, if only its types. */
const readsOrWrites =
  /^server\/(unit-of-work|jobs)\/|^server\/kernel\/(context|transaction)\.ts$|\.(queries|service|jobs)\.ts$/;
/** Types that say nothing about what a file does; a context or a transaction does. */
const isOnlyType = (to: string): boolean => !/^server\/(unit-of-work|kernel)\//.test(to);

/** Why a file needs a suffix, or undefined. Policies and mails work without I/O and follow the same rule. */
export function brokenSuffix(file: string, imports: readonly { to: string; typeOnly: boolean }[]): string | undefined {
  if (!concerned.test(file) || tests.test(file) || (isNamed(file) && !/\.(policy|mails)\.ts$/.test(file)))
    return undefined;
  const used = imports.find(({ to, typeOnly }) => readsOrWrites.test(to) && !(typeOnly && isOnlyType(to)));
  return (
    used && `a file that reads or writes says so by its suffix (${suffixes.join(", ")}): ${file} imports ${used.to}`
  );
}
