/**
 * Carries messages between the processes' sockets over Redis or Valkey, by socket.io's own adapter. Imported on demand: most
 * firms let the database carry them.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createAdapter } from "@socket.io/redis-adapter";
import type { Logger } from "pino";
import { createClient } from "redis";
import { AwayError } from "../kernel/away-error.ts";
import { ConfigError } from "../kernel/config.ts";

export interface SocketBus {
  adapter: ReturnType<typeof createAdapter>;
  /** Whether messages come and go. */
  answers: () => boolean;
  /** Calls the listener when messages may have been missed, of this process's or another's absence, and come again. */
  onReturn(listener: () => void): void;
  close(): Promise<void>;
}

const connectMs = 5000;
/** A connection over which nothing comes for this long is dead; it is asked more often than that. */
const silenceMs = 25_000;
const pingMs = 10_000;
const longestPauseMs = 2000;
const closeMs = 1000;
/** Processes that lost the same server return within this time, and pages fetch anew once. */
const settleMs = 1000;

type Client = ReturnType<typeof makeClient>;

/** Without a queue: what is sent while the server is away would arrive late, and pages fetch anew after that. */
const makeClient = (url: string, isOpen: () => boolean) =>
  createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    pingInterval: pingMs,
    socket: {
      connectTimeout: connectMs,
      socketTimeout: silenceMs,
      reconnectStrategy: (tries, cause) => (isOpen() ? Math.min(longestPauseMs, 100 * 2 ** tries) : cause),
    },
  });

type Asynchronous = (...args: unknown[]) => Promise<unknown>;

/** Replaces methods that the adapter calls without waiting. */
function replace(client: Client, names: readonly string[], by: (call: Asynchronous) => Asynchronous): void {
  const methods = client as unknown as Record<string, Asynchronous>;
  for (const name of names) methods[name] = by((methods[name] as Asynchronous).bind(client));
}

/** A failure while the server is away would end the process. */
const quiet =
  (call: Asynchronous): Asynchronous =>
  (...args) =>
    call(...args).catch(() => undefined);

/** Connects, and tries what the adapter will do without looking at the result: a server may refuse it only then. */
async function connect(sender: Client, receiver: Client, { host, key }: { host: string; key: string }): Promise<void> {
  try {
    await Promise.all([sender.connect(), receiver.connect()]);
    const channel = `${key}#check`;
    await receiver.subscribe(channel, () => undefined);
    await sender.publish(channel, "");
    await receiver.unsubscribe(channel);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    if (/^(NOAUTH|WRONGPASS|NOPERM|ERR )/.test(message))
      throw new ConfigError(`The server of REDIS_URL at ${host} refuses: ${message}`);
    throw new AwayError(`The server of REDIS_URL at ${host} cannot be reached: ${message || code}.`);
  }
}

/**
 * Connects for messages of this installation, named `name`: others on the same server do not hear them. A server that is away,
 * now or later, is waited for meanwhile. Throws if it refuses.
 */
export async function openRedisBus(url: string, name: string, log: Pick<Logger, "warn" | "info">): Promise<SocketBus> {
  let open = false;
  const host = new URL(url).host;
  const key = `portico:${name}`;
  const [sender, receiver] = [makeClient(url, () => open), makeClient(url, () => open)];
  const listeners: (() => void)[] = [];
  /** What was subscribed to while the server was away. */
  const later: (() => Promise<unknown>)[] = [];
  let away = false;
  let due: NodeJS.Timeout | undefined;
  const tellListeners = (): void => {
    clearTimeout(due);
    due = setTimeout(() => {
      for (const listener of listeners) listener();
    }, settleMs).unref();
  };
  const report = (error: unknown): void => {
    if (open && !away) log.warn({ err: error }, "Redis is away: pages do not hear of other processes");
    away = open;
  };
  for (const client of [sender, receiver]) client.on("error", report);
  const close = async (): Promise<void> => {
    open = false;
    clearTimeout(due);
    for (const client of [sender, receiver]) {
      // What was sent last is waited for, unless the server is away.
      if (client.isReady) await Promise.race([client.close(), pause(closeMs)]);
      if (client.isOpen) client.destroy();
    }
  };
  const connecting = connect(sender, receiver, { host, key }).catch((error: unknown) => error);
  const silent = new AwayError(`The server of REDIS_URL at ${host} does not answer.`);
  const failure: unknown = await Promise.race([connecting, pause(connectMs, silent, { ref: false })]);
  if (failure !== undefined && !(failure instanceof AwayError)) {
    await close();
    throw failure;
  }
  open = true;
  replace(sender, ["publish"], quiet);
  replace(receiver, ["unsubscribe", "pUnsubscribe"], quiet);
  replace(receiver, ["subscribe", "pSubscribe"], (call) => async (...args) => {
    if (receiver.isReady) await quiet(call)(...args);
    else later.push(() => quiet(call)(...args));
  });
  // The client itself has subscribed again to what it was subscribed to before.
  const comeBack = async (): Promise<void> => {
    await Promise.all(later.splice(0).map((subscribe) => subscribe()));
    away = false;
    log.info("Redis is back");
    tellListeners();
  };
  receiver.on("ready", () => void comeBack());
  // What this process sent meanwhile is lost, and the others may have listened already.
  const missed = `${key}#missed`;
  const own = randomUUID();
  sender.on("ready", () => {
    if (receiver.isReady) away = false;
    void sender.publish(missed, own);
  });
  await receiver.subscribe(missed, (sentBy) => sentBy !== own && tellListeners());
  if (failure !== undefined) {
    report(failure);
    for (const client of [sender, receiver]) if (!client.isOpen) client.connect().catch(() => undefined);
  }
  return {
    adapter: createAdapter(sender, receiver, { key, publishOnSpecificResponseChannel: true }),
    answers: () => sender.isReady && receiver.isReady,
    onReturn: (listener) => void listeners.push(listener),
    close,
  };
}
