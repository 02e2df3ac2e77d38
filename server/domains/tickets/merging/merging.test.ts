/** Merging tickets and undoing it: what is shown where, who may, and that undoing restores what was there. */
import { randomUUID } from "node:crypto";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemContext } from "../../../jobs/system-context.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { auditOf, codeOf, listen } from "../../../testing/effects.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { pngOf } from "../../files/testing/samples.ts";
import { commentByMail } from "../comments.ts";

let app: TestApp;
let office: TestUser;
let internal: TestUser;
let client: TestUser;
let holder: Holder;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga Office" });
  internal = await app.as("internal", { name: "Irene Internal" });
  client = await app.as("client");
  holder = { holderType: "user", holderId: client.id };
});
afterAll(() => app.close());

const open = async (title: string, more: object = {}, by = client) =>
  (await by.client.tickets.create({ params: holder, body: { title, content: `About ${title}`, ...more } })).id;
const comment = (by: TestUser, id: number, content: string, more: object = {}) =>
  by.client.tickets.addComment({ params: { ...holder, id }, body: { content, ...more } });
const get = (by: TestUser, id: number) => by.client.tickets.get({ params: { ...holder, id }, query: {} });
const commentsOf = async (by: TestUser, id: number) =>
  (await by.client.tickets.listComments({ params: { ...holder, id }, query: {} })).comments;
const textsOf = async (by: TestUser, id: number) => (await commentsOf(by, id)).map(({ content }) => content);
const merge = (by: TestUser, id: number, into: number) => by.client.tickets.merge({ params: { id }, body: { into } });
const unmerge = (by: TestUser, id: number) => by.client.tickets.unmerge({ params: { id }, body: {} });
const tag = (id: number, ...tags: string[]) =>
  office.client.tickets.arrange({ params: { id }, body: { add_tags: tags } });
const watch = (by: TestUser, id: number) => by.client.tickets.watch({ params: { id }, body: { watching: true } });

test("a merged ticket is closed with a pointer, and its texts, files, tags and watchers are in the other one", async () => {
  const picture = await client.client.files.upload({
    params: holder,
    body: { name: "shot.png", base64data: pngOf(61, 20).toString("base64") },
  });
  const [one, other] = [await open("Fee", { files: [picture.id] }), await open("Fee again")];
  await comment(client, one, "First");
  await comment(office, other, "Second");
  await comment(office, one, "A note", { internal: true });
  await tag(one, "fees", "vip");
  await tag(other, "vip");
  await watch(internal, one);
  const heard = listen(app);
  const target = await merge(office, one, other);
  heard.stop();
  expect(target).toMatchObject({
    id: other,
    comments: 3,
    staff: { tags: ["fees", "vip"] },
    watchers: [{ name: "Irene Internal" }],
    merged: [{ id: one, title: "Fee", content: "About Fee", files: [{ id: picture.id }] }],
    continues: null,
  });
  expect(target.waiting_since, "the question that waits longest counts").toBe((await before(one)).waiting_since);
  expect(heard.all).toEqual([one, other].map((ticketId) => ({ name: "ticket", event: { ...holder, ticketId } })));
  expect(await textsOf(client, other)).toEqual(["First", "Second"]);
  expect((await commentsOf(office, other)).map(({ from_ticket }) => from_ticket)).toEqual([one, null, one]);
  expect(await get(client, one)).toMatchObject({
    state: "closed",
    merged_into: other,
    continues: { id: other, title: "Fee again", undo_until: null },
    can: { comment: false },
  });
  expect((await get(office, one)).continues?.undo_until).toEqual(expect.any(String));
  expect(await auditOf(app, { type: "user", id: client.id }, "ticket.merged")).toMatchObject([
    { after: { ticket: one, title: "Fee", into: other } },
  ]);
});

const before = async (id: number) => {
  const { rows } = await sql<{ waiting_since: Date | null }>`
    select waiting_since from ticket_merge where ticket_id = ${id} and undone_at is null`.execute(app.database.db);
  return { waiting_since: rows[0]?.waiting_since?.toISOString() ?? null };
};

test("a text to a merged ticket is refused with the one that it continues in, also through a chain", async () => {
  const [a, b, c] = [await open("A"), await open("B"), await open("C")];
  const key = randomUUID();
  await comment(client, a, "Arrived", { key });
  await merge(office, a, b);
  await merge(internal, b, c);
  for (const by of [client, office])
    await expect(comment(by, a, "Late")).rejects.toMatchObject({ code: "ticketMerged", status: 409, ticket: c });
  expect((await comment(client, a, "Arrived", { key })).content, "a repetition is no new text").toBe("Arrived");
  await comment(client, c, "Late");
  expect(await textsOf(client, c)).toEqual(["Arrived", "Late"]);
  expect((await get(office, c)).merged.map(({ id }) => id)).toEqual([a, b]);
  expect((await get(client, a)).continues).toMatchObject({ id: c });
  expect(await codeOf(merge(office, c, a)), "no loop").toBe("stateConflict");
  expect(await codeOf(merge(office, a, c)), "no second time").toBe("stateConflict");
  expect(await codeOf(unmerge(office, a)), "the last merge is undone first").toBe("stateConflict");
  await unmerge(office, b);
  await unmerge(office, a);
  expect(await textsOf(client, a)).toEqual(["Arrived"]);
  expect(await textsOf(client, c), "what was written later stays").toEqual(["Late"]);
});

test("a reply by mail to a merged ticket arrives where it continues", async () => {
  const [one, other] = [await open("Mailed"), await open("Answered")];
  await merge(office, one, other);
  const add = { ticketId: one, userId: client.id, content: "By mail", files: [], key: randomUUID() };
  await transact(systemContext(app.services, "tickets"), (tx) => commentByMail(tx, add));
  expect(await textsOf(client, other)).toEqual(["By mail"]);
});

test("other holders', finished and own tickets are refused, and nothing changes", async () => {
  const [one, other] = [await open("One"), await open("Two")];
  const stranger = await app.as("client");
  const foreign = await stranger.client.tickets.create({
    params: { holderType: "user", holderId: stranger.id },
    body: { title: "Foreign", content: "Mine" },
  });
  for (const into of [foreign.id, one, 999_999]) expect(await codeOf(merge(office, one, into))).toBe("badInput");
  expect(await codeOf(merge(client, one, other))).toBe("forbidden");
  await client.client.tickets.resolve({ params: { ...holder, id: other }, body: {} });
  expect(await codeOf(merge(office, one, other))).toBe("stateConflict");
  await merge(office, other, one);
  expect((await get(office, one)).merged.map(({ id }) => id)).toEqual([other]);
  expect(await codeOf(unmerge(client, other))).toBe("forbidden");
  const own: Holder = { holderType: "user", holderId: office.id };
  const mine = async () =>
    (await office.client.tickets.create({ params: own, body: { title: "Mine", content: "Mine" } })).id;
  const [first, second] = [await mine(), await mine()];
  expect(await codeOf(merge(office, first, second))).toBe("fourEyes");
  await merge(internal, first, second);
  expect(await codeOf(unmerge(office, first))).toBe("fourEyes");
});

test("a merge is undone within a day only", async () => {
  const [one, other] = [await open("Old"), await open("New")];
  await merge(office, one, other);
  await sql`update ticket_merge set merged_at = now() - interval '25 hours' where ticket_id = ${one}`.execute(
    app.database.db,
  );
  expect(await codeOf(unmerge(office, one))).toBe("stateConflict");
  expect((await get(office, one)).continues?.undo_until).toBeNull();
});

test("two colleagues merge two tickets into each other at once: one does", async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = [await open("Left"), await open("Right")];
    const codes = await Promise.all([codeOf(merge(office, one, other)), codeOf(merge(internal, other, one))]);
    expect(codes.toSorted()).toEqual(["done", "stateConflict"]);
  }
});

/** Everything of the tickets that a merge could change. */
const stateOf = async (ids: readonly number[]) => {
  const { rows } = await sql`
    select id, state, state_changed_at, changed_at, assigned_to, waiting_since, tags, merged_into,
      turns, first_answered_at, finished_at, first_answer_due_at, resolution_due_at, next_due_at, clocks,
      array(select user_id from ticket_watcher where ticket_id = ticket.id order by 1) as watchers,
      array(select id from ticket_comment where ticket_id = any(ticket_family(ticket.id)) order by 1) as comments
    from ticket where id = any(${[...ids]}::bigint[]) order by id`.execute(app.database.db);
  return rows;
};

/** Numbers that look random and are the same in each run. */
function numbers(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

test("whatever was merged: undone in any order that is allowed, everything is as before", async () => {
  let made = 0;
  for (let seed = 1; seed <= 12; seed += 1) {
    const pick = numbers(seed);
    const ids: number[] = [];
    for (let at = 0; at < 5; at += 1) {
      const id = await open(`Ticket ${at}`, {}, pick(3) === 0 ? office : client);
      ids.push(id);
      if (pick(2) === 0) await comment(client, id, "More");
      if (pick(3) === 0) await comment(office, id, "An answer");
      await tag(id, ...["a", "b", "c"].filter(() => pick(2) === 0));
      for (const one of [office, internal]) if (pick(2) === 0) await watch(one, id);
      if (pick(3) === 0) await office.client.tickets.assign({ params: { id }, body: { admin_id: internal.id } });
      if (pick(6) === 0) await client.client.tickets.resolve({ params: { ...holder, id }, body: {} });
    }
    const first = await stateOf(ids);
    const merged = new Set<number>();
    for (let tries = 0; tries < 6; tries += 1) {
      const [id = 0, into = 0] = [ids[pick(5)], ids[pick(5)]];
      const snapshot = await stateOf(ids);
      if ((await codeOf(merge(office, id, into))) !== "done") {
        expect(await stateOf(ids), "refused: nothing changed").toEqual(snapshot);
        continue;
      }
      await unmerge(office, id);
      expect(await stateOf(ids), `seed ${seed}: merged and undone`).toEqual(snapshot);
      await merge(office, id, into);
      merged.add(id);
      made += 1;
    }
    while (merged.size > 0) {
      const id = [...merged][pick(merged.size)] ?? 0;
      const code = await codeOf(unmerge(office, id));
      if (code === "done") merged.delete(id);
      else expect(code).toBe("stateConflict");
    }
    expect(await stateOf(ids), `seed ${seed}: all undone`).toEqual(first);
  }
  expect(made).toBeGreaterThan(12);
});

test("what happened in the target since the merge stays", async () => {
  const [one, other] = [await open("Merged"), await open("Target")];
  await tag(one, "kept", "taken");
  await merge(office, one, other);
  await tag(other, "kept", "own", "taken");
  await comment(office, other, "An answer to both");
  const written = await get(office, other);
  await unmerge(office, one);
  const after = await get(office, other);
  expect(after).toMatchObject({ waiting_since: null, changed_at: written.changed_at, staff: { tags: ["own"] } });
  expect(await textsOf(client, other)).toEqual(["An answer to both"]);
  expect((await get(client, one)).waiting_since, "the question waits again").not.toBeNull();
  await merge(office, one, other);
  const { created_at } = await comment(client, other, "A question of its own");
  await unmerge(office, one);
  expect((await get(client, other)).waiting_since, "and so does what was asked since").toBe(created_at);
});
