/**
 * A process that stores a large content and reads it whole and in part. Arguments: its bytes, and the database's
 * connection as JSON. Prints, as JSON, the content's name and how many bytes of memory each step took at most.
 */
import { createHash } from "node:crypto";
import { openKysely, openPool } from "../../../database/connect.ts";
import { readConfig } from "../../../kernel/config.ts";
import { createVault } from "../../../secrets/vault.ts";
import { createFiles } from "../files.ts";

const size = Number(process.argv[2]);
const pool = openPool({ connection: JSON.parse(process.argv[3] ?? ""), size: 1, prepared: true, name: "portico test" });
const config = readConfig();
const files = createFiles({ config, vault: createVault({ db: openKysely(pool), config }) });

async function* pieces(bytes: number): AsyncGenerator<Buffer> {
  const pieceBytes = 1_000_000;
  for (let at = 0; at < bytes; at += pieceBytes) yield Buffer.alloc(Math.min(pieceBytes, bytes - at), at % 251);
}

async function hashOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of stream) hash.update(piece);
  return hash.digest("hex");
}

async function mostMemory(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 2);
  await work();
  clearInterval(timer);
  return Math.max(most, process.memoryUsage.rss()) - before;
}

// What the first use of anything takes is no matter of size.
await hashOf((await files.open((await files.put(pieces(5_000_000))).sha256)).stream());

let sha256 = "";
const put = await mostMemory(async () => ({ sha256 } = await files.put(pieces(size))));
const content = await files.open(sha256);
const whole = await mostMemory(() => hashOf(content.stream()));
const part = await mostMemory(() => hashOf(content.stream(Math.floor(size / 3), Math.floor((size / 3) * 2))));
await pool.end();
process.stdout.write(JSON.stringify({ sha256, expected: await hashOf(pieces(size)), put, whole, part }));
