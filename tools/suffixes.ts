/** What the suffix of a file in server/domains/ says that it does (CONTRIBUTING.md, Names of files). */
import { tests } from "./import-rules.ts";

/**
 * The closed list. A file without one of them does no I/O, not even through another file: no database, file, process or
 * network.
 */
export const suffixes = ["domain", "jobs", "mails", "policy", "queries", "routes", "service", "task"] as const;

/** A file of a domain that has to say what it does; programs that open files run in a process of their own. */
const concerned = /^server\/domains\/(?!files\/decoder\/)/;
const isNamed = (file: string): boolean => suffixes.some((suffix) => file.endsWith(`.${suffix}.ts`));

/** What only files that do I/O import. Adapters and secrets do it for them. */
const doesIo = new RegExp(
  [
    String.raw`^server/(unit-of-work|jobs)/`,
    String.raw`^server/kernel/(context|transaction)\.ts$`,
    // What mails are made of is calculated.
    String.raw`^server/(adapters/(?!mail/template\.ts$)|secrets/|workers/)`,
    String.raw`^server/domains/.*\.(queries|service|jobs)\.ts$`,
    "^node:(child_process|cluster|dgram|dns|fs|http|http2|https|net|readline|sqlite|tls|worker_threads)(/|$)",
  ].join("|"),
);
/** Types that say nothing about what a file does; a context or a transaction does. */
const isOnlyType = (to: string): boolean => !/^server\/(unit-of-work|kernel)\//.test(to);

export interface Imported {
  /** A file of the project, or a module of Node. */
  to: string;
  typeOnly: boolean;
}

/**
 * What is wrong with the suffix of a file, or undefined. Policies and mails work without I/O and follow the same rule; a
 * file of types does nothing.
 */
export function brokenSuffix(
  file: string,
  { imports, onlyTypes }: { imports: readonly Imported[]; onlyTypes: boolean },
): string | undefined {
  if (!concerned.test(file) || tests.test(file)) return undefined;
  if (isNamed(file) && !/\.(policy|mails)\.ts$/.test(file))
    return onlyTypes ? `a file of types alone has no suffix: ${file}` : undefined;
  if (onlyTypes) return undefined;
  const used = imports.find(({ to, typeOnly }) => doesIo.test(to) && !(typeOnly && isOnlyType(to)));
  return used && `a file that does I/O says so by its suffix (${suffixes.join(", ")}): ${file} imports ${used.to}`;
}
