/**
 * Answers of socket.io's transports, with the headers and the form of refusals that every other answer has. The library
 * writes its own: JSON or HTML with its words, 500 for a method that it does not know, nothing for a body too large.
 */
import type { Server as HttpServer, IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { ErrorCode } from "@portico/api/errors.ts";
import { socketPath } from "../http/connections.ts";
import { refusalBody, refusalHeaders } from "../http/errors.ts";
import { securityHeaders } from "../http/headers.ts";
import { rawRefusal } from "../http/raw-refusals.ts";
import { Refusal } from "../kernel/refusal.ts";

/** The codes with which a handshake is refused here; the library passes them on in its own form. */
const handshakeCodes = ["badInput", "tooManyRequests"] as const;

/** `written` is what the library would answer: JSON, or of an upgrade its message alone. */
function codeOf(status: number, written: string): ErrorCode {
  if (status === 413) return "tooLarge";
  // Only for a method other than those of the transport.
  if (status === 500) return "methodNotAllowed";
  const code = handshakeCodes.find((one) => written.includes(one));
  return code ?? (written.includes("Forbidden") ? "forbidden" : "badInput");
}

const refusalOf = (code: ErrorCode): Refusal => new Refusal(code, code === "tooManyRequests" ? { retryAfter: 60 } : {});

/** Writes refusals in our form; whatever else the library answers gets our headers. */
function correctAnswer({ headers }: IncomingMessage, response: ServerResponse): void {
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
  const writeHead = response.writeHead.bind(response);
  const end = response.end.bind(response);
  let status = 200;
  response.writeHead = ((code: number, ...rest: unknown[]) => {
    status = code;
    return code < 400 ? writeHead(code, ...(rest as [])) : response;
  }) as typeof response.writeHead;
  response.end = ((...written: unknown[]) => {
    if (status < 400) return end(...(written as []));
    const [text = ""] = written;
    const refusal = refusalOf(codeOf(status, String(text)));
    const { type, body } = refusalBody(refusal, { accept: headers.accept, requestId: "" });
    writeHead(refusal.status, {
      ...refusalHeaders(refusal),
      "content-type": type,
      "content-length": Buffer.byteLength(body),
    });
    return end(body);
  }) as typeof response.end;
}

const endOfHead = "\r\n\r\n";
const headerLines = Object.entries(securityHeaders).map(([name, value]) => `\r\n${name}: ${value}`);

/** The answer to an upgrade, as socket.io or the library of its websockets writes it to the connection. */
function corrected(text: string, accept: string | undefined): string {
  const end = text.indexOf(endOfHead);
  if (text.startsWith("HTTP/1.1 101")) return text.slice(0, end) + headerLines.join("") + text.slice(end);
  return rawRefusal(refusalOf(codeOf(400, text.slice(end + endOfHead.length))), accept);
}

/** Corrects the first text that is written to the connection. */
function correctUpgrade({ headers }: IncomingMessage, socket: Duplex): void {
  const own = { write: socket.write.bind(socket), end: socket.end.bind(socket) };
  for (const [name, send] of Object.entries(own))
    Object.assign(socket, {
      [name]: (text: unknown, ...rest: unknown[]) => {
        for (const each of Object.keys(own)) Reflect.deleteProperty(socket, each);
        const isAnswer = typeof text === "string" && text.startsWith("HTTP/1.1 ");
        return (send as (...all: unknown[]) => unknown)(isAnswer ? corrected(text, headers.accept) : text, ...rest);
      },
    });
}

/** After the sockets were attached to the server, so that these listeners come first. */
export function correctAnswers(server: HttpServer): void {
  const isOfSockets = ({ url = "" }: IncomingMessage): boolean => url.startsWith(socketPath);
  server.prependListener("request", (request, response) => {
    if (isOfSockets(request)) correctAnswer(request, response);
  });
  server.prependListener("upgrade", (request, socket) => {
    if (isOfSockets(request)) correctUpgrade(request, socket);
  });
}
