/**
 * For the process of the demo beside a portal: it connects to this machine alone, whichever part of the portal tries. The people
 * of the demo are invented, and so are the addresses that somebody types while looking at it.
 */
import { isIP, Socket } from "node:net";

const own = (host: string): boolean => ["localhost", "127.0.0.1", "::1"].includes(host);

/** The host of any of the forms in which `connect` is called; undefined for a socket file or this machine. */
function hostOf(args: readonly unknown[]): string | undefined {
  // net.connect passes its arguments on as one list.
  const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  if (typeof first === "object" && first !== null) {
    const { host, path } = first as { host?: unknown; path?: unknown };
    return typeof path === "string" || typeof host !== "string" ? undefined : host;
  }
  return typeof second === "string" && !Number.isNaN(Number(first)) ? second : undefined;
}

/** Refuses connections of this thread to other machines, as a network without a way out does. */
export function closeNetwork(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with each socket
  const { connect } = Socket.prototype;
  Socket.prototype.connect = function connectWithin(this: Socket, ...args: unknown[]): Socket {
    const host = hostOf(args);
    if (host === undefined || own(host)) return Reflect.apply(connect, this, args);
    const error = Object.assign(new Error(`The demo does not connect to ${isIP(host) ? "other machines" : host}`), {
      code: "ENETUNREACH",
    });
    process.nextTick(() => this.destroy(error));
    return this;
  } as typeof connect;
}
