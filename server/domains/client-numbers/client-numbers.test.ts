/** A client number is one whatever the case of its letters: stored once, found in any spelling. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openKysely, openPool } from "../../database/connect.ts";
import { readMigrations } from "../../database/migrate.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { codeOf } from "../../testing/effects.ts";
import { findHoldersByClientNumbers } from "../holders/holders.ts";

let app: TestApp;
let office: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office");
});
afterAll(() => app.close());

const give = ({ id }: TestUser, clientNumber: string, who = office) =>
  who.client.users.setClientNumber({ params: { id }, body: { clientNumber, reason: "New" } });

test("a number is stored in capitals, and nobody else gets it in other letters", async () => {
  const [first, second] = [await app.as("client"), await app.as("client")];
  expect((await give(first, "p100099")).client_number).toBe("P100099");
  for (const spelled of ["p100099", "P100099"]) expect(await codeOf(give(second, spelled))).toBe("clientNumberInUse");
  // One's own in other letters changes nothing.
  expect((await give(first, "p100099")).client_number).toBe("P100099");
  expect(
    await codeOf(
      app.database.db
        .insertInto("holder_account")
        .values({ holder_type: "user", holder_id: second.id, client_number: "p100099" })
        .execute(),
    ),
  ).toContain("holder_account_number_once");
});

test("a proposal reserves its number in every spelling", async () => {
  const admin = await app.as("admin");
  await app.as("admin");
  const [first, second] = [await app.as("client"), await app.as("client")];
  await admin.client.settings.save({ params: { name: "fourEyes" }, body: { data: { on: true }, reason: "Policy" } });
  expect((await give(first, "q-7")).proposalId).not.toBeNull();
  expect(await codeOf(give(second, "Q-7"))).toBe("clientNumberReserved");
  expect(await codeOf(give(second, "p100099"))).toBe("clientNumberInUse");
});

test("a number from before keeps its spelling, and is found in any", async () => {
  const client = await app.as("client", { clientNumber: "old-1a" });
  const { db } = app.services;
  const found = await findHoldersByClientNumbers(db, ["OLD-1A", "old-1a", "Old-1a", "OLD-1B"]);
  expect([...found].map(([number, { holderId, clientNumber }]) => [number, holderId, clientNumber])).toEqual(
    ["OLD-1A", "old-1a", "Old-1a"].map((number) => [number, client.id, "old-1a"]),
  );
  const { users } = await office.client.users.list({ query: { search: "OLD-1A" } });
  expect(users.map(({ id }) => id)).toEqual([client.id]);
});

test("the migration keeps numbers that differ by case alone, and tells the admins who has them", async () => {
  const admin = await app.as("admin");
  const [one, other, alone] = [
    await app.as("client", { name: "Ana One" }),
    await app.as("client", { name: "Boris Other" }),
    await app.as("client", { clientNumber: "alone1" }),
  ];
  const migration = (await readMigrations())["0061-client-numbers"];
  const pool = openPool({ connection: app.database.owner, size: 1, prepared: false, name: "test" });
  const owner = openKysely(pool);
  const undone = owner.transaction().execute(async (trx) => {
    await sql`drop index holder_account_number_any_case`.execute(trx);
    // Its indexes go with it.
    await sql`alter table holder_account drop column number_shared`.execute(trx);
    await sql`insert into holder_account (holder_type, holder_id, client_number)
      values ('user', ${one.id}, 'p200'), ('user', ${other.id}, 'P200')`.execute(trx);
    await migration?.up(trx);
    const rows = await trx
      .selectFrom("holder_account")
      .select(["client_number", "number_shared"])
      .where("holder_id", "in", [one.id, other.id, alone.id])
      .orderBy("holder_id")
      .execute();
    const told = await trx.selectFrom("notification").select("text").where("holder_id", "=", admin.id).execute();
    // Each statement goes where it went before.
    const found = await findHoldersByClientNumbers(trx, ["p200", "P200", "ALONE1"]);
    throw Object.assign(new Error("undo"), { rows, told, found: [...found.values()].map(({ holderId }) => holderId) });
  });
  await expect(undone).rejects.toMatchObject({
    message: "undo",
    rows: [
      { client_number: "p200", number_shared: true },
      { client_number: "P200", number_shared: true },
      { client_number: "alone1", number_shared: false },
    ],
    told: [
      { text: expect.stringMatching(/p200 \(Ana One\), P200 \(Boris Other\)|P200 \(Boris Other\), p200 \(Ana One\)/) },
    ],
    found: [one.id, other.id, alone.id],
  });
  await owner.destroy();
});

test("of two that differ by case, giving one another number frees the other", async () => {
  const [one, other] = [await app.as("client"), await app.as("client")];
  await app.database.db
    .insertInto("holder_account")
    .values([
      { holder_type: "user", holder_id: one.id, client_number: "z9", number_shared: true },
      { holder_type: "user", holder_id: other.id, client_number: "Z9", number_shared: true },
    ])
    .execute();
  const admin = await app.as("admin");
  const { proposalId } = await give(one, "Z10");
  await admin.client.proposals.decide({ params: { proposalId: proposalId ?? 0 }, body: { decision: "confirm" } });
  const { rows } = await sql`select client_number from holder_account where number_shared`.execute(app.database.db);
  expect(rows).toEqual([]);
});
