/**
 * A portal for a firm of a given size, in a separate process: answers calls, and sends the same statements without the
 * portal.
 */

import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import Fastify from "fastify";
import { embeddedAccess } from "../../server/database/open.ts";
import { viewerQuery } from "../../server/domains/sessions/sessions.queries.ts";
import { serveCommands } from "../child.ts";
import { openPortal } from "../database.ts";
import { explain } from "./explain.ts";
import { gatherFacts } from "./facts.ts";
import { fillPeople } from "./fill.ts";
import { recordPool, type Sent } from "./recorder.ts";
import { sealMeasured } from "./sealed.ts";
import type { Size } from "./size.ts";

const [folder, users = "0"] = process.argv.slice(2);
const size: Size = { users: Number(users), companies: Number(users) / 5 };
const portal = await openPortal(folder || undefined);
const { embedded, pool } = portal.database;
if (!embedded) throw new Error("the benchmark fills a database of its own");
const { superuser } = embeddedAccess(embedded, "portico");
const recorder = recordPool(pool);
const address = await portal.app.listen({ port: 0, host: "127.0.0.1" });
/** A route that sends a call's statements and returns their rows: the cost of a call without the portal's work. */
const bareRoutes = Fastify();
bareRoutes.get("/", (request) => sendBare((request.query as { what: string }).what));
const bareAddress = await bareRoutes.listen({ port: 0, host: "127.0.0.1" });
const statements = new Map<string, Sent[]>();

/** Statements that identify the caller and log staff access, which every call sends before its own. */
const isContext = ({ text }: Sent): boolean =>
  text === viewerQuery || /^\s*(begin|start|commit|set)\b|audit_head|into "?audit_entry/i.test(text);
/** A save names the version that it read; repeated, it would find another one and write nothing. */
const repeatable = ({ text, values }: Sent): Sent => ({
  text: text.replace(/and version = (\$\d+)/, "and $1::int > 0"),
  values,
});

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function sendBare(what: string): Promise<unknown[]> {
  const own = statements.get(what) ?? [];
  return Promise.all(own.map(async ({ text, values }) => (await pool.query(text, values)).rows as unknown[]));
}

const commands = {
  async prepare() {
    const { rows } = await pool.query<{ filled: boolean }>("select exists (select from app_user) as filled");
    const seconds = rows[0]?.filled ? 0 : await fillPeople(superuser, size);
    await sealMeasured(portal, superuser, size);
    const facts = await gatherFacts(portal, size);
    return { address, bareAddress, facts, seconds };
  },
  record: async () => recorder.start(),
  /**
   * Stores the statements since `record` under a name; returns their number, and how many belong to session and access
   * logging.
   */
  async keep(name: string) {
    const all = recorder.stop();
    const own = all.filter((one) => !isContext(one)).map(repeatable);
    // A call answered by the session check alone has no other statements.
    statements.set(name, own.length > 0 ? own : all);
    return { own: own.length, around: all.length - own.length };
  },
  /** Milliseconds of the same statements, all at once, as the median of several runs. */
  async bare(name: string, times: number) {
    const taken: number[] = [];
    for (let index = 0; index < times; index++) {
      const before = performance.now();
      await sendBare(name);
      taken.push(performance.now() - before);
    }
    return median(taken);
  },
  plans: (name: string) => explain(superuser, statements.get(name) ?? []),
  async sizes() {
    const { rows } = await pool.query<{ name: string; rows: number; bytes: string }>(
      `select relname as name, reltuples::bigint as rows, pg_size_pretty(pg_total_relation_size(oid)) as bytes
       from pg_class where relkind = 'r' and relname in ('app_user', 'company', 'form_revision', 'form_decision', 'form_waiting',
         'representation', 'audit_entry', 'notification', 'session') order by reltuples desc`,
    );
    const whole = await pool.query<{ bytes: string }>(
      "select pg_size_pretty(pg_database_size(current_database())) as bytes",
    );
    return { tables: rows, whole: whole.rows[0]?.bytes ?? "" };
  },
  /** Resident megabytes of this process, shortly after the last call. */
  async megabytes() {
    await pause(500);
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? Number.NaN) / 1024;
  },
  async close() {
    await bareRoutes.close();
    await portal.close();
  },
};
export type PeopleCommands = typeof commands;
serveCommands(commands);
