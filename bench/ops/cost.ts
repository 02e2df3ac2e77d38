/**
 * What one action costs: `node bench/ops/cost.ts [repetitions]`. Processor time of the portal's process and of all of PostgreSQL's,
 * statements, bytes of its log (WAL) and growth of the database, for the actions of a client and of staff. The portal runs in
 * this process; the cost of a bare route is measured beside them and is part of each.
 */
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Fastify from "fastify";
import { bookEntries } from "../../server/domains/portfolios/ledger/writer.ts";
import { openPortal } from "../database.ts";
import { fill, openMarket } from "../ledgers.ts";

const repetitions = Number(process.argv[2] ?? 300);
/** Clock ticks per second in /proc. */
const hertz = 100;
const dataDir = await mkdtemp(join(tmpdir(), "portico-cost-"));
const portal = await openPortal(dataDir);
const { pool } = portal.services;
const server = portal.database.embedded?.pid() ?? 0;
const client = await portal.user("client");
const staff = await portal.staff();
const holder = { holderType: "user", holderId: client.id } as const;
const market = await openMarket(portal);
await fill(portal, holder, market, 2000);
const bare = Fastify();
bare.get("/bare", async () => ({ ok: true }));
await bare.ready();

const statOf = (pid: string): string[] => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
/** Seconds of processor time of the server and its processes, those that ended included. */
function databaseSeconds(): number {
  let ticks = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
    try {
      const [, parent, ...rest] = statOf(pid);
      const isServer = Number(pid) === server;
      if (!isServer && Number(parent) !== server) continue;
      const times = isServer ? [9, 10, 11, 12] : [9, 10];
      ticks += times.reduce((sum, place) => sum + Number(rest[place]), 0);
    } catch {
      // It ended meanwhile.
    }
  return ticks / hertz;
}
const numberOf = async (statement: string): Promise<number> =>
  Number((await pool.query<{ value: string }>(`select (${statement})::text as value`)).rows[0]?.value);
const bytesStored = (): Promise<number> => numberOf("pg_database_size(current_database())");
const logWritten = (): Promise<number> => numberOf("pg_current_wal_insert_lsn() - '0/0'::pg_lsn");

const call = async (method: "GET" | "POST", url: string, token: string, payload?: object): Promise<void> => {
  const answer = await portal.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  });
  if (answer.statusCode >= 300) throw new Error(`${url} is answered with ${answer.statusCode} ${answer.body}`);
};
const own = `user/${client.id}`;
const opened = await portal.app.inject({
  method: "POST",
  url: `/ticket/${own}`,
  headers: { authorization: `Bearer ${client.token}` },
  payload: { key: randomUUID(), title: "Cost", content: "What does a ticket cost?" },
});
const ticket = (opened.json() as { id: number }).id;

let booked = 0;
const actions: [string, () => Promise<unknown>][] = [
  ["a bare route", () => bare.inject("/bare")],
  ["a session check (state)", () => call("GET", `/user/${client.id}/state`, client.token)],
  ["the portfolio, cached", () => call("GET", `/portfolio/${own}/customer-portfolio`, client.token)],
  [
    "a page of transactions",
    () => call("GET", `/portfolio/${own}/customer-transactions/2024-01-01/2024-01-31`, client.token),
  ],
  ["notifications", () => call("GET", `/notif/${own}`, client.token)],
  ["the list of tickets", () => call("GET", `/ticket/${own}`, client.token)],
  ["opening the chat", () => call("GET", `/chat/${own}`, client.token)],
  ["staff's list of tickets", () => call("GET", "/ticket", staff.token)],
  ["staff's list of users", () => call("GET", "/user", staff.token)],
  [
    "a new ticket",
    () => call("POST", `/ticket/${own}`, client.token, { key: randomUUID(), title: "Cost", content: "A question." }),
  ],
  [
    "a comment",
    () => call("POST", `/ticket/${own}/${ticket}/comments`, client.token, { key: randomUUID(), content: "An answer." }),
  ],
  [
    "a message",
    () => call("POST", `/chat/${own}/messages`, client.token, { key: randomUUID(), text: "A short message." }),
  ],
  [
    "booking an entry",
    () => {
      const name = `cost ${(booked += 1)}`;
      const entry = { kind: "deposit", day: "2026-11-02", currency: "USD", amount: "1", source: "bench" } as const;
      return bookEntries(portal.services.db, holder, [{ ...entry, externalId: name, fingerprint: name }]);
    },
  ],
];

console.log("| action | portal, ms | PostgreSQL, ms | log, KB | stored, KB |\n| --- | ---: | ---: | ---: | ---: |");
for (const [name, act] of actions) {
  for (let warm = 0; warm < 20; warm++) await act();
  await pool.query("checkpoint").catch(() => undefined);
  await pause(200);
  const before = {
    own: process.cpuUsage(),
    database: databaseSeconds(),
    log: await logWritten(),
    bytes: await bytesStored(),
  };
  for (let count = 0; count < repetitions; count++) await act();
  const used = process.cpuUsage(before.own);
  const database = databaseSeconds() - before.database;
  const per = (value: number, digits = 2): string => (value / repetitions).toFixed(digits);
  const log = (await logWritten()) - before.log;
  const bytes = (await bytesStored()) - before.bytes;
  console.log(
    `| ${name} | ${per((used.user + used.system) / 1000)} | ${per(database * 1000)} | ${per(log / 1024, 1)} | ${per(bytes / 1024, 1)} |`,
  );
}
await portal.close();
await rm(dataDir, { recursive: true, force: true });
process.exit();
