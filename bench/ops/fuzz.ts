/**
 * Hostile requests over every call: `node bench/ops/fuzz.ts [requests] [seed]`. Each names a random caller and has parts made
 * from the call's own declaration (fuzz-values.ts). No answer may be a 5xx (but for 503 of an outside system that is not
 * there), and none may take longer than ten seconds. The same seed makes the same requests.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { api } from "@portico/api";
import type { Endpoint } from "@portico/api/endpoint.ts";
import { sql } from "kysely";
import { z } from "zod";
import { hashPassword } from "../../server/domains/sessions/passwords/passwords.ts";
import { type BenchUser, openPortal } from "../database.ts";
import { anything, createRandom, type Schema, valueFor } from "./fuzz-values.ts";

const requests = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? 1);
const random = createRandom(seed);
const dataDir = await mkdtemp(join(tmpdir(), "portico-fuzz-"));
const portal = await openPortal(dataDir);
const { db } = portal.services;

interface Call {
  endpoint: Endpoint;
  params: Schema | undefined;
  query: Schema | undefined;
  body: Schema | undefined;
}
const schemaOf = (shape: z.ZodType | undefined): Schema | undefined =>
  shape && (z.toJSONSchema(shape, { io: "input", unrepresentable: "any" }) as Schema);
const calls: Call[] = Object.values(api as unknown as Record<string, Record<string, Endpoint>>)
  .flatMap((domain) => Object.values(domain))
  .map((endpoint) => ({
    endpoint,
    params: schemaOf(endpoint.params),
    query: schemaOf(endpoint.query),
    body: schemaOf(endpoint.body),
  }));

/** The first few have every role and state, so that small ids in requests are theirs. */
const people: BenchUser[] = [];
for (let number = 1; number <= 4; number++) people.push(await portal.user(`client${number}`));
for (const name of ["office", "admin", "second"]) people.push(await portal.staff(name));
await sql`update app_user set password_hash = ${await hashPassword("a harbour at first light")}`.execute(db);

/** Requests sign people out and take their roles; they get them back now and then. */
async function renew(): Promise<void> {
  await sql`
    update app_user set state = 'postKYC',
      role = case when id <= 4 then 'client' when id = 5 then 'office' when id = 6 then 'admin' else 'internal' end
    where id <= 7`.execute(db);
  for (const person of people) person.token = await portal.openSession(person.id);
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
const encode = (text: string): string => encodeURIComponent(text.toWellFormed()).slice(0, 1500);

function addressOf({ endpoint, params, query }: Call): string {
  const values = (params ? valueFor(params, random) : {}) as Record<string, unknown>;
  const path = endpoint.path.replace(
    /:(\w+)/g,
    (_, name: string) => encode(textOf(values?.[name] ?? anything(random))) || "1",
  );
  if (!query || random.next() < 0.2) return path;
  const asked = valueFor(query, random) as Record<string, unknown>;
  const parts = Object.entries(asked ?? {}).map(([name, value]) => `${encode(name)}=${encode(textOf(value))}`);
  return parts.length === 0 ? path : `${path}?${parts.join("&")}`;
}

const counts = new Map<number, number>();
const failures = new Map<string, { count: number; example: string }>();
const begun = performance.now();
let done = 0;

async function one(number: number): Promise<void> {
  const call = random.any(calls);
  const { endpoint, body } = call;
  const caller = random.next() < 0.9 ? random.any(people) : undefined;
  const url = addressOf(call);
  const headers: Record<string, string> = { ...(caller && { authorization: `Bearer ${caller.token}` }) };
  let payload: string | Buffer | undefined;
  if (endpoint.binaryBody) {
    payload = Buffer.from(textOf(anything(random)));
    headers["content-type"] = "application/octet-stream";
  } else if (body) {
    payload = JSON.stringify(valueFor(body, random)) ?? "";
    if (random.next() < 0.01) payload = payload.slice(0, random.below(payload.length + 1));
    headers["content-type"] = "application/json";
  }
  const from = performance.now();
  const answer = await portal.app.inject({
    method: endpoint.method,
    url,
    headers,
    ...(payload !== undefined && { payload }),
  });
  const ms = performance.now() - from;
  counts.set(answer.statusCode, (counts.get(answer.statusCode) ?? 0) + 1);
  const bad = answer.statusCode >= 500 && answer.statusCode !== 503;
  if (bad || ms > 10_000) {
    const key = `${endpoint.method} ${endpoint.path} ${bad ? answer.statusCode : "slow"}`;
    const known = failures.get(key);
    const example = `#${number} ${url.slice(0, 300)} ${textOf(payload ?? "").slice(0, 500)} as ${caller?.id ?? "nobody"}: ${answer.body.slice(0, 200)} (${Math.round(ms)} ms)`;
    failures.set(key, { count: (known?.count ?? 0) + 1, example: known?.example ?? example });
    if (!known) console.log(`${key}\n  ${example}`);
  }
  done += 1;
}

const atOnce = 8;
for (let number = 0; number < requests; ) {
  if (number % 400 === 0) await renew();
  const batch = Array.from({ length: Math.min(atOnce, requests - number) }, (_, place) => one(number + place));
  number += batch.length;
  await Promise.all(batch);
  if (number % 20_000 === 0)
    console.log(`${number} requests, ${Math.round(done / ((performance.now() - begun) / 1000))} a second`);
}
console.log(
  [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`)
    .join(", "),
);
console.log(`${requests} requests over ${calls.length} calls with seed ${seed}: ${failures.size} kinds of failure`);
await portal.close();
await rm(dataDir, { recursive: true, force: true });
process.exit(failures.size === 0 ? 0 : 1);
