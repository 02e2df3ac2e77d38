/** A server on this machine that a test's calls reach. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

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
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Listens on 127.0.0.1 until the test ends; answers 204 unless told otherwise. */
export async function openReceiver(): Promise<Receiver> {
  const receiver: Receiver = {
    port: 0,
    url: "",
    received: [],
    answer: (response) => void response.writeHead(204).end(),
  };
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const one = { path: request.url ?? "", headers: request.headers, body };
      receiver.received.push(one);
      receiver.answer(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  receiver.port = (server.address() as AddressInfo).port;
  receiver.url = `http://127.0.0.1:${receiver.port}/hook`;
  return receiver;
}
