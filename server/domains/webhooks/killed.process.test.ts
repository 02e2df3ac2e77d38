/** A process that is killed while it sends: every message arrives at least once, and those of one object in their order. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openReceiver } from "../../adapters/outside/testing/receiver.ts";
import { readConfig } from "../../kernel/config.ts";
import { inTransaction } from "../../kernel/transaction.ts";
import { createVault } from "../../secrets/vault.ts";
import { temporaryFolder } from "../../testing/folder.ts";
import { openAt } from "../../testing/portal-process.ts";
import { storeEvents } from "../../unit-of-work/outbox.ts";
import { saveSecret, upsertEndpoint } from "./endpoints.queries.ts";
import { createSecret } from "./signing.ts";

const objects = 60;
const perObject = 4;

function start(dataDir: string, aheadSeconds: number): ChildProcess {
  const file = join(import.meta.dirname, "testing/sending-process.ts");
  const child = spawn(process.execPath, [file, String(aheadSeconds)], {
    env: { ...process.env, DATA_DIR: dataDir, DEMO: "off" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

test("what a killed process had begun is sent by the next one, and nothing is lost", async () => {
  const dataDir = await temporaryFolder();
  const database = await openAt(dataDir);
  onTestFinished(() => database.close());
  const { db } = database;
  const vault = createVault({ db, config: readConfig({ DATA_DIR: dataDir, DEMO: "off" }) });
  await vault.prepare();
  const receiver = await openReceiver();
  receiver.answer = (response) => void setTimeout(() => response.writeHead(204).end(), 40);
  const id = randomUUID();
  const secret = await vault.seal("webhook", Buffer.from(createSecret()), id);
  await inTransaction(db, async (trx) => {
    await upsertEndpoint(trx, { id, name: "Receiver", url: receiver.url, events: ["ticket.commented"] });
    await saveSecret(trx, id, { secret, at: new Date(), formerUntil: null });
    const at = new Date().toISOString();
    for (let comment = 1; comment <= perObject; comment += 1)
      await storeEvents(
        trx,
        Array.from({ length: objects }, (_, ticket) => ({
          name: "ticket.commented" as const,
          at,
          facts: { holderType: "user", holderId: 1, ticket: ticket + 1, comment },
        })),
      );
  });
  const commentsOf = () => {
    const by = new Map<number, number[]>();
    for (const { body } of receiver.received) {
      const { ticket, comment } = (JSON.parse(body) as { data: { ticket: number; comment: number } }).data;
      by.set(ticket, [...(by.get(ticket) ?? []), comment]);
    }
    return by;
  };
  const first = start(dataDir, 0);
  await expect.poll(() => receiver.received.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(70);
  first.kill("SIGKILL");
  const before = receiver.received.length;
  expect(before).toBeLessThan(objects * perObject);
  // Its clock is past the time for which the first had taken messages.
  start(dataDir, 31);
  const distinct = () => [...commentsOf().values()].reduce((sum, comments) => sum + new Set(comments).size, 0);
  await expect.poll(distinct, { timeout: 60_000, interval: 20 }).toBe(objects * perObject);
  const isOrdered = (comments: number[]) =>
    comments.every((comment, at) => at === 0 || comment >= (comments[at - 1] ?? 0));
  expect([...commentsOf().values()].filter((comments) => !isOrdered(comments))).toEqual([]);
  const ids = new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
  expect(ids.size).toBe(objects * perObject);
});
