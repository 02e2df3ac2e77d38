/** What hostile uploads cost other users: the 99th percentile of their calls, and memory of the portal and decoder. */
import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { files } from "../api/files.ts";
import { packedPages, pdfPacked } from "../server/domains/files/testing/samples.ts";
import { pdfOfSize } from "../server/domains/uploads/testing/large-pdf.ts";
import { startChild } from "./child.ts";
import type { BenchUser } from "./database.ts";
import { load, median } from "./measures.ts";
import { processorSeconds, watchMemory } from "./memory.ts";
import type { Commands } from "./portal.ts";

interface UploadRow {
  what: string;
  ours: number;
  base: number;
  most: number;
}
const rounds = 3;

/**
 * The largest accepted body with empty content, and of small values instead of a file; and a PDF of that size whose pages
 * unpack to gigabytes.
 */
function hostileBodies(): string[] {
  const largest = Math.floor((files.upload.bodyLimit - 20_000) / 4) * 3;
  const bomb = pdfPacked("", packedPages(), { padding: 1024 ** 3, times: 2 });
  const bodyOf = (content: Buffer): string =>
    JSON.stringify({ name: "passport.pdf", base64data: content.toString("base64") });
  let names = "";
  for (let count = 0; names.length < largest; count++) names += `,"${count.toString(36)}":0`;
  return [
    bodyOf(Buffer.alloc(largest, "x")),
    `{"name":"passport.pdf"${names}}`,
    bodyOf(bomb),
    bodyOf(Buffer.concat([bomb, Buffer.alloc(largest - bomb.length, " ")])),
  ];
}

/** Each sender sends one body after another until stopped; returns the number of answers by status. */
function sendUntilStopped(api: string, senders: readonly BenchUser[], bodies: readonly string[]) {
  const stopped = new AbortController();
  const answered: Record<number, number> = {};
  const ended = senders.map(async ({ id, token }, sender) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    for (let turn = sender; !stopped.signal.aborted; turn++) {
      const body = bodies[turn % bodies.length] as string;
      const answer = await fetch(`${api}/file/user/${id}`, {
        method: "POST",
        headers,
        body,
        signal: stopped.signal,
      }).catch(() => undefined);
      await answer?.text().catch(() => undefined);
      if (answer) answered[answer.status] = (answered[answer.status] ?? 0) + 1;
    }
  });
  return {
    answered,
    async stop() {
      stopped.abort();
      await Promise.all(ended);
    },
  };
}

export const largeFile = 9.9 * 1024 ** 2;
const fragment = 4 * 1024 ** 2;

/** Sends a file in fragments, and waits until it is checked: seconds. */
export async function sendLarge(api: string, { id, token }: BenchUser, content: Buffer<ArrayBuffer>): Promise<number> {
  const begun = performance.now();
  const post = async (path: string, body: object | Uint8Array<ArrayBuffer>): Promise<{ id: number }> => {
    const isBinary = body instanceof Uint8Array;
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": `application/${isBinary ? "octet-stream" : "json"}`,
    };
    const answer = await fetch(`${api}/upload/user/${id}${path}`, {
      method: "POST",
      headers,
      body: isBinary ? body : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { id: number };
  };
  const upload = await post("", { fileName: "scan.pdf", size: content.length });
  for (let at = 0; at < content.length; at += fragment)
    await post(`/${upload.id}/at/${at}`, content.subarray(at, at + fragment));
  await post(`/${upload.id}/finish`, { sha256: createHash("sha256").update(content).digest("hex") });
  return (performance.now() - begun) / 1000;
}

/** Ten files of 9.9 MB of one sender at once: the last one's wait, the portal's processor time and memory, other calls. */
async function measureLarge(
  api: string,
  { processId, sender, read }: { processId: number; sender: BenchUser; read: () => Promise<number> },
): Promise<UploadRow[]> {
  const files = Array.from({ length: 10 }, (_, seed) => pdfOfSize(largeFile, seed * 100));
  const quiet = await read();
  const memory = watchMemory(processId);
  const before = processorSeconds(processId);
  const sent = Promise.all(files.map((content) => sendLarge(api, sender, content)));
  await pause(200);
  const disturbed = await read();
  const waits = await sent;
  const used = processorSeconds(processId) - before;
  memory.stop();
  const what = "ten files of 9.9 MB of one sender";
  return [
    { what: `${what}: the last one's wait, s`, ours: Math.max(...waits), base: 12, most: 1 },
    { what: `${what}: the portal's processor time with the reads meanwhile, s`, ours: used, base: 12, most: 1 },
    { what: `${what}: a portfolio, p99 meanwhile / quiet, ms`, ours: disturbed, base: quiet, most: 3 },
    { what: `${what}: memory of the portal meanwhile, the most, MB`, ours: memory.most.alone, base: 450, most: 1 },
  ];
}

/** The rows: other calls, without and while 4, 16 and 50 senders upload. */
export async function measureUploads(): Promise<UploadRow[]> {
  const portal = await startChild<Commands>("./portal.ts");
  const { api } = await portal.call("addresses");
  const reader = await portal.call("user", "reader");
  await portal.call("fill", "reader", 100);
  const senders: BenchUser[] = [];
  for (let count = 0; count < 50; count++) senders.push(await portal.call("user", `sender-${count}`));
  const bodies = hostileBodies();
  const read = async (): Promise<number> =>
    (
      await load(`${api}/portfolio/user/${reader.id}/customer-portfolio`, {
        authorization: `Bearer ${reader.token}`,
      })
    ).p99;
  await read();
  const rows: UploadRow[] = [];
  for (const count of [4, 16, 50]) {
    const memory = watchMemory(await portal.call("processId"));
    const quiet: number[] = [];
    const disturbed: number[] = [];
    for (let round = 0; round < rounds; round++) {
      quiet.push(await read());
      const uploads = sendUntilStopped(api, senders.slice(0, count), bodies);
      await pause(500);
      disturbed.push(await read());
      await uploads.stop();
      await pause(500);
    }
    memory.stop();
    rows.push(
      {
        what: `a portfolio, p99 while ${count} senders upload 14 MB of nothing and PDFs that unpack to gigabytes / quiet, ms`,
        ours: median(disturbed),
        base: median(quiet),
        most: 3,
      },
      { what: `memory of the portal meanwhile, the most, MB`, ours: memory.most.alone, base: 450, most: 1 },
      {
        what: `the same with the process that opens files, the most, MB`,
        ours: memory.most.withDecoder,
        base: 500,
        most: 1,
      },
    );
  }
  const processId = await portal.call("processId");
  rows.push(...(await measureLarge(api, { processId, sender: senders[0] as BenchUser, read })));
  await portal.call("close");
  await portal.stop();
  return rows;
}
