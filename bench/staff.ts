/**
 * `npm run bench:staff`: the staff side and the forms with 1,000,000 users compared with 10,000, and with their bare
 * queries.
 * With BENCH_FOLDER the databases are kept for the next run. `--plans` prints the query plans instead.
 */
import { mkdir } from "node:fs/promises";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { startChild } from "./child.ts";
import { type Call, callsOf } from "./people/calls.ts";
import type { PeopleCommands } from "./people/portal.ts";

const stored = process.env["BENCH_FOLDER"];
const sizes = (process.env["BENCH_USERS"] ?? "10000,1000000").split(",").map(Number);
const only = process.argv.slice(2).find((word) => !word.startsWith("--"));
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
/** One call over a kept-alive connection; returns the answer's text. */
const send = (url: string, token: string, body?: object): Promise<string> =>
  new Promise((resolve, reject) => {
    const payload = body && JSON.stringify(body);
    const sent = request(
      url,
      {
        agent,
        method: body ? "PATCH" : "GET",
        headers: {
          authorization: `Bearer ${token}`,
          accept: "application/json",
          ...(payload !== undefined && {
            "content-type": "application/json",
            "content-length": Buffer.byteLength(payload),
          }),
        },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () => {
          const text = Buffer.concat(parts).toString();
          if (answer.statusCode === 200) resolve(text);
          else reject(new Error(`${url}: ${answer.statusCode} ${text.slice(0, 300)}`));
        });
      },
    );
    sent.on("error", reject);
    sent.end(payload);
  });

/** Milliseconds of sequential calls, as a median. */
async function timed(times: number, call: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let index = 0; index < times; index++) {
    const before = performance.now();
    await call();
    taken.push(performance.now() - before);
  }
  return median(taken);
}

/** A portal of one size, for one side of each comparison. */
async function startSide(users: number) {
  const folder = stored === undefined ? "" : join(stored, String(users));
  if (folder !== "") await mkdir(folder, { recursive: true });
  const child = await startChild<PeopleCommands>("./people/portal.ts", [folder, String(users)]);
  const { address, bareAddress, facts, seconds } = await child.call("prepare");
  if (seconds > 0) console.error(`${users} users: filled in ${seconds.toFixed(0)} s`);
  const calls = new Map(callsOf(facts).map((call) => [call.what, call]));
  const last = new Map<string, { version?: number }>();
  let made = 0;
  const once = async (what: string): Promise<void> => {
    const { path, as, body } = calls.get(what) as Call;
    const text = await send(address + path, facts.tokens[as], body?.(made++, last.get(what) ?? {}));
    if (body) last.set(what, JSON.parse(text) as { version?: number });
  };
  return {
    child,
    whats: [...calls.keys()],
    once,
    /** As the list's export requests it: all matching rows, up to a spreadsheet's limit. */
    async exportUsers() {
      const before = performance.now();
      let cursor: string | null = null;
      let pages = 0;
      do {
        const query = new URLSearchParams({ limit: "200", sort: "name", ...(cursor !== null && { cursor }) });
        const answer = JSON.parse(await send(`${address}/user?${query}`, facts.tokens.staff)) as {
          nextCursor: string | null;
        };
        cursor = answer.nextCursor;
        pages++;
      } while (cursor !== null && pages < 500);
      return { pages, seconds: (performance.now() - before) / 1000 };
    },
    async record(what: string) {
      await once(what);
      await child.call("record");
      await once(what);
      return child.call("keep", what);
    },
    alone: (what: string, times: number) => timed(times, () => once(what)),
    /** The same on a route that sends the same statements and nothing else. */
    overRoute: (what: string, times: number) =>
      timed(times, () => send(`${bareAddress}/?${new URLSearchParams({ what })}`, "")),
  };
}

const sides = [];
for (const users of sizes) sides.push(await startSide(users));
const large = sides.at(-1);
const small = sides[0];
if (!large || !small) throw new Error("no size was given");
const whats = large.whats.filter((what) => only === undefined || what.includes(only));

if (process.argv.includes("--plans")) {
  for (const what of whats) {
    await large.record(what);
    for (const { text, milliseconds, blocks, heavy } of await large.child.call("plans", what)) {
      const mark = heavy.length > 0 ? "!" : " ";
      console.log(`${mark} ${what}: ${milliseconds.toFixed(2)} ms, ${blocks} blocks; ${heavy.join("; ")}`);
      if (heavy.length > 0) console.log(`    ${text.replaceAll(/\s+/g, " ").slice(0, 160)}`);
    }
  }
} else {
  console.log("| what | ms | bare route, ms | ratio ≤ 5 | its queries alone, ms | ms at 10,000 | growth ≤ 2 | |");
  console.log("| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |");
  for (const what of whats) {
    await large.record(what);
    const times = (await large.alone(what, 8)) > 20 ? 8 : 30;
    await large.overRoute(what, 8);
    await small.alone(what, 8);
    const measured: { ours: number; route: number; queries: number; before: number }[] = [];
    for (let round = 0; round < rounds; round++)
      measured.push({
        queries: await large.child.call("bare", what, times),
        route: await large.overRoute(what, times),
        ours: await large.alone(what, times),
        before: await small.alone(what, times),
      });
    const of = (side: "ours" | "route" | "queries" | "before") => median(measured.map((one) => one[side]));
    const [ours, route, before] = [of("ours"), of("route"), of("before")];
    const verdict = ours / route <= 5 && ours / before <= 2 ? "reached" : "not reached";
    const shown = [ours, route, ours / route, of("queries"), before, ours / before].map((value) => value.toFixed(2));
    console.log(`| ${what} | ${shown.join(" | ")} | ${verdict} |`);
  }
  const { pages, seconds } = await large.exportUsers();
  const memory = await large.child.call("megabytes");
  console.log(
    `\nan export of ${pages * 200} users, page after page: ${seconds.toFixed(1)} s; the process then: ${memory.toFixed(0)} MB`,
  );
  const { tables, whole } = await large.child.call("sizes");
  console.log(`\n${whole}: ${tables.map((table) => `${table.name} ${table.rows} (${table.bytes})`).join(", ")}`);
}
for (const { child } of sides) {
  await child.call("close");
  await child.stop();
}
