/** All checks of an installation, beside each other and each limited in time: for the command, the page *Setting up* and `/ready/detail`. */
import { Resolver } from "node:dns/promises";
import {
  type CheckId,
  type CheckState,
  checkIds,
  checkStates,
  type Finding,
  findings,
  stateOf,
} from "@portico/api/rules/set-up-checks.ts";
import type pg from "pg";
import type { Config } from "../kernel/config.ts";
import { checkPublicAddress } from "./address-check.ts";
import { checkBackup, checkRestoreTest } from "./backup-check.ts";
import { type Check, type CheckParts, found, messageOf, withDetail } from "./check.ts";
import { checkClock } from "./clock-check.ts";
import { checkDatabase } from "./database-check.ts";
import { checkClientFolders, checkDisk, checkFiles } from "./folder-checks.ts";
import { checkKeyCopy, checkKeys } from "./keys-check.ts";
import { checkMailIn, checkMailOut } from "./mail-checks.ts";
import { type QuietDatabase, withPool, withQuietDatabase } from "./quiet-database.ts";
import { checkTimestamp } from "./seal-check.ts";
import { withoutSecrets } from "./secrets.ts";
import { checkSenderDomain } from "./sender-domain-check.ts";
import { checkSettings } from "./settings-check.ts";
import { checkVirusScan } from "./virus-scan-check.ts";

const checks: Readonly<Record<CheckId, Check>> = {
  settings: checkSettings,
  database: checkDatabase,
  keys: checkKeys,
  keyCopy: checkKeyCopy,
  backup: checkBackup,
  restoreTest: checkRestoreTest,
  publicAddress: checkPublicAddress,
  mailOut: checkMailOut,
  senderDomain: checkSenderDomain,
  mailIn: checkMailIn,
  files: checkFiles,
  disk: checkDisk,
  virusScan: checkVirusScan,
  sharepoint: checkClientFolders,
  timestamp: checkTimestamp,
  clock: checkClock,
};

export interface Checked {
  id: CheckId;
  state: CheckState;
  /** The worst first. */
  found: Finding[];
}

const usualLimitMs = 20_000;

const worstFirst = (all: readonly Finding[]): Finding[] =>
  all.toSorted((a, b) => checkStates.indexOf(findings[a.code]) - checkStates.indexOf(findings[b.code]));

/** What one check says within the time; an error of the check itself is a finding too. */
async function runOne(check: Check, parts: CheckParts, limitMs: number): Promise<Finding[]> {
  const { promise: over, resolve } = Promise.withResolvers<Finding[]>();
  const timer = setTimeout(() => resolve([found("late", { seconds: String(Math.round(limitMs / 1000)) })]), limitMs);
  try {
    return await Promise.race([over, (async () => check(parts))()]);
  } catch (error) {
    return [withDetail(found("broken"), messageOf(error))];
  } finally {
    clearTimeout(timer);
  }
}

export interface CheckOptions {
  environment?: CheckParts["environment"];
  limitMs?: number;
  /** Instead of those of the machine; for tests. */
  resolver?: CheckParts["resolver"];
  authorities?: readonly string[];
  lookup?: CheckParts["lookup"];
  now?: () => Date;
  /** Those that are asked; all by default. */
  only?: readonly CheckId[];
}

/** A resolver that gives up soon. */
const usualResolver = (): Resolver => new Resolver({ timeout: 3000, tries: 2 });

async function runAll(config: Config, database: QuietDatabase, options: CheckOptions): Promise<Checked[]> {
  const { limitMs = usualLimitMs, only = checkIds } = options;
  const hide = withoutSecrets(config);
  const ended = new AbortController();
  const parts: CheckParts = {
    config,
    environment: options.environment ?? process.env,
    database,
    now: options.now ?? (() => new Date()),
    signal: ended.signal,
    resolver: options.resolver ?? usualResolver(),
    authorities: options.authorities,
    lookup: options.lookup,
  };
  try {
    return await Promise.all(
      checkIds
        .filter((id) => only.includes(id))
        .map(async (id) => {
          const all = worstFirst(await runOne(checks[id], parts, limitMs)).map(hide);
          return { id, state: stateOf(all), found: all };
        }),
    );
  } finally {
    ended.abort();
  }
}

/** Of a process that serves: its own connections are used. */
export const checkFromInside = (
  { config, pool }: { config: Config; pool: pg.Pool },
  options: CheckOptions = {},
): Promise<Checked[]> => withPool(pool, (database) => runAll(config, database, options));

/** Whether the portal runs, runs elsewhere, or never ran. */
export const checkInstallation = (config: Config, options: CheckOptions = {}): Promise<Checked[]> =>
  withQuietDatabase(config, (database) => runAll(config, database, options));
