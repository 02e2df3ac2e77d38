/**
 * Makes the demo what administrators want it to be: compares the row with what runs, after each change, at the start and every
 * few seconds. So a load goes on after a kill, and what a removal left is deleted, whoever was interrupted.
 */
import { hostname } from "node:os";
import {
  deriveAccessKey,
  derivePassword,
  findCurrentDemo,
  noteDemoState,
  takeOverDemo,
} from "../domains/demo-portal/demo-portal.ts";
import { getSetting } from "../domains/settings/settings.ts";
import { systemContext } from "../jobs/system-context.ts";
import type { Services } from "../kernel/context.ts";
import type { PortalProcess } from "../processes/agreement.ts";
import { type DemoChild, startChild } from "./child.ts";
import { clearFolders, folderFor, markLoaded } from "./folders.ts";
import type { Shown } from "./gate.ts";

interface Running extends Shown {
  id: number;
  child: DemoChild;
}

export interface DemoHost {
  /** What browsers with its key are shown. */
  current: () => Shown | null;
  /** Ends its process; the data stay. */
  stop: () => Promise<void>;
}

const usualCheckMs = 5000;
/** Attempts to load it before an administrator is told. */
const attempts = 3;
const longestReason = 500;

/** A process of this machine that was killed stays on the list for a while. */
function isGone({ host, pid }: Pick<PortalProcess, "host" | "pid">): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}

const markOf = (name: string): string => `${name.slice(0, 48)} · DEMO`;

/** Runs what this process is to run. */
export function hostDemo(
  services: Services,
  {
    processId,
    living,
    checkMs = usualCheckMs,
    start = startChild,
  }: {
    processId: string;
    living: () => readonly PortalProcess[];
    checkMs?: number;
    start?: typeof startChild;
  },
): DemoHost {
  const { config, db, events, log } = services;
  const context = systemContext(services, "demoPortal");
  let running: Running | null = null;
  let failures = 0;
  let stopping = false;

  async function end(): Promise<void> {
    const before = running;
    running = null;
    await before?.child.stop();
  }

  async function follow(started: Running, folder: string): Promise<void> {
    const { id, child } = started;
    try {
      const ports = await child.ready;
      await markLoaded(folder);
      started.ports = ports;
      failures = 0;
      await noteDemoState(context, id, { state: "on", failure: null });
      await child.ended;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      failures += 1;
      if (!stopping && running === started && failures >= attempts)
        await noteDemoState(context, id, { state: "failed", failure: reason.slice(0, longestReason) });
      await child.stop();
    } finally {
      if (running === started) {
        running = null;
        if (!stopping) log.warn({ id }, "the process of the demo ended; it is started again");
      }
    }
  }

  async function begin(id: number): Promise<void> {
    const [key, password, brand, { folder, isLoaded }] = await Promise.all([
      deriveAccessKey(services, id),
      derivePassword(services, id),
      getSetting(db, "brand"),
      folderFor(config.dataDir, id),
    ]);
    await clearFolders(config.dataDir, folder);
    // A database that was restored says that it is on.
    if (!isLoaded) await noteDemoState(context, id, { state: "loading", failure: null });
    const marked = { ...brand, logo: null, name: markOf(brand.name) };
    const child = await start(config, { folder, password, brand: marked, apiPort: config.apiPort });
    running = { id, key, ports: null, child };
    void follow(running, folder).catch((error: unknown) => log.warn({ err: error }, "the demo's state was not noted"));
  }

  /** Whether this process is the one that runs it. */
  async function isMine(id: number, holder: string | null): Promise<boolean> {
    if (holder === processId) return true;
    const other = living().find((one) => one.id === holder);
    if (other && !isGone(other)) return false;
    return takeOverDemo(db, id, holder, processId);
  }

  async function settle(): Promise<void> {
    const row = await findCurrentDemo(db);
    const wanted = row && row.state !== "failed" ? row : undefined;
    // Another process took it over that thought this one dead.
    const isTaken = wanted !== undefined && wanted.process !== processId;
    if (running && (running.id !== wanted?.id || isTaken)) {
      failures = 0;
      await end();
    }
    if (!wanted) {
      if (!row) failures = 0;
      return clearFolders(config.dataDir);
    }
    if (!running && !stopping && (await isMine(wanted.id, wanted.process))) await begin(wanted.id);
  }

  let settling: Promise<void> | undefined;
  let again = false;
  function check(): void {
    if (settling) again = true;
    else if (!stopping)
      settling = settle()
        .catch((error: unknown) => log.warn({ err: error }, "the demo could not be looked after"))
        .finally(() => {
          settling = undefined;
          if (again) {
            again = false;
            check();
          }
        });
  }
  events.on("demoPortal:changed", check);
  const timer = setInterval(check, checkMs);
  timer.unref();
  check();
  return {
    current: () => running,
    async stop() {
      stopping = true;
      clearInterval(timer);
      events.off("demoPortal:changed", check);
      await settling;
      await end();
    },
  };
}
