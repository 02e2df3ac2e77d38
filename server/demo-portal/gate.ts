/**
 * In front of both ports: browsers that opened the address of the demo reach the demo, all others the portal. The address is
 * known to administrators, and to whom they gave it; without it nobody can tell that there is a demo.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { enterPath } from "../domains/demo-portal/demo-portal.ts";
import { accessKeyIn, entering, leaving } from "./cookies.ts";
import { passConnection, passRequest, refuse } from "./pass-on.ts";

/** The demo that browsers can be shown. */
export interface Shown {
  key: string;
  /** Null while its process starts again. */
  ports: { pages: number; api: number } | null;
}

type Which = keyof NonNullable<Shown["ports"]>;

/** Path that leads back to the portal. */
const leavePath = "/demo/leave";

const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
const fits = (shown: Shown | null, key: string | undefined): shown is Shown =>
  shown !== null && key !== undefined && timingSafeEqual(hash(shown.key), hash(key));

function redirect(response: ServerResponse, location: string, cookies: readonly string[]): void {
  response.writeHead(303, {
    location,
    "set-cookie": [...cookies],
    "cache-control": "no-store",
    // What the browser has stored of the other portal's answers.
    "clear-site-data": '"cache"',
    "referrer-policy": "no-referrer",
  });
  response.end();
}

/** Answers the two addresses that lead into the demo and out of it; false for others. */
function answerDoor({ method, url = "" }: IncomingMessage, response: ServerResponse, shown: Shown | null): boolean {
  if (method !== "GET") return false;
  const [path = ""] = url.split("?");
  if (path === leavePath) {
    redirect(response, "/", leaving);
    return true;
  }
  if (!path.startsWith(enterPath)) return false;
  const key = path.slice(enterPath.length);
  if (!fits(shown, key)) return false;
  redirect(response, "/demo", [entering(key)]);
  return true;
}

type Listener = (...args: unknown[]) => void;

/** Sets itself before the listeners that the server has by now. */
function comeBefore(server: Server, event: "request" | "upgrade", takes: (...args: unknown[]) => boolean): void {
  const listeners = server.listeners(event) as Listener[];
  server.removeAllListeners(event);
  server.on(event, (...args: unknown[]) => {
    if (takes(...args)) return;
    for (const listener of listeners) listener.apply(server, args);
  });
}

/** Guards a server whose listeners are all there. */
export function gate(server: Server, which: Which, current: () => Shown | null): void {
  comeBefore(server, "request", (...args) => {
    const [request, response] = args as [IncomingMessage, ServerResponse];
    const shown = current();
    if (which === "pages" && answerDoor(request, response, shown)) return true;
    if (!fits(shown, accessKeyIn(request.headers.cookie))) return false;
    if (shown.ports) passRequest(request, response, shown.ports[which]);
    else refuse(response);
    return true;
  });
  comeBefore(server, "upgrade", (...args) => {
    const [request, socket, head] = args as [IncomingMessage, Duplex, Buffer];
    const shown = current();
    if (!fits(shown, accessKeyIn(request.headers.cookie))) return false;
    if (shown.ports) passConnection(request, socket, head, shown.ports[which]);
    else socket.destroy();
    return true;
  });
}
