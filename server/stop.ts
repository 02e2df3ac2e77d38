/** Stops the process in order: new work first, then running work, the database last. */
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";

/** One thing to close; its name is logged if it fails or hangs. */
interface StopStep {
  name: string;
  close: () => unknown;
  /** Maximum wait before the next step. */
  limitMs?: number;
}

interface StopOptions {
  /** How long the process still serves before the first step, so that a load balancer notices by /ready. */
  drainMs?: number;
  /** Aborted by the first signal. */
  stopping?: AbortController;
}

interface Stopping {
  /** Runs the steps, as a signal would; the exit code is 0 if all closed in time. */
  stop: (reason: string) => Promise<number>;
}

const usualLimitMs = 10_000;

/** Runs the steps one after another, each within its time limit. */
async function runSteps(steps: readonly StopStep[], log: Logger): Promise<number> {
  let code = 0;
  for (const { name, close, limitMs = usualLimitMs } of steps) {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`took longer than ${limitMs} ms`)), limitMs);
    });
    try {
      await Promise.race([Promise.resolve().then(close), late]);
    } catch (error) {
      code = 1;
      log.error({ err: error, step: name }, "stopping: a part did not close");
    } finally {
      clearTimeout(timer);
    }
  }
  return code;
}

/** npm and the terminal both forward Ctrl-C: a second signal this soon is the same one. */
const sameSignalMs = 1000;

/**
 * Stops the process on SIGTERM, SIGINT and SIGHUP, and when the starter that holds its channel is gone: aborts
 * `stopping`, serves on for `drainMs`, then closes sockets, listeners, jobs, pool and database. A second signal ends it at
 * once, also while it still serves; acknowledged data is safe in either case.
 */
export function onStop(
  steps: readonly StopStep[],
  log: Logger,
  { drainMs = 0, stopping = new AbortController() }: StopOptions = {},
): Stopping {
  let running: Promise<number> | null = null;
  let since = 0;
  const stop = (reason: string): Promise<number> => {
    since ||= Date.now();
    running ??= (async () => {
      log.info({ reason, drainMs }, "stopping");
      stopping.abort();
      if (drainMs > 0) await pause(drainMs);
      const code = await runSteps(steps, log);
      log.info("stopped");
      return code;
    })();
    return running;
  };
  const end = (reason: string): void => {
    if (!running) void stop(reason).then((code) => process.exit(code));
    else if (Date.now() - since > sameSignalMs) process.exit(130);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, end);
  if (process.channel) process.once("disconnect", () => end("the starter is gone"));
  return { stop };
}
