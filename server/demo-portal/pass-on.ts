/** Passes requests and connections of sockets on to the process of the demo, on this machine. */
import { Agent, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { rawRefusal } from "../http/raw-refusals.ts";
import { Refusal } from "../kernel/refusal.ts";
import { cookieOfDemo, cookiesForDemo } from "./cookies.ts";

export const demoHost = "127.0.0.1";
const agent = new Agent({ keepAlive: true, maxSockets: 64, scheduling: "lifo", timeout: 4000 });

/** They concern one connection (RFC 9110, 7.6.1). */
const ofConnection = ["connection", "keep-alive", "proxy-connection", "transfer-encoding", "te", "trailer", "expect"];

function without(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

/** The headers for the demo: its own cookies, and whose request it is. */
export function headersForDemo({ headers, socket }: IncomingMessage): IncomingHttpHeaders {
  const { cookie, "x-forwarded-for": forwarded, ...others } = headers;
  const from = [forwarded ?? [], socket.remoteAddress ?? []].flat().join(", ");
  const cookies = cookiesForDemo(cookie ?? "");
  return { ...others, ...(cookies !== "" && { cookie: cookies }), ...(from !== "" && { "x-forwarded-for": from }) };
}

/** Says that the demo cannot be reached now. */
export const refuse = (response: ServerResponse): void => {
  if (response.headersSent) return void response.destroy();
  response.writeHead(503, {
    "content-type": "text/plain; charset=utf-8",
    "retry-after": "5",
    "cache-control": "no-store",
  });
  response.end("The demo is being started. Try again in a moment.\n");
};

export function passRequest(request: IncomingMessage, response: ServerResponse, port: number): void {
  const isChunked = request.headers["transfer-encoding"] !== undefined;
  const passed = send(
    {
      host: demoHost,
      port,
      agent,
      method: request.method,
      path: request.url,
      headers: {
        ...without(headersForDemo(request), ofConnection),
        ...(isChunked && { "transfer-encoding": "chunked" }),
      },
    },
    (answer) => {
      const cookies = answer.headers["set-cookie"]?.map(cookieOfDemo);
      response.writeHead(answer.statusCode ?? 502, {
        ...without(answer.headers, ofConnection),
        ...(cookies && { "set-cookie": cookies }),
      });
      pipeline(answer, response).catch(() => response.destroy());
    },
  );
  passed.on("error", () => refuse(response));
  response.once("close", () => passed.destroy());
  request.pipe(passed);
}

/** A socket's connection: the head as it came, but for cookies and address, then bytes in both directions. */
export function passConnection(request: IncomingMessage, socket: Duplex, head: Buffer, port: number): void {
  const upstream = connect(port, demoHost);
  const end = () => {
    socket.destroy();
    upstream.destroy();
  };
  socket.on("error", end);
  socket.on("close", end);
  upstream.on("close", end);
  upstream.on("error", () => {
    if (upstream.bytesRead === 0 && socket.writable) socket.write(rawRefusal(new Refusal("unavailable")));
    end();
  });
  upstream.once("connect", () => {
    const lines = Object.entries(headersForDemo(request)).flatMap(([name, value]) =>
      value === undefined ? [] : [value].flat().map((one) => `${name}: ${one}`),
    );
    upstream.write([`${request.method} ${request.url} HTTP/1.1`, ...lines, "", ""].join("\r\n"));
    upstream.write(head);
    upstream.pipe(socket).pipe(upstream);
  });
}
