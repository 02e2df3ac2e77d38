/** Exports are asked for by the office, made once, cancelled without a trace, downloaded while they last, and recorded. */

import type { ExportOrderBody } from "@portico/api/data-exports.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf } from "../../testing/effects.ts";
import { bookEntries } from "../portfolios/ledger/writer.ts";
import { deposit, makeClient } from "../portfolios/testing/firm.ts";
import { firmDay } from "../settings/firm-day.ts";
import { beginRun } from "./data-exports.queries.ts";
import { expireExports, makeExport, resumeExports } from "./making.ts";
import { exported, order } from "./testing/exported.ts";

let app: TestApp;
let office: TestUser;
let colleague: TestUser;
let today: string;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga Office" });
  colleague = await app.as("office");
  ({ today } = await firmDay(app.services.db, app.services.now()));
  await bookEntries(app.services.db, await makeClient(app.services.db), [deposit("2026-01-01", "100")]);
});
afterAll(() => app.close());

let storedBefore: string[];
beforeEach(async () => {
  storedBefore = await listStored();
});
async function listStored(): Promise<string[]> {
  const names: string[] = [];
  for await (const name of app.services.files.listOlderThan(-1000)) names.push(name);
  return names.sort();
}
const body = (more: Partial<ExportOrderBody> = {}) =>
  order({ from: "2026-01-01", to: "2026-01-02", contents: ["entries", "values"], format: "csv", ...more });
const create = (more?: Partial<ExportOrderBody>, who = office) => who.client.dataExports.create({ body: body(more) });
const get = (id: number) => office.client.dataExports.get({ params: { id } });
const cancel = (id: number, who = colleague) => who.client.dataExports.cancel({ params: { id }, body: {} });
const download = (id: number, content: "entries" | "fees" = "entries", who = colleague) =>
  who.client.dataExports.download({ params: { id, content } });
const subject = (id: number) => ({ type: "dataExport", id });

test("who asked, what is in it, and each download are recorded", async () => {
  const { id, made } = await exported(app, office, body());
  expect(made).toMatchObject({
    state: "ready",
    progress: 100,
    askedBy: { name: "Olga Office" },
    holders: 1,
    files: [
      { content: "entries", rows: 1 },
      { content: "values", rows: 2 },
    ],
    can: { cancel: false, download: true },
  });
  const file = await download(id);
  expect(file.name).toBe(`entries-2026-01-01-2026-01-02-${id}.csv`);
  expect(new TextDecoder().decode(file.content)).toContain("deposit,booked");
  expect(await codeOf(download(id, "fees"))).toBe("notFound");
  expect((await office.client.dataExports.list({ query: {} })).exports[0]).toEqual(made);
  expect((await auditOf(app, subject(id))).map(({ action }) => action)).toEqual([
    "export.created",
    "export.made",
    "export.downloaded",
  ]);
});

test("nobody below the office asks for one, sees, cancels or downloads one", async () => {
  const { id } = await exported(app, office, body());
  for (const who of [await app.as("internal"), await app.as("client")])
    for (const call of [
      create({}, who),
      cancel(id, who),
      download(id, "entries", who),
      who.client.dataExports.get({ params: { id } }),
      who.client.dataExports.list({ query: {} }),
    ])
      expect(await codeOf(call)).toBe("forbidden");
});

test("a period that is reversed, not here yet or too long is refused, and so are holders that there are none of", async () => {
  const fieldsOf = (more: Partial<ExportOrderBody>) =>
    create(more).then(
      () => [],
      ({ errors }: { errors: { path: string; code: string }[] }) => errors.map(({ path, code }) => `${path} ${code}`),
    );
  expect(await fieldsOf({ from: "2026-01-03" })).toEqual(["to beforeStart"]);
  expect(await fieldsOf({ to: addDays(today, 1) })).toContain("to inFuture");
  expect(await fieldsOf({ contents: ["positions"], from: "2024-01-01", to: "2025-01-01" })).toEqual(["to tooLong"]);
  expect(await fieldsOf({ contents: ["positions"], from: "2024-01-01", to: "2024-12-31" })).toEqual([]);
  expect(await fieldsOf({ contents: ["values"], from: "2024-01-01", to: "2025-01-01" })).toEqual([]);
  expect(await fieldsOf({ contents: ["values", "values"] })).toEqual(["contents twice"]);
  expect(await fieldsOf({ holders: { scope: "group", group: "Nobody" } })).toEqual(["holders unknown"]);
  expect(await fieldsOf({ holders: { scope: "custodian", custodianId: 999_999 } })).toEqual(["holders unknown"]);
});

test("a cancelled one is not made, whenever it is cancelled, and leaves nothing", async () => {
  const { id: waiting } = await create();
  await cancel(waiting);
  await makeExport(app.services, waiting);
  expect(await get(waiting)).toMatchObject({ state: "cancelled", files: [], cancelledBy: { id: colleague.id } });
  expect(await codeOf(cancel(waiting))).toBe("stateConflict");

  const { id: running } = await create();
  const { files } = app.services;
  const whileStored = {
    ...app.services,
    // Cancelled while the files are stored.
    files: {
      ...files,
      put: async (content: Parameters<typeof files.put>[0]) => {
        const stored = await files.put(content);
        await cancel(running).catch(() => undefined);
        return stored;
      },
    },
  };
  await makeExport(whileStored, running);
  expect(await get(running)).toMatchObject({ state: "cancelled", files: [] });
  expect(await listStored()).toEqual(storedBefore);
});

test("a run that was interrupted is repeated, and what another one still makes is dropped", async () => {
  const { id } = await create();
  // Of a process that was killed.
  await app.services.db.transaction().execute((trx) => beginRun(trx, id));
  expect(await get(id)).toMatchObject({ state: "running" });
  await Promise.all([makeExport(app.services, id), makeExport(app.services, id)]);
  const made = await get(id);
  expect(made).toMatchObject({ state: "ready" });
  expect(made.files).toHaveLength(2);
  expect(await auditOf(app, subject(id), "export.made")).toHaveLength(1);
});

test("what fails for now is tried again, and fails after five runs; the files of a failed run are dropped", async () => {
  const { id } = await create({ contents: ["entries", "values"], format: "parquet", to: "2026-01-05" });
  const { files } = app.services;
  let puts = 0;
  const broken = {
    ...app.services,
    files: {
      ...files,
      put: (content: Parameters<typeof files.put>[0]) => {
        puts += 1;
        return puts % 2 === 1 ? files.put(content) : Promise.reject(new Error("the disk is full"));
      },
    },
  };
  for (let run = 1; run <= 4; run += 1) await expect(makeExport(broken, id)).rejects.toThrow("the disk is full");
  expect(await get(id)).toMatchObject({ state: "running" });
  await makeExport(broken, id);
  expect(await get(id)).toMatchObject({ state: "failed", failure: "unavailable", files: [] });
  expect(await listStored()).toEqual(storedBefore);
});

test("a figure that fits no column ends it with the reason, at once", async () => {
  const client = await makeClient(app.services.db);
  await bookEntries(app.services.db, client, [deposit("2026-02-01", "0.0000000000001")]);
  const { id } = await create({ from: "2026-02-01", to: "2026-02-01", contents: ["entries"] });
  await makeExport(app.services, id);
  expect(await get(id)).toMatchObject({ state: "failed", failure: "doesNotFit" });
});

test("two at once are both made, and equal contents are kept as long as one of them lasts", async () => {
  const [one, other] = await Promise.all([create(), create({}, colleague)]);
  await Promise.all([makeExport(app.services, one.id), makeExport(app.services, other.id)]);
  await sql`update data_export set expires_at = now() - interval '1 second' where id = ${one.id}`.execute(
    app.database.db,
  );
  expect(await codeOf(download(one.id))).toBe("notFound");
  await Promise.all([expireExports(app.services), expireExports(app.services)]);
  expect(await get(one.id)).toMatchObject({ state: "expired", can: { download: false } });
  expect(await codeOf(download(one.id))).toBe("notFound");
  expect(await codeOf(download(other.id))).toBe("done");
  await sql`update data_export set expires_at = now() - interval '1 second' where state = 'ready'`.execute(
    app.database.db,
  );
  await expireExports(app.services);
  expect(await listStored()).toEqual([]);
  expect(await auditOf(app, subject(one.id), "export.expired")).toHaveLength(1);
});

test("one whose job was lost is queued again", async () => {
  const { id } = await create();
  await sql`delete from jobs.job where name = 'dataExports.make'`.execute(app.database.db);
  await resumeExports(app.services);
  const queued = async () =>
    (
      await sql<{ id: number }>`
        select (data ->> 'id')::int as id from jobs.job where name = 'dataExports.make'`.execute(app.database.db)
    ).rows;
  expect(await queued()).toEqual([]);
  await sql`update data_export set alive_at = now() - interval '11 minutes' where id = ${id}`.execute(app.database.db);
  await resumeExports(app.services);
  expect(await queued()).toEqual([{ id }]);
});
