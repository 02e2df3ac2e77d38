/**
 * Fifty people act on one contract at once, over two processes of the real server: `node bench/contract-races.ts [rounds]`.
 * In each round exactly one action may win, and the audit log must have exactly one entry of it.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Holder } from "@portico/api/shapes.ts";
import { contract } from "@portico/pdf/testing/contracts.ts";
import { writePdf } from "@portico/pdf/write.ts";
import { sql } from "kysely";
import { verifyAudit } from "../server/audit/verify.ts";
import { getAgreement } from "../server/domains/contracts/contracts.agreement.service.ts";
import { boundTo } from "../server/domains/contracts/contracts.codes.service.ts";
import { createContract } from "../server/domains/contracts/contracts.creation.service.ts";
import { storeContents } from "../server/domains/files/files.service.ts";
import { systemContext } from "../server/jobs/system-context.ts";
import nodeFlags from "../tools/node-flags.json" with { type: "json" };
import { openPortal } from "./database.ts";

const rounds = Number(process.argv[2] ?? 1000);
const actionsPerRound = 50;
const decisive = ["contract.signed", "contract.rejected", "contract.withdrawn"];

const dataDir = await mkdtemp(join(tmpdir(), "portico-races-"));
const portal = await openPortal(dataDir);
const { services } = portal;
const { db } = services;
const context = systemContext(services, "bench");
const [first, second, office] = [await portal.user("first"), await portal.user("second"), await portal.staff()];
const { id: holderId } = await db
  .insertInto("company")
  .values({ creator_id: first.id, name: "Held Ltd", state: "postKYC", reviewed_on: "2026-01-01" })
  .returning("id")
  .executeTakeFirstOrThrow();
const holder: Holder = { holderType: "company", holderId };
for (const { id } of [first, second])
  await db.insertInto("representation").values({ user_id: id, company_id: holderId }).execute();

const written = await writePdf(contract("en", 1));
if ("faults" in written) throw new Error(JSON.stringify(written.faults));
const { pages } = written;
const content = Buffer.from(written.bytes);
const { version: agreed } = await getAgreement(services, "en");

/** A new contract that awaits the company, and a confirmed code for both of its people. */
async function sendOne(number: number): Promise<{ id: number; sha256: string }> {
  const draft = { name: `Contract ${number}`, language: "en" as const, data: {}, day: "2026-11-20" };
  const rules = { counterSign: false, signers: "any" as const, expiryDays: 14, reminderDays: [] };
  const made = { type: "custom", templateVersion: null, draft, content, pages, clean: true, ...rules };
  const sent = await storeContents(context, [content], async (tx, [sha256]) => {
    const origin = { state: "awaitingClient", byAdmin: true, userId: office.id, previous: null } as const;
    return { id: await createContract(tx, holder, made, { ...origin, sha256 }), sha256: sha256.toString("hex") };
  });
  await sql`update session set fresh_until = now() + interval '1 hour', fresh_factor = 'app',
    fresh_for = ${boundTo(holder, sent.id, sent.sha256)} where user_id in (${first.id}, ${second.id})`.execute(db);
  return sent;
}

const running: ChildProcess[] = [];
// Nothing stays if this process ends early.
process.on("exit", () => running.forEach((child) => child.kill("SIGKILL")));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

/** A process of the real server on the folder; its address. */
async function startServer(port: number): Promise<string> {
  const child = spawn(process.execPath, [...nodeFlags, join(import.meta.dirname, "sealing-portal.ts")], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DEMO: "off",
      RATE_LIMITS: "off",
      LOG_LEVEL: "error",
      PORT: String(port),
      API_PORT: String(port + 1),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.push(child);
  const ready = new Promise<void>((resolve) => {
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      if (text.includes("ready")) resolve();
    });
  });
  const ended = once(child, "exit").then(() => Promise.reject(new Error("the server ended before it was ready")));
  await Promise.race([ready, ended]);
  return `http://localhost:${port + 1}`;
}
const servers = [await startServer(3490), await startServer(3492)];

/** The answer's code: `done`, or that of the refusal. */
async function change(server: string, path: string, { token }: { token: string }, body: object): Promise<string> {
  const answer = await fetch(server + path, {
    method: "PATCH",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/problem+json",
    },
    body: JSON.stringify(body),
  });
  const said = (await answer.json()) as { code?: string };
  return answer.ok ? "done" : (said.code ?? String(answer.status));
}

const answers = new Map<string, number>();
const winners = new Map<string, number>();
const faults: string[] = [];
const begun = performance.now();
for (let round = 0; round < rounds; round++) {
  const { id, sha256 } = await sendOne(round);
  const path = `/contract/company/${holderId}/${id}`;
  const by = (name: string) => ({ signature: { name, agreed, sha256 } });
  const acts = [
    (server: string) => change(server, `${path}/sign`, first, by("first")),
    (server: string) => change(server, `${path}/sign`, second, by("second")),
    (server: string) => change(server, `${path}/reject`, first, { clientRejectMsg: "No" }),
    (server: string) => change(server, `${path}/reject`, second, { clientRejectMsg: "No" }),
    (server: string) => change(server, `/contract/${id}/withdraw`, office, {}),
  ];
  const offset = Math.floor(Math.random() * acts.length);
  const codes = await Promise.all(
    Array.from({ length: actionsPerRound }, (_, place) =>
      acts[(place + offset) % acts.length]!(servers[Math.floor(place / acts.length) % 2]!),
    ),
  );
  for (const code of codes) answers.set(code, (answers.get(code) ?? 0) + 1);
  const won = codes.filter((code) => code === "done").length;
  if (won !== 1) faults.push(`contract ${id}: ${won} actions won`);
  const { rows } = await sql<{ action: string; state: string }>`
    select action, (select state from contract where id = ${id}) as state from audit_entry
    where subject_type = 'company' and subject_id = ${String(holderId)} and action = any(${decisive})
      and (after->>'contract')::bigint = ${id}`.execute(db);
  const [entry] = rows;
  if (rows.length !== 1 || !entry) faults.push(`contract ${id}: ${rows.map(({ action }) => action).join(" and ")}`);
  else winners.set(entry.action, (winners.get(entry.action) ?? 0) + 1);
  if (entry?.state === "awaitingClient") faults.push(`contract ${id} still awaits the client`);
  if (round % 100 === 99) console.log(`${round + 1} rounds, ${faults.length} faults`);
}
const seconds = Math.round((performance.now() - begun) / 1000);
const { breaks } = await verifyAudit(db);
if (breaks.length > 0) faults.push(`the audit log has breaks: ${JSON.stringify(breaks)}`);

const listed = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([what, count]) => `${what} ${count}`).join(", ");
console.log(`${rounds} rounds of ${actionsPerRound} actions in ${seconds} s; answers: ${listed(answers)}`);
console.log(`winners: ${listed(winners)}`);
console.log(faults.length === 0 ? "no faults" : faults.slice(0, 20).join("\n"));
if (faults.length > 0) process.exitCode = 1;
for (const child of running) {
  child.kill("SIGTERM");
  await once(child, "exit");
}
await portal.close();
await rm(dataDir, { recursive: true, force: true });
