/** The portal under load, in a process with the bare routes it is compared with; controlled by the parent. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import Fastify from "fastify";
import { saveRates } from "../server/domains/market-data/market-data.ts";
import { computeBeside } from "../server/domains/portfolios/performance/daily-values.ts";
import { listOrderRecords } from "../server/domains/portfolios/performance/history.queries.ts";
import { viewerQuery } from "../server/domains/sessions/sessions.queries.ts";
import { inTransaction } from "../server/kernel/transaction.ts";
import { serveCommands } from "./child.ts";
import { correspond } from "./correspondence.ts";
import { type BenchUser, openPortal } from "./database.ts";
import { addCompany, bookLate, compareWith, copySame, fill, openMarket } from "./ledgers.ts";
import { makeReportOf } from "./make-report.ts";
import { fillMany, runReports } from "./run-of-reports.ts";
import { sendWebhooks } from "./send-webhooks.ts";

const portal = await openPortal();
const { pool } = portal.database;
const bare = Fastify();

/** The same select as a session-checked read, and nothing else. */
bare.get("/state", async (request) => {
  const token = createHash("sha256").update(request.headers.authorization?.slice("Bearer ".length) ?? "");
  const { rows } = await pool.query(viewerQuery, [token.digest(), null]);
  const { state, name, client_number, represents } = rows[0];
  return { state, name, client_number, repCompanies: represents };
});
/** The bytes of other calls' answers, after the select of the session. */
const bytes = new Map<string, string>();
bare.get("/same/:name", async (request, reply) => {
  const token = createHash("sha256").update(request.headers.authorization?.slice("Bearer ".length) ?? "");
  await pool.query(viewerQuery, [token.digest(), null]);
  return reply.type("application/json; charset=utf-8").send(bytes.get((request.params as { name: string }).name));
});
/** One row by its key. */
bare.get("/row/:id", async (request) => {
  const { id } = request.params as { id: string };
  const { rows } = await pool.query("select id, name, state from app_user where id = $1", [Number(id)]);
  return rows[0];
});
/** A page of a month, as stored in the table. */
bare.get("/month/:id", async (request) => {
  const { id } = request.params as { id: string };
  const { rows } = await pool.query(
    `select * from ledger_entry where holder_type = 'user' and holder_id = $1 and day between $2 and $3
     order by day desc, booked_at desc, id desc limit 51`,
    [Number(id), "2020-03-01", "2020-03-31"],
  );
  return rows;
});

/** A page of a month's orders, by the portal's own statement and nothing else. */
bare.get("/orders/:id", async (request) => {
  const { id } = request.params as { id: string };
  const holder = { holderType: "user" as const, holderId: Number(id) };
  return listOrderRecords(portal.services.db, holder, {
    from: "2020-03-01",
    to: "2020-03-31",
    after: undefined,
    limit: 51,
  });
});

/** Resident megabytes of this process, shortly after the last call. */
async function megabytes(): Promise<number> {
  await pause(1000);
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? Number.NaN) / 1024;
}

const addresses = {
  api: await portal.app.listen({ port: 0, host: "127.0.0.1" }),
  bare: await bare.listen({ port: 0, host: "127.0.0.1" }),
};
const market = await openMarket(portal);
const users = new Map<string, BenchUser>();

let changes = 0;

const commands = {
  addresses: async () => addresses,
  user: async (name: string) => {
    const user = await portal.user(name);
    users.set(name, user);
    return user;
  },
  fill: (name: string, count: number) =>
    fill(portal, { holderType: "user", holderId: (users.get(name) as BenchUser).id }, market, count),
  /** A company for which the user acts, with a ledger whose days are made. */
  addCompany: (name: string, count: number) => addCompany(portal, users.get(name) as BenchUser, market, count),
  /** One of the instruments as everybody's benchmark. */
  compare: () => compareWith(portal, market[0]),
  /** A member of the back office. */
  staff: (name?: string) => portal.staff(name),
  correspond: async (name: string, staff: BenchUser) => correspond(portal, users.get(name) as BenchUser, staff),
  /** The daily values and checkpoints of a user's ledger, as the job makes them. */
  workOut: (name: string) =>
    computeBeside(portal.services, { holderType: "user", holderId: (users.get(name) as BenchUser).id }),
  /** Asks for a report of a user and makes it: its id, and the milliseconds of making. */
  makeReport: (name: string, kind: "costs" | "review", year: number) =>
    makeReportOf(portal, users.get(name) as BenchUser, { kind, year }),
  /** A row of a day, or of the month before the last, in a ledger whose days are worked out: milliseconds. */
  bookLate: (name: string, day?: string) => bookLate(portal, users.get(name) as BenchUser, market, day),
  instrumentKey: async () => String(market[0]),
  /** A rate that no figure uses; cached answers get another stamp. */
  keepBytes: async (name: string, text: string) => void bytes.set(name, text),
  changeMarket: () =>
    inTransaction(portal.services.db, (trx) =>
      saveRates(trx, [{ currency: "NOK", day: "2016-01-04", perEuro: String(10 + ++changes / 1000), source: "bench" }]),
    ),
  /** That many clients with a deposit and two purchases in the first quarter of 2020. */
  fillMany: (count: number) => fillMany(portal, market, count),
  /** A run of reports of that quarter for all of them, until it is done; seconds, and how many were told. */
  runReports: () => runReports(portal),
  /** Tells and sends events for so many seconds. */
  sendWebhooks: (options: { url: string; seconds: number }) => sendWebhooks(portal, options),
  copySame: (name: string) => copySame(portal, users.get(name) as BenchUser),
  megabytes,
  processId: async () => process.pid,
  async close() {
    await portal.app.close();
    await bare.close();
    await portal.close();
  },
};
export type Commands = typeof commands;

serveCommands(commands);
