/** A test daemon that speaks clamd's INSTREAM protocol on its own port or socket. */

import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";

export interface TestClamd {
  url: string;
  /** Contents received completely, in order. */
  received: Buffer[];
  /** Number of open connections. */
  open(): number;
  close(): Promise<void>;
}

interface Behaviour {
  /** The answer to a content; null for no answer, undefined to disconnect. */
  answer: (content: Buffer) => string | null | undefined;
  /** To `VERSION`. */
  version?: string;
  /** Path of a unix socket; otherwise a free port. */
  path?: string;
}

/** The content of INSTREAM's chunks, once the final empty chunk has arrived. */
function readStream(bytes: Buffer): Buffer | null {
  const command = "zINSTREAM\0";
  if (bytes.length < command.length) return null;
  if (bytes.toString("latin1", 0, command.length) !== command) throw new Error("unknown command");
  const chunks: Buffer[] = [];
  for (let at = command.length; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    if (at + 4 + length > bytes.length) return null;
    chunks.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}

/** To a command without content; undefined while it is not complete, or for another one. */
const commands = (version: string): Record<string, string> => ({ "zPING\0": "PONG", "zVERSION\0": version });

export async function startClamd({ answer, path, version = "ClamAV 1.4.1" }: Behaviour): Promise<TestClamd> {
  const received: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    const chunks: Buffer[] = [];
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      const word = commands(version)[Buffer.concat(chunks).toString("latin1")];
      if (word !== undefined) return void socket.end(`${word}\0`);
      const content = readStream(Buffer.concat(chunks));
      if (!content) return;
      received.push(content);
      const words = answer(content);
      if (words === undefined) socket.destroy();
      else if (words !== null) socket.end(`${words}\0`);
    });
  });
  await new Promise<void>((listening) =>
    path === undefined ? server.listen(0, "127.0.0.1", listening) : server.listen(path, listening),
  );
  const url = path === undefined ? `tcp://127.0.0.1:${(server.address() as AddressInfo).port}` : `unix://${path}`;
  return {
    url,
    received,
    open: () => sockets.size,
    close: () =>
      new Promise((closed) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => closed());
      }),
  };
}
