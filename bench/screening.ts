/**
 * `node bench/screening.ts [people] [names]`: seconds of the nightly screening of clients with encrypted forms against a list, the whole
 * way through the database, decryption, matching on the worker thread, and storing; and its ratio to matching alone in the same run.
 * Without arguments 2,000 people and 60,000 names.
 */
import { readdir, readFile } from "node:fs/promises";
import { sql } from "kysely";
import { unpackEntries } from "../server/domains/screening/lists/entries.ts";
import { findActiveList, findContent } from "../server/domains/screening/lists/lists.queries.ts";
import { recordList } from "../server/domains/screening/lists/record.ts";
import { createMatcher } from "../server/domains/screening/matching/matching.ts";
import { beginRound } from "../server/domains/screening/runs/nightly.ts";
import { screenDue } from "../server/domains/screening/runs/screen.ts";
import { openFacts } from "../server/domains/screening/subjects/facts.ts";
import { systemContext } from "../server/jobs/system-context.ts";
import { transact } from "../server/unit-of-work/transact.ts";
import { openPortal } from "./database.ts";
import { addPeople, listText } from "./screening-people.ts";

const people = Number(process.argv[2] ?? 2000);
const names = Number(process.argv[3] ?? 60_000);
const target = { people: 100_000, minutes: 20 };

const portal = await openPortal();
const { services } = portal;
const context = systemContext(services, "screening");

/** Seconds of a processor that this process and the database's processes have used. */
async function usedSeconds(): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(services.db);
  const statOf = async (pid: string) =>
    (await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")).split(") ")[1]?.split(" ") ?? [];
  const parent = (await statOf(String(rows[0]?.pid)))[1];
  let ticks = 0;
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const stat = await statOf(pid);
    if (stat[1] === parent) ticks += Number(stat[11] ?? 0) + Number(stat[12] ?? 0);
  }
  const { user, system } = process.cpuUsage();
  return ticks / 100 + (user + system) / 1e6;
}

interface Measured {
  seconds: number;
  processor: number;
}
async function measure(what: string, work: () => Promise<object>): Promise<Measured> {
  const used = await usedSeconds();
  const started = performance.now();
  const outcome = await work();
  const seconds = (performance.now() - started) / 1000;
  const processor = (await usedSeconds()) - used;
  console.log(`${what}: ${seconds.toFixed(1)} s, ${processor.toFixed(1)} s of a processor; ${JSON.stringify(outcome)}`);
  return { seconds, processor };
}

const admin = await portal.staff("admin");
const take = (seed: number) =>
  transact(context, (tx) => recordList(tx, { name: `bench-${seed}.csv`, text: listText(names, seed), by: admin.id }));
const screen = () => screenDue(context);

await addPeople(portal, people);
await take(1);
await measure("everybody for the first time", screen);
await measure("a night on which nothing changed", async () => ({
  ...(await beginRound(services)),
  ...(await screen()),
}));
await take(2);
const nightly = await measure("everybody against a newer list", screen);

const { rows } = await sql<{ holder_id: number; facts: Buffer }>`
  select holder_id, facts from screening_subject where ended_at is null`.execute(services.db);
const queries = await Promise.all(
  rows.map(({ holder_id: holderId, facts }) => openFacts(context, { holderType: "user", holderId }, facts)),
);
const list = await findActiveList(services.db, "file");
const entries = unpackEntries((await findContent(services.db, list?.id ?? 0)) ?? Buffer.alloc(0));
const started = process.cpuUsage();
const matcher = createMatcher(entries);
const built = process.cpuUsage(started).user / 1e6;
const matching = process.cpuUsage();
for (const query of queries) matcher.find(query, 0.8);
const matched = process.cpuUsage(matching).user / 1e6;
console.log(
  `index of ${list?.names} names: ${built.toFixed(1)} s; matching ${queries.length} people alone: ${matched.toFixed(1)} s`,
);
const each = (nightly.processor - built) / people;
const whole = (built + each * target.people) / 60;
console.log(
  `whole way / matching alone: ${((nightly.processor - built) / matched).toFixed(2)}; ${target.people} people: ${whole.toFixed(1)} minutes of a processor (at most ${target.minutes})`,
);
await portal.close();
