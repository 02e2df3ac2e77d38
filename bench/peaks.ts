/**
 * `node bench/peaks.ts`: memory of a built portal with the demo while much is asked of it at once, and afterwards. The portal's own
 * process and those that open files are summed, not PostgreSQL. Names as arguments choose some of the loads.
 */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { simpleParser } from "mailparser";
import { pdfOfSize } from "../server/domains/uploads/testing/large-pdf.ts";
import { statement } from "./import-rows.ts";
import { watchMemory } from "./memory.ts";
import { startPortal, stop } from "./pages.ts";
import { largeFile, sendLarge } from "./uploads.ts";

const password = "quiet-harbour-at-dawn";
const minutesAfter = [1, 3, 6];

const dataDir = await mkdtemp(join(tmpdir(), "portico-bench-peaks-"));
// The first start loads the demo and does its jobs.
const first = await startPortal(dataDir);
await pause(60_000);
await stop(first.portal);
const { portal, api } = await startPortal(dataDir);
process.once("exit", () => portal.kill("SIGTERM"));
const memory = watchMemory(portal.pid ?? 0);

async function post(path: string, body: object, token?: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`${api}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

/** The newest code mailed to the address since then. */
async function mailedCode(to: string, since: number): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    for (const name of await readdir(join(dataDir, "mail")).catch(() => [])) {
      const mail = await simpleParser(await readFile(join(dataDir, "mail", name)));
      const code = /^(\d{3})\s?(\d{3})$/m.exec(mail.text ?? "");
      const addressed = [mail.to ?? []].flat().some((each) => each.text.includes(to));
      if (code && addressed && (mail.date?.getTime() ?? 0) >= since) return `${code[1]}${code[2]}`;
    }
    await pause(100);
  }
  throw new Error(`no code was mailed to ${to}`);
}

async function signIn(email: string): Promise<{ id: number; token: string }> {
  const since = Math.floor(Date.now() / 1000) * 1000;
  const { challenge } = await post("/user/login", { email, password });
  const answer = await post("/user/verify", { email, code: await mailedCode(email, since), challenge });
  const { id } = answer["userData"] as { id: number };
  return { id, token: String(answer["token"]) };
}

const loads: Record<string, () => Promise<unknown>> = {
  async "ten uploads of 9.9 MB"() {
    const sender = await signIn("james@portico.example");
    const files = Array.from({ length: 10 }, (_, seed) => pdfOfSize(largeFile, seed * 100));
    await Promise.all(files.map((content) => sendLarge(api, sender, content)));
  },
  async "an import of 100,000 rows"() {
    const office = await signIn("office@portico.example");
    const body = { kind: "statement", fileName: "large.csv", content: statement("P100004") };
    const { id, state } = await post("/import/preview", body, office.token);
    if (state === "previewed") await post(`/import/${String(id)}/confirm`, {}, office.token);
    else console.log(`the import is ${String(state)}`);
  },
  async "fifty sign-ins at once"() {
    const names = ["ivan", "anna", "james", "vera", "tomasz", "sofia", "office", "internal", "admin"];
    // Of one account the portal refuses some, as it should; they were checked as the others.
    const tries = Array.from({ length: 50 }, (_, at) =>
      post("/user/login", { email: `${names[at % names.length]}@portico.example`, password }).catch(
        (error: Error) => error,
      ),
    );
    const refused = (await Promise.all(tries)).filter((answer) => answer instanceof Error);
    console.log(`| sign-ins refused | ${refused.length} |`);
  },
};

const show = (what: string, megabytes: number) => console.log(`| ${what} | ${megabytes.toFixed(0)} MB |`);
await pause(15_000);
memory.reset();
await pause(1000);
show("idle, 15 s after the start: the portal", memory.most.alone);
show("the same with the processes that open files", memory.most.withDecoder);
const chosen = process.argv.slice(2);
for (const [name, run] of Object.entries(loads)) {
  if (chosen.length > 0 && !chosen.some((part) => name.includes(part))) continue;
  memory.reset();
  await run();
  await pause(3000);
  show(`${name}: the most of the portal`, memory.most.alone);
  show(`${name}: the most with the processes that open files`, memory.most.withDecoder);
}
let waited = 0;
for (const minutes of minutesAfter) {
  await pause((minutes - waited) * 60_000);
  waited = minutes;
  memory.reset();
  await pause(500);
  show(`${minutes} minutes after: the portal`, memory.most.alone);
  show("the same with the processes that open files", memory.most.withDecoder);
}
memory.stop();
await stop(portal);
await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
