/** A server that speaks as much of Redis's protocol (RESP 2) as publishing and subscribing need. */
import { createServer, type Server, type Socket } from "node:net";

const bulk = (text: string): string => `$${Buffer.byteLength(text, "latin1")}\r\n${text}\r\n`;
const array = (...parts: string[]): string => `*${parts.length}\r\n${parts.join("")}`;
/** Bytes are carried as latin1, one character each. */
const send = (socket: Socket, text: string) => void socket.write(Buffer.from(text, "latin1"));

/** The first command in what was received, and its length; undefined while it is incomplete. */
function firstCommand(received: string): { words: string[]; length: number } | undefined {
  const head = /^\*(\d+)\r\n/.exec(received);
  if (!head) return undefined;
  let at = head[0].length;
  const words: string[] = [];
  for (let count = Number(head[1]); count > 0; count--) {
    const size = /^\$(\d+)\r\n/.exec(received.slice(at));
    if (!size) return undefined;
    const from = at + size[0].length;
    at = from + Number(size[1]) + 2;
    if (received.length < at) return undefined;
    words.push(received.slice(from, at - 2));
  }
  return { words, length: at };
}

export interface RedisServer {
  port: number;
  /** Drops the connections that are subscribed to nothing. */
  dropSenders: () => void;
  /** Drops every connection, as when the server is killed. */
  close: () => Promise<void>;
}

/** Starts to listen; 0 is a free port. */
export async function startRedisServer(port: number): Promise<RedisServer> {
  const subscriptions = new Map<Socket, { channels: Set<string>; patterns: Set<string> }>();

  function answer(socket: Socket, [command = "", ...words]: string[]): void {
    const own = subscriptions.get(socket);
    const name = command.toLowerCase();
    if (!own) return;
    if (/^p?(un)?subscribe$/.test(name)) {
      const set = name.startsWith("p") ? own.patterns : own.channels;
      for (const word of words) {
        if (name.includes("un")) set.delete(word);
        else set.add(word);
        send(socket, array(bulk(name), bulk(word), `:${own.channels.size + own.patterns.size}\r\n`));
      }
    } else if (name === "publish") {
      const [channel = "", message = ""] = words;
      for (const [other, { channels, patterns }] of subscriptions) {
        if (channels.has(channel)) send(other, array(bulk("message"), bulk(channel), bulk(message)));
        for (const pattern of patterns)
          if (channel.startsWith(pattern.slice(0, -1)))
            send(other, array(bulk("pmessage"), bulk(pattern), bulk(channel), bulk(message)));
      }
      send(socket, ":1\r\n");
    } else send(socket, "+OK\r\n");
  }

  const server: Server = createServer((socket) => {
    subscriptions.set(socket, { channels: new Set(), patterns: new Set() });
    let received = "";
    socket.on("data", (part) => {
      received += part.toString("latin1");
      for (let found = firstCommand(received); found; found = firstCommand(received)) {
        received = received.slice(found.length);
        answer(socket, found.words);
      }
    });
    socket.on("error", () => undefined);
    socket.on("close", () => subscriptions.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    port: (server.address() as { port: number }).port,
    dropSenders() {
      for (const [socket, { channels, patterns }] of subscriptions)
        if (channels.size + patterns.size === 0) socket.destroy();
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of subscriptions.keys()) socket.destroy();
      }),
  };
}
