/** A portal behind a proxy with HTTPS, as visitors find it; the proxy can be wrong in each way that proxies are. */
import { type KeyObject, randomUUID } from "node:crypto";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo, LookupFunction } from "node:net";
import { onTestFinished } from "vitest";
import { buildApi } from "../../app.ts";
import { createMetrics } from "../../http/metrics.ts";
import { issue, issueAuthority, nameOf, readCertificate } from "../../seal/certificates.ts";
import { newKey, pem } from "../../seal/testing/keys.ts";
import { createTestApp } from "../../testing/app.ts";

const dayMs = 86_400_000;
const host = "portal.firm.test";

export interface Proxy {
  /** What it does with the caller's address. */
  forwards: "replaces" | "adds" | "nothing";
  dropsHsts: boolean;
  /** Answers by itself. */
  answers?: (response: ServerResponse) => void;
}

/** A certificate for a name, of an authority that is not for the seal only in name. */
function certificateFor(name: string, days: number, authority: { key: KeyObject; certificate: Buffer }) {
  const key = newKey("ec");
  const certificate = issue({
    key,
    issuerKey: authority.key,
    subject: nameOf("Firm", name),
    issuer: readCertificate(authority.certificate).subject,
    from: new Date(Date.now() - 400 * dayMs),
    until: new Date(Date.now() + days * dayMs),
    extensions: [],
  });
  return { key: key.export({ type: "pkcs8", format: "pem" }), cert: pem(certificate) };
}

export function newAuthority(name = "Test") {
  const key = newKey("ec");
  const term = { from: new Date(Date.now() - 500 * dayMs), until: new Date(Date.now() + 900 * dayMs) };
  return { key, certificate: issueAuthority(name, key, term) };
}

/** The name leads here. */
export const lookup: LookupFunction = (name, options, answer) => {
  if (name !== host) return answer(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }), "", 4);
  if (options.all) return answer(null, [{ address: "127.0.0.1", family: 4 }]);
  return answer(null, "127.0.0.1", 4);
};

interface Given {
  certificateName?: string;
  days?: number;
  trustProxy?: string | boolean;
}

/** Starts both; `settings` are those of the portal, and `process` makes it live in the database. */
export async function startPublicPortal({ certificateName = host, days = 90, trustProxy = "loopback" }: Given = {}) {
  const authority = newAuthority();
  const app = await createTestApp({ trustProxy });
  const processId = randomUUID();
  const portal = await buildApi(app.services, { operations: { metrics: createMetrics(), processId } });
  await portal.listen({ port: 0, host: "127.0.0.1" });
  const inner = (portal.server.address() as AddressInfo).port;
  const proxy: Proxy = { forwards: "replaces", dropsHsts: false };
  const server = createServer(certificateFor(certificateName, days, authority), (incoming, response) =>
    pass(incoming, response, inner, proxy),
  );
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await portal.close();
    await app.close();
  });
  const { port } = server.address() as AddressInfo;
  const { db } = app.services;
  return {
    proxy,
    app,
    server,
    authorities: [pem(authority.certificate)],
    config: { ...app.services.config, publicUrl: `https://${host}:${port}` },
    /** Says in the database that the process lives, or that it does no longer. */
    live: (lives: boolean) =>
      lives
        ? db
            .insertInto("portal_process")
            .values({
              id: processId,
              host: "here",
              pid: 1,
              build: "b",
              kind: "all",
              key_name: "k",
              files_store: "f",
              mail_store: "m",
              sharepoint_store: "s",
              bus: "d",
              alone: [],
              reaches_direct: true,
              reaches_redis: true,
              clock_ahead_ms: 0,
            })
            .execute()
        : db.deleteFrom("portal_process").where("id", "=", processId).execute(),
  };
}

function pass(incoming: IncomingMessage, response: ServerResponse, port: number, proxy: Proxy): void {
  if (proxy.answers) return proxy.answers(response);
  const { "x-forwarded-for": before, ...headers } = incoming.headers;
  const caller = incoming.socket.remoteAddress ?? "";
  const after = {
    replaces: caller,
    adds: [before, caller].filter(Boolean).join(", "),
    nothing: undefined,
  }[proxy.forwards];
  const asked = request(
    {
      port,
      host: "127.0.0.1",
      path: incoming.url,
      headers: { ...headers, ...(after && { "x-forwarded-for": after }) },
    },
    (answer) => {
      if (proxy.dropsHsts) delete answer.headers["strict-transport-security"];
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    },
  );
  asked.on("error", () => response.destroy());
  asked.end();
}
