/** Checks the ports first: a port in use is reported before the database is started. */

import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { ConfigError, readConfig } from "./kernel/config.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Opens and closes the port, 0 for any free one; returns its number. */
const tryPort = (port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.syscall === "getaddrinfo"
          ? new ConfigError(`HOST names no address of this machine: ${error.message}`)
          : error,
      ),
    );
    server.listen({ port, host, exclusive: true }, () => {
      const { port: taken } = server.address() as AddressInfo;
      server.close(() => resolve(taken));
    });
  });

/**
 * The settings with both ports tested. `PORT=0` or `API_PORT=0` becomes a free port here rather than when listening,
 * since addresses in mails and the sockets' origins contain it. A port in use fails with the system's EADDRINUSE.
 */
export async function settlePorts(environment: Environment = process.env) {
  const { host, port, apiPort, processKind } = readConfig(environment);
  // Without pages there is one port.
  if (processKind === "jobs") return readConfig({ ...environment, API_PORT: String(await tryPort(apiPort, host)) });
  if (port === apiPort && port !== 0)
    throw new ConfigError(`Wrong settings:\n  PORT and API_PORT must be two ports; both are ${port}`);
  const pages = await tryPort(port, host);
  let api = await tryPort(apiPort, host);
  while (api === pages) api = await tryPort(0, host);
  return readConfig({ ...environment, PORT: String(pages), API_PORT: String(api) });
}
