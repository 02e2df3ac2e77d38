/** What the suffix of a file in server/domains/ says that it does (CONTRIBUTING.md, Names of files). */
import { tests } from "./import-rules.ts";

/** The closed list. A file without one of them is named for its subject alone. */
export const suffixes = ["domain", "jobs", "mails", "policy", "queries", "routes", "task"] as const;

/** Programs that open files run in a process of their own. */
const concerned = /^server\/domains\/(?!files\/decoder\/)/;
const suffixOf = (file: string): string | undefined => /\.([^./]+)\.ts$/.exec(file)?.[1];

/** Rules and the content of mails are calculated from arguments. */
const pure: readonly string[] = ["mails", "policy"];

/** What only files that do I/O import. Adapters and secrets do it for them. */
const doesIo = new RegExp(
  [
    String.raw`^server/(unit-of-work|jobs)/`,
    String.raw`^server/kernel/(context|transaction)\.ts$`,
    // What mails are made of is calculated.
    String.raw`^server/(adapters/(?!mail/template\.ts$)|secrets/|workers/)`,
    String.raw`^server/domains/.*\.(queries|jobs)\.ts$`,
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
 * What is wrong with the suffix of a file, or undefined: it is not on the list, a file of types alone has one, or a
 * policy or a mail does I/O. `doIo` are files that do it in any case; a file that imports one does it too.
 */
export function brokenSuffix(
  file: string,
  { imports, onlyTypes, doIo }: { imports: readonly Imported[]; onlyTypes: boolean; doIo: ReadonlySet<string> },
): string | undefined {
  if (!concerned.test(file) || tests.test(file)) return undefined;
  const suffix = suffixOf(file);
  if (suffix === undefined) return undefined;
  if (!(suffixes as readonly string[]).includes(suffix))
    return `a file of a domain has no suffix but ${suffixes.join(", ")}: ${file}`;
  if (onlyTypes) return `a file of types alone has no suffix: ${file}`;
  if (!pure.includes(suffix)) return undefined;
  const used = imports.find((one) => !one.typeOnly && doIo.has(one.to)) ?? imports.find(importsIo);
  return used && `a file .${suffix} does no I/O: ${file} imports ${used.to}`;
}

const importsIo = ({ to, typeOnly }: Imported): boolean => doesIo.test(to) && !(typeOnly && isOnlyType(to));

/** Every file of `graph` that does I/O, by itself or through another file of a domain. */
export function filesThatDoIo(graph: ReadonlyMap<string, readonly Imported[]>): Set<string> {
  const found = new Set([...graph].filter(([, imports]) => imports.some(importsIo)).map(([file]) => file));
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const [file, imports] of graph)
      if (concerned.test(file) && imports.some(({ to, typeOnly }) => !typeOnly && found.has(to))) found.add(file);
  }
  return found;
}
