/** Refusals on a connection without a response: of requests that Node could not read, of tunnels, of upgrades. */
import { STATUS_CODES } from "node:http";
import { Refusal } from "../kernel/refusal.ts";
import { refusalBody, refusalHeaders } from "./errors.ts";

const codesOfNode: Record<string, Refusal["code"]> = {
  ERR_HTTP_REQUEST_TIMEOUT: "requestTimeout",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "tooLarge",
};

/** Why a request could not be read. */
export const refusalOfClientError = ({ code = "" }: { code?: string }): Refusal =>
  new Refusal(codesOfNode[code] ?? "badInput");

/** The whole answer as text; the connection ends with it. */
export function rawRefusal(refusal: Refusal, accept?: string): string {
  const { type, body } = refusalBody(refusal, { accept, requestId: "" });
  const headers = {
    ...refusalHeaders(refusal),
    connection: "close",
    "content-type": type,
    "content-length": String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ""}`, ...lines, "", body].join("\r\n");
}
