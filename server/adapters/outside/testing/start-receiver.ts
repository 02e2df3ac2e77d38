/** A server on this machine that calls reach: keeps what came, and answers as it is told. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  port: number;
  url: string;
  /** What came, in order. */
  received: Received[];
  /** How it answers from now on. */
  answer: (response: ServerResponse, received: Received) => void;
  close: () => void;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Listens on 127.0.0.1; answers 204 unless told otherwise. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const one = { path: request.url ?? "", headers: request.headers, body };
      receiver.received.push(one);
      receiver.answer(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    received: [],
    answer: (response) => void response.writeHead(204).end(),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}
