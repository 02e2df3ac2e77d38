/** Benchmarks as staff make and assign them, and who is offered which. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, faultsOf } from "../../testing/effects.ts";
import { makeInstruments } from "../portfolios/testing/firm.ts";
import { assign, inAll, makeBlend, makeSeries, offeredTo } from "./testing/arranged.ts";

let app: TestApp;
let admin: TestUser;
let office: TestUser;
let internal: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin", { name: "Adam Admin" });
  office = await app.as("office", { name: "Olga Office" });
  internal = await app.as("internal");
});
afterAll(() => app.close());

const open = (id: number, who = internal) => who.client.benchmarks.open({ params: { id } });
const blendOf = (parts: { benchmark_id: number; percent: string }[]) => ({
  kind: "blend" as const,
  name: inAll("Blend"),
  currency: "EUR",
  rebalancing: "monthly" as const,
  base_day: null,
  parts,
});

describe("an admin", () => {
  test("makes one of an instrument, of a series and of a blend; others may not", async () => {
    const { GLOB } = await makeInstruments(app.database.db, { GLOB: "USD" });
    const content = { kind: "instrument", name: inAll("World"), instrument_id: GLOB, return_kind: "price" } as const;
    const { id } = await admin.client.benchmarks.create({ body: content });
    expect(await open(id)).toMatchObject({
      kind: "instrument",
      currency: "USD",
      instrument: { id: GLOB },
      ended: false,
    });
    const bonds = await makeSeries(admin, { name: "Bonds", return_kind: "total" });
    const blend = await makeBlend(admin, { [id]: "60", [bonds]: "40" });
    expect(await open(blend)).toMatchObject({
      return_kind: "mixed",
      rebalancing: "monthly",
      parts: [
        { name: inAll("World"), percent: "60" },
        { name: inAll("Bonds"), percent: "40" },
      ],
      part_ids: [
        { id, ended: false },
        { id: bonds, ended: false },
      ],
    });
    expect((await open(id)).part_of.map((one) => one.id)).toEqual([blend]);
    expect(await codeOf(office.client.benchmarks.create({ body: content }))).toBe("forbidden");
    expect(await faultsOf(admin.client.benchmarks.create({ body: { ...content, instrument_id: 999_999 } }))).toEqual([
      "instrument_id unknownInstrument",
    ]);
    expect(
      await faultsOf(admin.client.benchmarks.create({ body: { ...content, name: { ...inAll("A"), pl: " " } } })),
    ).toEqual(["name.pl required"]);
  });

  test("is refused weights that are not 100 %, a part named twice, of itself, of a blend, unknown or ended", async () => {
    const [one, other, ended] = [await makeSeries(admin), await makeSeries(admin), await makeSeries(admin)];
    const blend = await makeBlend(admin, { [one]: "50", [other]: "50" });
    await admin.client.benchmarks.end({ params: { id: ended }, body: {} });
    const create = (...parts: [number, string][]) =>
      faultsOf(
        admin.client.benchmarks.create({
          body: blendOf(parts.map(([benchmark_id, percent]) => ({ benchmark_id, percent }))),
        }),
      );
    expect(await create([one, "60"], [other, "39.999999999999"])).toEqual(["parts notHundred"]);
    expect(await create([one, "60"], [other, "40.1"])).toEqual(["parts notHundred"]);
    expect(await create([one, "0"], [other, "100"])).toEqual(["parts.0.percent tooSmall"]);
    expect(await create([one, "-1"], [other, "101"])).toEqual([
      "parts.0.percent tooSmall",
      "parts.1.percent overHundred",
    ]);
    expect(await create([one, "50"], [one, "50"])).toEqual(["parts.1.benchmark_id twice"]);
    expect(await create([blend, "50"], [one, "50"])).toEqual(["parts.0.benchmark_id notAllowed"]);
    expect(await create([ended, "50"], [999_999, "50"])).toEqual([
      "parts.0.benchmark_id notAllowed",
      "parts.1.benchmark_id notAllowed",
    ]);
    const { saved_at: since } = await open(blend);
    const itself = { content: blendOf([{ benchmark_id: blend, percent: "100" }]), since };
    expect(await faultsOf(admin.client.benchmarks.save({ params: { id: blend }, body: itself }))).toEqual([
      "content.parts.0.benchmark_id notAllowed",
    ]);
    expect(await create([one, "33.33"], [other, "66.67"])).toEqual([]);
  });

  test("changes one that nobody saved since; its kind stays, and the audit log has before and after", async () => {
    const [one, other] = [await makeSeries(admin, { name: "One" }), await makeSeries(admin, { name: "Other" })];
    const id = await makeBlend(admin, { [one]: "60", [other]: "40" });
    const { saved_at: since } = await open(id);
    const content = blendOf([
      { benchmark_id: other, percent: "50" },
      { benchmark_id: one, percent: "50" },
    ]);
    const save = (body: Parameters<typeof admin.client.benchmarks.save>[0]["body"]) =>
      codeOf(admin.client.benchmarks.save({ params: { id }, body }));
    expect(await save({ content, since })).toBe("done");
    expect(await save({ content, since })).toBe("stateConflict");
    expect((await open(id)).parts.map(({ percent }) => percent)).toEqual(["50", "50"]);
    const series = { kind: "series", name: inAll("X"), currency: "EUR", return_kind: "price" } as const;
    expect(await save({ content: series, since: (await open(id)).saved_at })).toBe("badInput");
    const [entry] = await auditOf(app, { type: "benchmark", id }, "benchmark.saved");
    expect(entry).toMatchObject({ before: { parts: [{ percent: "60" }, { percent: "40" }] }, after: content });
  });

  test("ends one, but not a part of a blend that is offered, and offers it again; each is recorded once", async () => {
    const [one, other] = [await makeSeries(admin), await makeSeries(admin)];
    const blend = await makeBlend(admin, { [one]: "50", [other]: "50" });
    const end = (id: number) => codeOf(admin.client.benchmarks.end({ params: { id }, body: {} }));
    const restore = (id: number) => codeOf(admin.client.benchmarks.restore({ params: { id }, body: {} }));
    expect(await end(one)).toBe("inUse");
    expect((await open(one, admin)).can.end).toBe(false);
    expect([await end(blend), await end(blend), await end(one)]).toEqual(["done", "done", "done"]);
    expect(await restore(blend)).toBe("inUse");
    expect([await restore(one), await restore(blend)]).toEqual(["done", "done"]);
    const log = await auditOf(app, { type: "benchmark", id: blend });
    expect(log.map(({ action }) => action)).toEqual(["benchmark.created", "benchmark.ended", "benchmark.restored"]);
    expect(await end(999_999)).toBe("notFound");
  });

  test("of a blend made and its part ended at once, one is refused", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await makeSeries(admin), await makeSeries(admin)];
      const codes = await Promise.all([
        codeOf(admin.client.benchmarks.end({ params: { id: one }, body: {} })),
        codeOf(makeBlend(admin, { [one]: "50", [other]: "50" })),
      ]);
      expect([
        ["done", "badInput"],
        ["inUse", "done"],
      ]).toContainEqual(codes);
    }
  });
});

describe("a benchmark is offered", () => {
  test("to the holder, their groups, who joined a strategy, and all: the nearest first, each once", async () => {
    const client = await app.as("client", { clientNumber: "B-1" });
    const other = await app.as("client", { clientNumber: "B-2" });
    const ids = [];
    for (const name of ["own", "group", "strategy", "firm"]) ids.push(await makeSeries(admin, { name }));
    const [own = 0, group = 0, strategy = 0, firm = 0] = ids;
    await office.client.distributionGroups.setOfUser({ params: { id: client.id }, body: { newGroups: ["Near"] } });
    const { db } = app.database;
    const definition = await db
      .insertInto("target_definition")
      .values({ place: 1, card: JSON.stringify({ name: inAll("Calm") }), created_by: admin.id })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("target_join")
      .values({
        holder_type: "user",
        holder_id: client.id,
        definition_id: definition.id,
        definition_version: 1,
        state: "joined",
        amount: "100",
        currency: "EUR",
        message: "",
        client_key: "a-key-of-theirs",
        asked_by: client.id,
        decided_at: new Date(),
        decided_by: office.id,
        staff_message: "",
      })
      .execute();
    await assign(admin, firm, { scope: "firm" });
    await assign(office, strategy, { scope: "strategy", definition_id: definition.id });
    await assign(office, group, { scope: "group", group: "Near" });
    await assign(office, own, { scope: "holder", holder_type: "user", holder_id: client.id });
    await assign(office, own, { scope: "group", group: "Near" });
    expect(await offeredTo(client)).toEqual([own, group, strategy, firm]);
    expect(await offeredTo(other)).toEqual([firm]);
    expect((await open(own)).assignments.map(({ scope, name }) => [scope, name])).toEqual([
      ["holder", expect.any(String)],
      ["group", "Near"],
    ]);
    expect((await open(strategy)).assignments).toMatchObject([{ scope: "strategy", strategy: inAll("Calm") }]);

    // An ended one is offered to nobody, although it is assigned; nor is one whose group or strategy was left.
    await admin.client.benchmarks.end({ params: { id: own }, body: {} });
    await office.client.distributionGroups.setOfUser({ params: { id: client.id }, body: { newGroups: [] } });
    await db
      .updateTable("target_join")
      .set({ state: "left", ended_at: new Date() })
      .where("holder_id", "=", client.id)
      .execute();
    expect(await offeredTo(client)).toEqual([firm]);
    expect(await open(own)).toMatchObject({ ended: true, assignments: [{ scope: "holder" }, { scope: "group" }] });
    await admin.client.benchmarks.restore({ params: { id: own }, body: {} });
    expect(await offeredTo(client)).toEqual([own, firm]);
    const [assignment] = (await open(firm)).assignments;
    const unassign = (who: TestUser) =>
      codeOf(who.client.benchmarks.unassign({ params: { id: firm, assignmentId: assignment?.id ?? 0 }, body: {} }));
    expect([await unassign(office), await unassign(admin), await unassign(admin)]).toEqual([
      "forbidden",
      "done",
      "done",
    ]);
    expect(await offeredTo(other)).toEqual([]);
  });

  test("once, by office, to a target that exists; to all by an admin alone; to nobody once it has ended", async () => {
    const client = await app.as("client", { clientNumber: "B-3" });
    const id = await makeSeries(admin);
    const holder = { scope: "holder", holder_type: "user", holder_id: client.id } as const;
    expect(await codeOf(assign(internal, id, holder))).toBe("forbidden");
    expect([await codeOf(assign(office, id, holder)), await codeOf(assign(office, id, holder))]).toEqual([
      "done",
      "done",
    ]);
    expect(await codeOf(assign(office, id, { scope: "firm" }))).toBe("forbidden");
    expect(await codeOf(assign(office, id, { ...holder, holder_id: 999_999 }))).toBe("notFound");
    expect(await codeOf(assign(office, id, { scope: "group", group: "Nobody" }))).toBe("notFound");
    expect(await codeOf(assign(office, id, { scope: "strategy", definition_id: 999_999 }))).toBe("notFound");
    expect(await codeOf(assign(office, 999_999, holder))).toBe("notFound");
    const log = await auditOf(app, { type: "user", id: client.id }, "holder.benchmarkAssigned");
    expect(log).toMatchObject([{ after: { benchmark: id } }]);
    const [assignment] = (await open(id)).assignments;
    const params = { id, assignmentId: assignment?.id ?? 0 };
    const elsewhere = { ...params, id: await makeSeries(admin) };
    expect(await codeOf(office.client.benchmarks.unassign({ params: elsewhere, body: {} }))).toBe("notFound");
    for (let count = 0; count < 2; count += 1)
      expect(await codeOf(office.client.benchmarks.unassign({ params, body: {} }))).toBe("done");
    expect(await auditOf(app, { type: "user", id: client.id }, "holder.benchmarkUnassigned")).toHaveLength(1);
    // What was removed may be assigned again.
    expect(await codeOf(assign(office, id, holder))).toBe("done");
    await admin.client.benchmarks.end({ params: { id }, body: {} });
    expect(await codeOf(assign(office, id, { scope: "group", group: "Nobody" }))).toBe("stateConflict");
  });

  test("by a renamed group still, and no more by a deleted one", async () => {
    const client = await app.as("client", { clientNumber: "B-4" });
    const id = await makeSeries(admin);
    await office.client.distributionGroups.setOfUser({ params: { id: client.id }, body: { newGroups: ["Old name"] } });
    await assign(office, id, { scope: "group", group: "Old name" });
    await admin.client.distributionGroups.rename({ params: { name: "Old name" }, body: { new_name: "New name" } });
    expect(await offeredTo(client)).toEqual([id]);
    await admin.client.distributionGroups.remove({ params: { name: "New name" } });
    expect([await offeredTo(client), (await open(id)).assignments]).toEqual([[], []]);
  });
});
