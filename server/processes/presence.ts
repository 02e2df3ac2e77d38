/**
 * This process among the others on the database: it tells them every few seconds that it lives, and compares itself with
 * them. It does not start where it would mix up data with another.
 */
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { filesFolder } from "../adapters/files/files.ts";
import { mailFolder } from "../adapters/mail/delivery.ts";
import { sharepointFolder } from "../adapters/sharepoint/sharepoint.ts";
import type { Clock } from "../database/clock.ts";
import type { ReplicaState } from "../database/replica.ts";
import { type Config, ConfigError } from "../kernel/config.ts";
import type { Services } from "../kernel/context.ts";
import type { Db } from "../kernel/transaction.ts";
import { keyName, readFirmKey } from "../secrets/firm-key.ts";
import {
  type Alone,
  type Disagreement,
  disagreementsOf,
  goneAfterSeconds,
  inFolder,
  isClockOff,
  type PortalProcess,
  type Process,
  type Store,
} from "./agreement.ts";
import { deleteProcess, forgetProcesses, listProcesses, storeBeat, withJoiningLocked } from "./processes.queries.ts";
import { markFolder, seesMark, unmarkFolder } from "./shared-folders.ts";

export interface Presence {
  /** This process's. */
  id: string;
  /** The processes that lived at the last beat, this one included. */
  living: () => readonly PortalProcess[];
  /** Tells the others that this process lives, and compares; by itself every 15 seconds. */
  beat: () => Promise<void>;
  /** Takes the process off the list. */
  leave: () => Promise<void>;
}

const usualBeatMs = 15_000;

/** The address of the store as others would have to name it; without passwords. */
function storesOf({ filesS3, smtpUrl, sharepoint }: Config): Record<Store, string> {
  return {
    files: filesS3 ? `${filesS3.endpoint}/${filesS3.bucket}/${filesS3.prefix}` : inFolder,
    mail: smtpUrl === undefined ? inFolder : new URL(smtpUrl).host,
    sharepoint: sharepoint ? [sharepoint.site, sharepoint.library ?? "", ...sharepoint.folder].join("/") : inFolder,
  };
}

/** The stores that are folders of this process, with their places. */
function foldersOf({ dataDir }: Config, stores: Record<Store, string>): [Store, string][] {
  const places: Record<Store, string> = {
    files: filesFolder(dataDir),
    mail: mailFolder(dataDir),
    sharepoint: sharepointFolder(dataDir),
  };
  return (Object.entries(places) as [Store, string][]).filter(([store]) => stores[store] === inFolder);
}

/** No process runs jobs: nothing is mailed, valued or cleaned up. */
export const runsJobs = (living: readonly Pick<PortalProcess, "kind">[]): boolean =>
  living.some(({ kind }) => kind !== "serve");

async function describeProcess(
  config: Config,
  { build, stores }: { build: string; stores: Record<Store, string> },
): Promise<Process> {
  return {
    id: randomUUID(),
    host: hostname(),
    pid: process.pid,
    build,
    kind: config.processKind,
    key_name: keyName(await readFirmKey(config)),
    files_store: stores.files,
    mail_store: stores.mail,
    sharepoint_store: stores.sharepoint,
    bus: config.redisUrl === undefined ? "database" : new URL(config.redisUrl).host,
  };
}

interface Problem {
  message: string;
  fatal: boolean;
}

/** Logs each problem when it begins. */
function createReporter(log: Services["log"]): (problems: readonly Problem[]) => void {
  const said = new Set<string>();
  return (problems) => {
    for (const { message, fatal } of problems)
      if (!said.has(message)) log[fatal ? "error" : "warn"]({ fatal }, `the portal's processes do not fit: ${message}`);
    said.clear();
    for (const { message } of problems) said.add(message);
  };
}

/** What is wrong besides disagreements: nobody runs jobs, or this machine's clock is off by so many seconds. */
function problemsOf(living: readonly PortalProcess[], ahead: number): Problem[] {
  const idle = { fatal: false, message: "No process runs jobs. Start one with PROCESS_KIND=all or jobs." };
  const off = {
    fatal: false,
    message: `The clock of this machine is ${Math.abs(Math.round(ahead))} seconds ${ahead > 0 ? "ahead of" : "behind"} the database's, by which the portal goes. Synchronise both with NTP.`,
  };
  return [...(runsJobs(living) ? [] : [idle]), ...(isClockOff(ahead) ? [off] : [])];
}

/** Joins the processes on the database. Throws a `ConfigError` where this one may not work beside them. */
export async function joinProcesses(
  { db, config, log }: Pick<Services, "db" | "config" | "log">,
  {
    build,
    reachesDirect,
    reachesRedis = () => true,
    clock,
    replica = () => undefined,
    beatMs = usualBeatMs,
  }: {
    build: string;
    reachesDirect: () => Promise<boolean>;
    reachesRedis?: (() => boolean) | undefined;
    clock: Clock;
    replica?: () => ReplicaState | undefined;
    beatMs?: number;
  },
): Promise<Presence> {
  const stores = storesOf(config);
  const folders = foldersOf(config, stores);
  const self = await describeProcess(config, { build, stores });
  const aheadMs = () => Math.round(clock.aheadSeconds() * 1000);
  let living: readonly PortalProcess[] = [];
  let alone: Alone[] = [];

  async function compare(others: readonly PortalProcess[]): Promise<Disagreement[]> {
    const found: Disagreement[] = [];
    for (const other of others) {
      const sees = new Set<Store>();
      for (const [store, folder] of folders) if (await seesMark(folder, other.id)) sees.add(store);
      found.push(...disagreementsOf(self, other, sees));
    }
    return found;
  }
  const listLiving = async (on: Db) => {
    living = (await listProcesses(on)).filter(({ alive }) => alive);
    return living.filter(({ id }) => id !== self.id);
  };
  async function unmark(ids: readonly string[]): Promise<void> {
    for (const [, folder] of folders) for (const id of ids) await unmarkFolder(folder, id);
  }

  const say = createReporter(log);
  function settle(found: readonly Disagreement[]): void {
    alone = (["files", "mail", "sharepoint", "bus"] as const).filter((store) =>
      found.some(({ about }) => about === store),
    );
    say([...found, ...problemsOf(living, clock.aheadSeconds())]);
  }

  async function beat(): Promise<void> {
    for (const [, folder] of folders) await markFolder(folder, self.id);
    await clock.read();
    await storeBeat(db, self, {
      alone,
      reaches_direct: await reachesDirect(),
      reaches_redis: reachesRedis(),
      clock_ahead_ms: aheadMs(),
      replica: replica() ?? null,
    });
    settle(await compare(await listLiving(db)));
    await unmark(await forgetProcesses(db));
  }

  for (const [, folder] of folders) await markFolder(folder, self.id);
  try {
    // One after another, so that of two that start at once and do not fit the first one stays.
    await withJoiningLocked(db, async (trx) => {
      const found = await compare(await listLiving(trx));
      const fatal = found.find((disagreement) => disagreement.fatal);
      if (fatal)
        throw new ConfigError(
          `${fatal.message} A process that was killed counts as running for ${goneAfterSeconds} seconds.`,
        );
      const unknown = { alone: [], reaches_direct: true, reaches_redis: true, replica: null };
      await storeBeat(trx, self, { ...unknown, clock_ahead_ms: aheadMs() });
    });
  } catch (error) {
    await unmark([self.id]);
    throw error;
  }
  await beat();

  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= beat()
      .catch((error: unknown) => log.debug({ err: error }, "the process could not tell others that it lives"))
      .finally(() => (running = undefined));
  }, beatMs);
  timer.unref();
  return {
    id: self.id,
    living: () => living,
    beat,
    async leave() {
      clearInterval(timer);
      await running;
      await unmark([self.id]);
      await deleteProcess(db, self.id);
    },
  };
}
