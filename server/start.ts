/**
 * Starts the portal. Slow parts begin first: the embedded database starts in its own process while this one loads the
 * portal's modules.
 */
import type { Logger } from "pino";
import type { EmbeddedServer } from "./database/embedded/supervisor.ts";
import { type Config, misspelt } from "./kernel/config.ts";
import { createLog } from "./kernel/logging.ts";
import { startFailure } from "./kernel/start-failure.ts";
import type { OpenPages } from "./portal.ts";
import { settlePorts } from "./ports.ts";

interface Begun {
  /** The server once it accepts connections; rejects if it fails to start. */
  embedded: Promise<EmbeddedServer>;
}

/** Resolves when the server's process has started or failed to; undefined with an external database. */
async function beginDatabase({ databaseUrl, dataDir }: Config, log: Logger): Promise<Begun | undefined> {
  if (databaseUrl) return undefined;
  const { startEmbedded } = await import("./database/embedded/supervisor.ts");
  const { promise: underWay, resolve } = Promise.withResolvers<void>();
  const embedded = startEmbedded({ dataDir, report: (message) => log.warn(message), underWay: resolve });
  // A server that another process already runs resolves at once.
  embedded.then(() => resolve(), resolve);
  await underWay;
  return { embedded };
}

/** Starts the portal and returns when it listens; ends the process if it cannot. */
export async function start(openPages?: OpenPages): Promise<void> {
  // Awaited: if the start waits for something that never happens, the process ends with an error instead of success.
  await startOrThrow(openPages).catch((error: unknown) => {
    const { message, exitCode } = startFailure(error);
    console.error(message);
    process.exit(exitCode);
  });
}

async function startOrThrow(openPages?: OpenPages): Promise<void> {
  const config = await settlePorts();
  const log = createLog(config);
  for (const { name, meant } of misspelt()) log.warn(`${name} is not a setting; is ${meant} meant?`);
  const begun = await beginDatabase(config, log);
  // Loading modules blocks this process for most of the start, so it begins only when there is something else to wait
  // for.
  const { startPortal } = await import("./portal.ts");
  await startPortal(config, log, { embedded: begun?.embedded, ...(openPages && { openPages }) });
}
