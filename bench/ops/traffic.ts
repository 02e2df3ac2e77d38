/** Calls at a constant rate, whether answered or not, and open sockets; counts what fails. */
import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { socketReconnection } from "@portico/api/socket-reconnection.ts";
import { io, type Socket } from "socket.io-client";
import type { BenchClient } from "./clients.ts";

interface Call {
  method: "GET" | "POST";
  path: string;
  token?: string;
  body?: object;
}
/** Status, or the code of the connection's error. */
type Outcome = number | string;

/** Kept connections, as browsers have them. */
const agent = new Agent({ keepAlive: true, maxSockets: 100 });

function send(address: string, { method, path, token, body }: Call): Promise<{ outcome: Outcome; text: string }> {
  return new Promise((resolve) => {
    const content = body === undefined ? undefined : JSON.stringify(body);
    const call = request(address + path, {
      agent,
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(content !== undefined && {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(content),
        }),
      },
    });
    call.on("error", (error: NodeJS.ErrnoException) => resolve({ outcome: error.code ?? error.message, text: "" }));
    call.on("response", (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      answer.on("end", () => resolve({ outcome: answer.statusCode ?? 0, text }));
      answer.on("error", (error: NodeJS.ErrnoException) => resolve({ outcome: error.code ?? error.message, text }));
    });
    call.end(content);
  });
}

/** Opens a ticket for each client, to write comments in. */
export async function openTickets(address: string, clients: readonly BenchClient[]): Promise<string[]> {
  const paths: string[] = [];
  for (const { id, token } of clients) {
    const body = { title: "Question", content: "When?" };
    const { outcome, text } = await send(address, { method: "POST", path: `/api/ticket/user/${id}`, token, body });
    if (outcome !== 200) throw new Error(`a ticket was refused: ${outcome} ${text}`);
    paths.push(`/api/ticket/user/${id}/${(JSON.parse(text) as { id: number }).id}/comments`);
  }
  return paths;
}

export interface Failure {
  at: Date;
  call: string;
  outcome: Outcome;
}

export interface Traffic {
  /** Calls that were answered, with what was written. */
  answered: { count: number; written: string[] };
  /** Comments whose call failed; they may have been stored. */
  unsure: string[];
  failures: Failure[];
  /** Ends and waits for the calls under way. */
  end(): Promise<void>;
}

/** One call in ten writes a comment, one in twenty renders a page; the others read as a client's pages do. */
function callOf(number: number, clients: readonly BenchClient[], tickets: readonly string[]): Call {
  // Each client writes and reads.
  const at = (number + Math.floor(number / clients.length)) % clients.length;
  const { id, token } = clients[at] ?? { id: 0, token: "" };
  const comments = tickets[at] ?? "";
  if (number % 10 === 0) return { method: "POST", path: comments, token, body: { content: randomUUID() } };
  if (number % 20 === 5) return { method: "GET", path: "/en" };
  const ofHolder = ["bank-account", "chat", "money", "ticket"].map((domain) => `/api/${domain}/user/${id}`);
  const reads = [
    "/api/settings/brand",
    `/api/user/${id}/state`,
    `/api/user/${id}`,
    `/api/notif/user/${id}`,
    `/api/portfolio/user/${id}/customer-portfolio`,
    comments,
    ...ofHolder,
    `/api/doc/user/${id}/requests`,
  ];
  return { method: "GET", path: reads[number % reads.length] ?? "", token };
}

/** Starts the calls. */
export function startTraffic(
  address: string,
  { clients, tickets, perSecond }: { clients: readonly BenchClient[]; tickets: readonly string[]; perSecond: number },
): Traffic {
  const traffic: Omit<Traffic, "end"> = { answered: { count: 0, written: [] }, unsure: [], failures: [] };
  const underWay = new Set<Promise<void>>();
  const began = performance.now();
  let sent = 0;
  const sendOne = async (): Promise<void> => {
    const call = callOf(sent, clients, tickets);
    const { outcome } = await send(address, call);
    const content = (call.body as { content: string } | undefined)?.content;
    if (outcome === 200) {
      traffic.answered.count += 1;
      if (content !== undefined) traffic.answered.written.push(content);
      return;
    }
    traffic.failures.push({ at: new Date(), call: `${call.method} ${call.path}`, outcome });
    if (content !== undefined) traffic.unsure.push(content);
  };
  const timer = setInterval(() => {
    for (const due = ((performance.now() - began) / 1000) * perSecond; sent < due; sent += 1) {
      const call = sendOne().finally(() => underWay.delete(call));
      underWay.add(call);
    }
  }, 5);
  return Object.assign(traffic, {
    async end() {
      clearInterval(timer);
      await Promise.all(underWay);
    },
  });
}

export interface OpenSockets {
  /** Times that a socket lost its connection, by socket.io's reason. */
  lost: Record<string, number>;
  /** Waits until every socket is connected, for half a minute at most; how many are not. */
  missing(): Promise<number>;
  close(): void;
}

/** Opens a socket for each client, every other one over polling, which carries the balancer's cookie as a browser does. */
export async function openSockets(address: string, clients: readonly BenchClient[]): Promise<OpenSockets> {
  const lost: Record<string, number> = {};
  const sockets: Socket[] = clients.map(({ token }, at) => {
    const socket = io(address, {
      ...socketReconnection,
      transports: at % 2 === 0 ? ["websocket"] : ["polling"],
      withCredentials: true,
      forceNew: true,
      auth: { token },
    });
    return socket.on("disconnect", (reason) => {
      lost[reason] = (lost[reason] ?? 0) + 1;
    });
  });
  const missing = async (): Promise<number> => {
    for (let tries = 0; tries < 300 && sockets.some(({ connected }) => !connected); tries += 1) await pause(100);
    return sockets.filter(({ connected }) => !connected).length;
  };
  await missing();
  return {
    lost,
    missing,
    close: () => {
      for (const socket of sockets) socket.disconnect();
    },
  };
}
