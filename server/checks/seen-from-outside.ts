/** One request to the public address over a new connection, as a visitor's browser would make it. */
import { request } from "node:https";
import type { TLSSocket } from "node:tls";
import type { CheckParts } from "./check.ts";

const patienceMs = 8000;
const mostBytes = 64 * 1024;

export interface Answered {
  status: number;
  location: string | undefined;
  body: string;
  hasHsts: boolean;
  /** Of the certificate. */
  validTo: Date | undefined;
  /** The server's, as the name leads to it. */
  address: string;
}

/** Rejects with the system's or TLS's error where there is no answer, such as for a certificate that is not trusted. */
export function getSeen(
  { signal, authorities, lookup }: Pick<CheckParts, "signal" | "authorities" | "lookup">,
  url: URL,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      headers: { accept: "application/json", ...headers },
      // Its own connection: one that was kept could hide a new certificate.
      agent: false,
      signal,
      timeout: patienceMs,
      ...(authorities && { ca: [...authorities] }),
      ...(lookup && { lookup }),
    });
    asked.on("timeout", () => asked.destroy(Object.assign(new Error("no answer in time"), { code: "ETIMEDOUT" })));
    asked.on("error", reject);
    asked.on("response", (response) => {
      const socket = response.socket as TLSSocket;
      const validTo = new Date(socket.getPeerCertificate().valid_to);
      const address = socket.remoteAddress ?? "";
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (piece: string) => {
        if (body.length < mostBytes) body += piece;
        else response.destroy();
      });
      response.on("error", reject);
      response.on("close", () =>
        resolve({
          status: response.statusCode ?? 0,
          location: response.headers.location,
          body,
          hasHsts: response.headers["strict-transport-security"] !== undefined,
          validTo: Number.isNaN(validTo.getTime()) ? undefined : validTo,
          address,
        }),
      );
    });
    asked.end();
  });
}
