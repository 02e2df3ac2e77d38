/** Starts the portal. What takes long is begun first: the embedded database comes up in its own process while this one loads the portal's modules. */
import type { Logger } from "pino";
import { type EmbeddedServer, startEmbedded } from "./database/embedded/supervisor.ts";
import { type Config, ConfigError } from "./kernel/config.ts";
import { createLog } from "./kernel/logging.ts";
import type { OpenPages } from "./portal.ts";
import { settlePorts } from "./ports.ts";
import { startFailure } from "./start-failure.ts";

interface Begun {
  /** The server once it takes connections; whoever waits for it meets its failure. */
  embedded: Promise<EmbeddedServer>;
}

/** Answers when the server's process is under way, or failed to be; undefined where the database is somebody else's. */
async function beginDatabase({ databaseUrl, dataDir }: Config, log: Logger): Promise<Begun | undefined> {
  if (databaseUrl) return undefined;
  const { promise: underWay, resolve } = Promise.withResolvers<void>();
  const embedded = startEmbedded({ dataDir, report: (message) => log.warn(message), underWay: resolve });
  // A server that another process runs already is there at once.
  embedded.then(() => resolve(), resolve);
  await underWay;
  return { embedded };
}

/** Starts the portal and returns when it listens; ends the process where it cannot. */
export async function start(openPages?: OpenPages): Promise<void> {
  // Awaited: a start that waits for what never comes ends with a fault, not as if all were done.
  await startOrThrow(openPages).catch((error: unknown) => {
    console.error(error instanceof ConfigError ? error.message : startFailure(error));
    process.exit(error instanceof ConfigError ? error.exitCode : 1);
  });
}

async function startOrThrow(openPages?: OpenPages): Promise<void> {
  const config = await settlePorts();
  const log = createLog(config);
  const begun = await beginDatabase(config, log);
  // Loading modules holds this process up for most of the start: not before there is something else to wait for.
  const { startPortal } = await import("./portal.ts");
  await startPortal(config, log, { embedded: begun?.embedded, ...(openPages && { openPages }) });
}
