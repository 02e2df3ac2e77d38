/** A contract for many clients: who lacks what, then each gets it once, however often the job runs or stops. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { auditOf, codeOf } from "../../../testing/effects.ts";
import { ofUser, useTemplate } from "../testing/contracts.ts";
import { runBatch } from "./batches.ts";

let app: TestApp;
let office: TestUser;
let type: string;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office");
  // A field whose values a contract may contain is read by the job, too.
  await (await app.as("admin")).client.dataFields.create({ body: { label: "Broker code" } });
  type = await useTemplate(office, {
    text: { bg: "", en: "Client {{holder.clientNumber}}, fee {{field.fee}}.", pl: "" },
    fields: [{ id: "fee", name: { bg: "Такса", en: "Fee", pl: "Opłata" }, kind: "text", filledBy: "staff" }],
  });
});
afterAll(() => app.close());

const numbered = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, n) => app.as("client", { clientNumber: `B${Date.now()}${n}` })));
const order = (people: readonly TestUser[]) => ({
  contract_data: { fee: "1 %" },
  to: { holders: people.map(ofUser) as (Holder & { holderType: "user" })[] },
});
const start = (people: readonly TestUser[]) =>
  office.client.contracts.startBatch({ params: { type }, body: order(people) });
const get = (id: number) => office.client.contracts.getBatch({ params: { id } });
const contractsOf = async (one: TestUser) =>
  (await one.client.contracts.list({ params: { ...ofUser(one), type: "all" }, query: {} })).contracts.length;

const label = { bg: "Клиентски номер", en: "Client number", pl: "Numer klienta" };

test("the preview says who lacks what and whom one awaits already; nothing is sent", async () => {
  const [ready] = await numbered(1);
  const lacking = await app.as("client");
  const unprintable = await app.as("client", { clientNumber: `B${Date.now()}x`, name: "Li 李" });
  const rejected = await app.as("client", { state: "rejected" });
  if (!ready) throw new Error("nobody is there");
  const people = [ready, lacking, rejected, unprintable, lacking];
  const preview = () => office.client.contracts.previewBatch({ params: { type }, body: order(people) });
  const { recipients } = await preview();
  expect(recipients).toMatchObject([
    { holder_id: ready.id, faults: [], pending: false },
    {
      holder_id: lacking.id,
      faults: [{ code: "missingValue", what: "holder.clientNumber", line: 1, label }],
      pending: false,
    },
    { holder_id: rejected.id, faults: [{ what: "holder.state" }] },
    {
      holder_id: unprintable.id,
      name: "Li 李",
      faults: [{ code: "missingGlyph", what: expect.stringContaining("李") }],
    },
  ]);
  expect(await contractsOf(ready)).toBe(0);
  const batch = await start(people.slice(1));
  await runBatch(app.services, batch.id);
  const faultsOf = (rows: readonly { holder_id: number; faults: unknown }[]) =>
    Object.fromEntries(rows.map(({ holder_id, faults }) => [holder_id, faults]));
  expect(faultsOf((await get(batch.id)).rows), "the batch finds the same").toEqual(faultsOf(recipients.slice(1)));
  await office.client.contracts.save({ params: { ...ofUser(ready), type }, body: { contract_data: { fee: "1 %" } } });
  expect((await preview()).recipients[0]?.pending).toBe(true);
  const [two, three] = [await start([ready]), await start([ready])];
  await Promise.all([two, three].map(({ id }) => runBatch(app.services, id)));
  expect(await get(two.id)).toMatchObject({ state: "done", sent: 0, failed: 1, rows: [{ faults: [] }] });
  expect(await contractsOf(ready), "it is not sent a second time").toBe(1);
});

test("each recipient gets the contract once, also when the job runs three times at once; who lacks something is named", async () => {
  const people = await numbered(4);
  const lacking = await app.as("client");
  const { id, total, state } = await start([...people, lacking]);
  expect([total, state]).toEqual([5, "running"]);
  await Promise.all([1, 2, 3].map(() => runBatch(app.services, id)));
  await runBatch(app.services, id);
  const done = await get(id);
  expect(done).toMatchObject({ state: "done", sent: 4, failed: 1 });
  expect(done.rows.find(({ holder_id }) => holder_id === lacking.id)).toMatchObject({
    state: "failed",
    contract_id: null,
    faults: [{ what: "holder.clientNumber" }],
  });
  for (const one of people) expect(await contractsOf(one)).toBe(1);
  const sent = await auditOf(app, { type: "contractTemplate", id: type }, "contractTemplate.sent");
  expect(sent.map(({ after }) => after)).toContainEqual(expect.objectContaining({ batch: id, recipients: 5 }));
});

test("whom the job fails for keeps waiting, the others get theirs, and the job is repeated", async () => {
  const people = await numbered(3);
  const { id } = await start(people);
  const [failing] = people.map(ofUser);
  const { workers } = app.services;
  const run: typeof workers.run = (name, input, options) =>
    options.holder === `user/${failing?.holderId}`
      ? Promise.reject(new Error("broken"))
      : workers.run(name, input, options);
  await expect(runBatch({ ...app.services, workers: { ...workers, run } }, id)).rejects.toThrow("1 recipients");
  expect(await get(id)).toMatchObject({ state: "running", sent: 2, failed: 0 });
  await runBatch(app.services, id);
  expect(await get(id)).toMatchObject({ state: "done", sent: 3 });
});

test("a paused batch sends nothing until it is resumed; a cancelled one never again", async () => {
  const people = await numbered(2);
  const { id } = await start(people);
  const set = (state: "running" | "paused" | "cancelled") =>
    office.client.contracts.setBatchState({ params: { id }, body: { state } });
  expect((await set("paused")).state).toBe("paused");
  await runBatch(app.services, id);
  expect(await get(id)).toMatchObject({ state: "paused", sent: 0 });
  await set("running");
  await sql`update contract_batch_row set state = 'failed' where batch_id = ${id} and holder_id = ${people[0]?.id ?? 0}`.execute(
    app.database.db,
  );
  await runBatch(app.services, id);
  expect(await get(id)).toMatchObject({ state: "done", sent: 1, failed: 1 });
  expect(await codeOf(set("paused"))).toBe("stateConflict");
  const other = await start(await numbered(1));
  await office.client.contracts.setBatchState({ params: { id: other.id }, body: { state: "cancelled" } });
  await runBatch(app.services, other.id);
  expect(await get(other.id)).toMatchObject({ state: "cancelled", sent: 0 });
});

test("a group's members are its recipients; without any, or with only oneself, there is nothing to send", async () => {
  const [member] = await numbered(1);
  await office.client.distributionGroups.setOfUser({
    params: { id: member?.id ?? 0 },
    body: { newGroups: ["Newcomers"] },
  });
  const to = (group: string) => ({ contract_data: { fee: "1 %" }, to: { group } });
  const { recipients } = await office.client.contracts.previewBatch({ params: { type }, body: to("Newcomers") });
  expect(recipients.map(({ holder_id }) => holder_id)).toEqual([member?.id]);
  const nobody = office.client.contracts.startBatch({ params: { type }, body: to("Nobody") });
  expect(await codeOf(nobody)).toBe("badInput");
  expect(await codeOf(start([office]))).toBe("badInput");
  expect(
    await codeOf(office.client.contracts.startBatch({ params: { type }, body: { to: { group: "Newcomers" } } })),
  ).toBe("badInput");
});
