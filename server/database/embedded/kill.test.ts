import { expect, test } from "vitest";
import { copiesOf } from "../../testing/folder.ts";
import {
  ended,
  layDatabase,
  lost,
  openAt,
  pidOf,
  startWriting,
  written,
  writtenTable,
} from "../../testing/portal-process.ts";

const writableFolder = copiesOf((dataDir) => layDatabase(dataDir, writtenTable));

test("node killed at any moment loses no acknowledged row, and the server follows it down", async () => {
  const dataDir = await writableFolder();
  const acknowledged = new Set<number>();
  let server = 0;
  for (let round = 1; round <= 4; round += 1) {
    const state = startWriting(dataDir, round * 1_000_000);
    await written(state, 50 * round);
    state.child.kill("SIGKILL");
    for (const id of state.acknowledged) acknowledged.add(id);
    server = state.pid;
  }
  await ended(server);
  const database = await openAt(dataDir);
  expect(await lost(database, acknowledged)).toEqual([]);
  await database.close();
});

test("the database killed under writes is started again, and no acknowledged row is lost", async () => {
  const dataDir = await writableFolder();
  const database = await openAt(dataDir);
  const state = startWriting(dataDir, 0);
  for (let round = 1; round <= 3; round += 1) {
    const before = state.acknowledged.size;
    await written(state, before + 100);
    const pid = pidOf(database);
    process.kill(pid, "SIGKILL");
    await expect.poll(() => pidOf(database) !== 0 && pidOf(database) !== pid, { timeout: 10_000 }).toBe(true);
  }
  await written(state, state.acknowledged.size + 100);
  expect(state.away).toBeGreaterThan(0);
  state.child.kill("SIGKILL");
  await expect.poll(() => lost(database, state.acknowledged).catch(() => null)).toEqual([]);
  await database.close();
});
