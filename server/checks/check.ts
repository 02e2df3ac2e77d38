/** What a check is given and what it says. A check changes nothing, except that the store for files gets a small object and loses it. */
import type { Resolver } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import type { Finding, FindingCode } from "@portico/api/rules/set-up-checks.ts";
import type { TextArguments } from "@portico/messages/text.ts";
import type { Config } from "../kernel/config.ts";
import type { QuietDatabase } from "./quiet-database.ts";

export interface CheckParts {
  config: Config;
  /** As the process was given them, for names that are no settings. */
  environment: Readonly<Record<string, string | undefined>>;
  /** The database, opened once for all checks and read only; or what is wrong with it. */
  database: QuietDatabase;
  now: () => Date;
  /** Aborted when the checks are over, answered or not. */
  signal: AbortSignal;
  resolver: Pick<Resolver, "resolve4" | "resolve6" | "resolveTxt" | "resolveMx">;
  /** Certificates of authorities that are trusted beside the usual ones; for tests. */
  authorities?: readonly string[] | undefined;
  /** Finds the machine of a name; the system's by default. */
  lookup?: LookupFunction | undefined;
}

export type Check = (parts: CheckParts) => Promise<Finding[]> | Finding[];

/** A finding with the values that its text takes. */
export const found = <C extends FindingCode>(code: C, ...values: TextArguments<`checks.found.${C}`>): Finding => ({
  code,
  values: Object.fromEntries(Object.entries(values[0] ?? {}).map(([name, value]) => [name, String(value)])),
  detail: null,
});

/** With the words of another system, in English and without secrets. */
export const withDetail = (finding: Finding, detail: string): Finding => ({ ...finding, detail });

/** The message of an error that the check expects, in one line. */
export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message || ((error as NodeJS.ErrnoException).code ?? error.name) : String(error))
    .replaceAll(/\s+/g, " ")
    .trim();

/** `2026-11-30`, by UTC. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

const dayMs = 24 * 3600 * 1000;
export const daysBetween = (from: Date, to: Date): number => Math.floor((to.getTime() - from.getTime()) / dayMs);

/** Nothing but what is there without a setting: somebody looks at the portal on one machine. */
export const isTrial = ({ config, environment }: CheckParts): boolean =>
  config.databaseUrl === undefined && !environment["PUBLIC_URL"]?.trim();
