/** Legal holds: two people, protection from the proposal on, and what happens at the same moment as an erasure. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openKysely, openPool } from "../../../database/connect.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { auditOf, codeOf } from "../../../testing/effects.ts";
import { runRetention } from "../../retention/retention.ts";
import { endedAt, yearsAgo } from "../../retention/testing/ended.ts";
import { arrangeDocuments } from "../testing/arranged.ts";
import { remindOfHolds } from "./ends.ts";

let app: TestApp;
let office: TestUser;
let colleague: TestUser;
let erasing: Db;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga Office" });
  colleague = await app.as("office", { name: "Kolyo Colleague" });
  erasing = openKysely(
    openPool({ connection: app.database.retentionConnection, size: 1, prepared: false, name: "retention" }),
  );
});
afterAll(async () => {
  await erasing.destroy();
  await app.close();
});

const reason = "Order 12/2026 of the district court";
const endsOn = "2099-12-31";
const own = ({ id }: TestUser) => ({ holderType: "user" as const, holderId: id });
const place = (who: TestUser, client: TestUser, body = { reason, endsOn }) =>
  who.client.dataRights.placeHold({ params: own(client), body });
const lift = (who: TestUser, client: TestUser, holdId: number) =>
  who.client.dataRights.liftHold({ params: { ...own(client), holdId }, body: { reason: "The proceeding is over" } });
const read = (client: TestUser, who = office) => who.client.dataRights.get({ params: own(client) });
const decide = (who: TestUser, { proposalId }: { proposalId: number }, decision: "confirm" | "decline" | "withdraw") =>
  who.client.proposals.decide({
    params: { proposalId },
    body: decision === "decline" ? { decision, reason: "Not ours" } : { decision },
  });
const isErased = async ({ id }: TestUser): Promise<boolean> =>
  (
    await app.database.db
      .selectFrom("app_user")
      .select("records_erased_at")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).records_erased_at !== null;
const run = () => runRetention(app.services, erasing);
const ended = async (): Promise<TestUser> => {
  const client = await app.as("client");
  await endedAt(app, own(client), yearsAgo(11, 1));
  return client;
};
/** A client with a hold that stands. */
const heldClient = async (): Promise<{ client: TestUser; holdId: number }> => {
  const client = await ended();
  await decide(colleague, await place(office, client), "confirm");
  return { client, holdId: (await read(client)).holds[0]?.id ?? 0 };
};

test("a hold takes two people, also while four eyes are off, and is in the log with its reason", async () => {
  const client = await ended();
  const proposed = await place(office, client);
  expect(await codeOf(decide(office, proposed, "confirm"))).toBe("fourEyes");
  await decide(colleague, proposed, "confirm");
  expect(await read(client)).toMatchObject({
    held: true,
    holds: [
      {
        state: "placed",
        reason,
        endsOn,
        isOver: false,
        askedBy: { name: "Olga Office" },
        confirmedBy: { name: "Kolyo Colleague" },
        can: { lift: true },
      },
    ],
  });
  expect(await auditOf(app, { type: "user", id: client.id }, "hold.placed")).toMatchObject([
    { after: { reason, endsOn } },
  ]);
  expect(await office.client.users.get({ params: { id: client.id } })).toMatchObject({ held: true });
  expect(await client.client.users.get({ params: { id: client.id } }).catch(() => ({}))).not.toHaveProperty("held");
});

test("it protects from the proposal on; declined or withdrawn, it does not", async () => {
  const client = await ended();
  const proposed = await place(office, client);
  await run();
  expect(await isErased(client)).toBe(false);
  await decide(colleague, proposed, "decline");
  expect(await read(client)).toMatchObject({ held: false, holds: [{ state: "declined" }] });
  await decide(office, await place(office, client), "withdraw");
  expect((await read(client)).held).toBe(false);
  await run();
  expect(await isErased(client)).toBe(true);
  expect(await codeOf(place(office, client))).toBe("done");
});

test("it is lifted by two people, and what is over is deleted the next night", async () => {
  const { client, holdId } = await heldClient();
  await run();
  expect(await isErased(client)).toBe(false);
  const proposed = await lift(office, client, holdId);
  expect(await codeOf(lift(colleague, client, holdId))).toBe("proposalOpen");
  expect(await codeOf(decide(office, proposed, "confirm"))).toBe("fourEyes");
  expect((await read(client)).held).toBe(true);
  await decide(colleague, proposed, "confirm");
  expect(await read(client)).toMatchObject({
    held: false,
    holds: [{ state: "lifted", liftReason: "The proceeding is over", liftedBy: { name: "Kolyo Colleague" } }],
  });
  expect(await codeOf(lift(office, client, holdId))).toBe("stateConflict");
  await run();
  expect(await isErased(client)).toBe(true);
});

test("of two holds the records are held until the last one is lifted", async () => {
  const { client, holdId } = await heldClient();
  await decide(colleague, await place(office, client, { reason: "The tax office", endsOn }), "confirm");
  await decide(colleague, await lift(office, client, holdId), "confirm");
  expect((await read(client)).held).toBe(true);
  await run();
  expect(await isErased(client)).toBe(false);
});

test("nothing of what a held client removed is deleted from the bin, nor their started company", async () => {
  const { client } = await heldClient();
  const document = await arrangeDocuments(app, client);
  await sql`update document set deleted_at = now() - interval '90 days', deleted_by = ${client.id} where id = ${document}`.execute(
    app.database.db,
  );
  const { emptyBin } = await import("../../documents/removal/bin.ts");
  await emptyBin(app.services);
  const kept = () => sql`select from document where id = ${document}`.execute(app.database.db);
  expect((await kept()).rows).toHaveLength(1);
  await sql`update app_user set held = false where id = ${client.id}`.execute(app.database.db);
  await emptyBin(app.services);
  expect((await kept()).rows).toHaveLength(0);
});

test("of a hold and an erasure at the same moment one counts, wholly", async () => {
  for (let round = 0; round < 6; round += 1) {
    const client = await ended();
    const [placed] = await Promise.all([codeOf(place(office, client)), run()]);
    expect(placed).toBe("done");
    const isGone = await isErased(client);
    const { rows } = await sql<{ held: boolean }>`select held from app_user where id = ${client.id}`.execute(
      app.database.db,
    );
    expect(rows[0]?.held).toBe(true);
    // Placed first, the records stay for good.
    await run();
    expect(await isErased(client)).toBe(isGone);
  }
});

test("somebody who is erased cannot be held any more", async () => {
  const client = await ended();
  await sql`update session set ended_at = now() where user_id = ${client.id}`.execute(app.database.db);
  await run();
  expect(await codeOf(place(office, client))).toBe("stateConflict");
  expect((await read(client)).can.hold).toBe(false);
});

test("nobody holds their own records, and a last day that is over, or no reason, is refused", async () => {
  const client = await ended();
  expect(await codeOf(place(office, office))).toBe("fourEyes");
  expect(await codeOf(place(office, client, { reason, endsOn: "2020-01-01" }))).toBe("badInput");
  expect(await codeOf(place(office, client, { reason: " ", endsOn }))).toBe("badInput");
  expect(await codeOf(place(await app.as("internal"), client))).toBe("forbidden");
  expect((await read(client)).held).toBe(false);
});

test("on the last day staff are told once, and the hold stands", async () => {
  const { client, holdId } = await heldClient();
  await sql`update app_user set assigned_to = ${office.id} where id = ${client.id}`.execute(app.database.db);
  await sql`update legal_hold set ends_on = firm_today() where id = ${holdId}`.execute(app.database.db);
  const told = async () =>
    (
      await sql`select from notification where type = 'client_hold_ending' and target_id = ${client.id}`.execute(
        app.database.db,
      )
    ).rows.length;
  await Promise.all([remindOfHolds(app.services), remindOfHolds(app.services)]);
  await remindOfHolds(app.services);
  expect(await told()).toBe(1);
  expect(await read(client)).toMatchObject({ held: true, holds: [{ isOver: true, state: "placed" }] });
});

test("a proposed hold outlives the rights of whoever proposed it", async () => {
  const leaving = await app.as("office");
  const client = await ended();
  const proposed = await place(leaving, client);
  const admin = await app.as("admin");
  await admin.client.users.setRole({ params: { id: leaving.id }, body: { role: "internal", reason: "Moves" } });
  expect((await read(client)).held).toBe(true);
  await decide(colleague, proposed, "confirm");
  expect((await read(client)).holds[0]?.state).toBe("placed");
});

test("an officer sees the holds of all clients page by page: those that stand, or all; nobody below an administrator does", async () => {
  const admin = await app.as("admin");
  const { client: lifted, holdId } = await heldClient();
  await decide(colleague, await lift(office, lifted, holdId), "confirm");
  const { client: held } = await heldClient();
  const proposed = await ended();
  await place(office, proposed);
  const all = async (show: "standing" | "all") => {
    const holds: { holder: { holder_id: number }; state: string }[] = [];
    let cursor: string | undefined;
    do {
      const page = await admin.client.dataRights.listHolds({ query: { show, limit: 2, ...(cursor && { cursor }) } });
      holds.push(...page.holds);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return holds;
  };
  const stateIn = (holds: Awaited<ReturnType<typeof all>>, { id }: TestUser) =>
    holds.filter(({ holder }) => holder.holder_id === id).map(({ state }) => state);
  const [standing, every] = [await all("standing"), await all("all")];
  for (const [client, inForce, ofAll] of [
    [lifted, [], ["lifted"]],
    [held, ["placed"], ["placed"]],
    [proposed, ["proposed"], ["proposed"]],
  ] as const)
    expect([stateIn(standing, client), stateIn(every, client)]).toEqual([inForce, ofAll]);
  expect(standing.every(({ state }) => state === "placed" || state === "proposed")).toBe(true);
  expect(await codeOf(office.client.dataRights.listHolds({ query: {} }))).toBe("forbidden");
});
