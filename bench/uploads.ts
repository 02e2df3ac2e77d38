/** What hostile uploads cost other users: the 99th percentile of their calls, and memory of the portal and decoder. */
import { setTimeout as pause } from "node:timers/promises";
import { files } from "../api/files.ts";
import { packedPages, pdfPacked } from "../server/domains/files/testing/samples.ts";
import { startChild } from "./child.ts";
import type { BenchUser } from "./database.ts";
import { load, median } from "./measures.ts";
import { watchMemory } from "./memory.ts";
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
  await portal.call("close");
  await portal.stop();
  return rows;
}
