/**
 * A small custodian's system: an HTTP server with the protocol of adapters/custodian/http-custodian.ts. The demo gives
 * one client a slow one to show a timeout; tests use it slow, normal and broken.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

interface CustodianServerOptions {
  /** Answers of each path under `/accounts/{clientNumber}`, by client number and then path (`/portfolio`, …). */
  accounts: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Delay of each answer. */
  delayMs?: number;
  port?: number;
}

export interface CustodianServer {
  baseUrl: string;
  /** Requested paths, in order. */
  asked: readonly string[];
  close(): Promise<void>;
}

const listening = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });

/** Starts the server on a loopback port. A string answer is sent unchanged, so that a test can send broken JSON. */
export async function startCustodianServer({
  accounts,
  delayMs = 0,
  port = 0,
}: CustodianServerOptions): Promise<CustodianServer> {
  const asked: string[] = [];
  const stopping = new AbortController();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://custodian");
    asked.push(pathname);
    const [, , clientNumber = "", ...rest] = pathname.split("/");
    const answer = accounts[decodeURIComponent(clientNumber)]?.[`/${rest.join("/")}`];
    pause(delayMs, undefined, { signal: stopping.signal }).then(
      () => {
        response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
        response.end(typeof answer === "string" ? answer : JSON.stringify(answer ?? { code: "unknownAccount" }));
      },
      () => response.destroy(),
    );
  });
  server.unref();
  await listening(server, port);
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      stopping.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
