/** The staff list of users: search, every sort order, and paging without gaps or duplicates. */
import type { userSorts } from "@portico/api/users.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { codeOf } from "../../testing/effects.ts";

let app: TestApp;
let internal: TestUser;
let office: TestUser;

/** Names that are hard to sort and match; two are equal, two differ only in case. */
const people = [
  { name: "Ivan Petrov", email: "ivan@firm.example", number: "BG-100" },
  { name: "Ivan Petrov", email: "ivan.two@firm.example", number: "BG-1001" },
  { name: "ivan petrov", email: "lower@firm.example", number: null },
  { name: "Иван Петров", email: "cyrillic@firm.example", number: "bg-200" },
  { name: "Łukasz Żółć", email: "lukasz@firm.example", number: null },
  { name: "100% Sure", email: "percent@firm.example", number: "A%B" },
  { name: "Under_score", email: "under_score@firm.example", number: null },
  { name: "Back\\slash", email: "back@firm.example", number: null },
  { name: 'O\'Neil "Quote"', email: "quote@firm.example", number: null },
] as const;
const ids: number[] = [];

beforeAll(async () => {
  app = await createTestApp();
  internal = await app.as("internal", { name: "Irene Internal" });
  office = await app.as("office", { name: "Olga Office" });
  const { db } = app.database;
  for (const [index, { name, email, number }] of people.entries()) {
    const { id } = await app.as("client", { name });
    ids.push(id);
    // Several have the same time: the id decides.
    const created_at = new Date(Date.UTC(2026, 0, 1 + Math.floor(index / 4)));
    await db.updateTable("app_user").set({ email, created_at }).where("id", "=", id).execute();
    if (number !== null)
      await db
        .insertInto("holder_account")
        .values({ holder_type: "user", holder_id: id, client_number: number.replace("%", "-") })
        .execute();
  }
  await db.updateTable("app_user").set({ state: "preKYC" }).where("id", "in", ids.slice(0, 3)).execute();
  await db.updateTable("app_user").set({ assigned_to: office.id }).where("id", "in", ids.slice(2, 5)).execute();
  await office.client.distributionGroups.setOfUser({ params: { id: ids[0] ?? 0 }, body: { newGroups: ["Gold"] } });
  await office.client.distributionGroups.setOfUser({
    params: { id: ids[4] ?? 0 },
    body: { newGroups: ["Gold", "Silver"] },
  });
});
afterAll(() => app.close());

type Query = Parameters<TestUser["client"]["users"]["list"]>[0]["query"];
const list = (query: Query) => internal.client.users.list({ query });
const namesOf = async (query: Query) => (await list(query)).users.map(({ name }) => name);

/** Every page of a list, like the CSV export of all matches. */
async function walk(query: Query, between: () => Promise<unknown> = async () => undefined) {
  const rows: Awaited<ReturnType<typeof list>>["users"] = [];
  let cursor: string | null | undefined;
  do {
    const page = await list({ ...query, ...(cursor && { cursor }) });
    rows.push(...page.users);
    cursor = page.nextCursor;
    if (cursor) await between();
  } while (cursor);
  return rows;
}

test("staff find a user by a part of the name or e-mail in any case, and by a part of the client number", async () => {
  const found = async (search: string) => (await list({ search })).users.map(({ email }) => email).toSorted();
  const petrovs = ["cyrillic@firm.example", "ivan.two@firm.example", "ivan@firm.example", "lower@firm.example"];
  expect(await found("petrov")).toEqual(petrovs);
  expect(await found("ПЕТРОВ")).toEqual(petrovs);
  expect(await found("żÓŁ")).toEqual(["lukasz@firm.example"]);
  expect(await found("under_score@")).toEqual(["under_score@firm.example"]);
  expect(await found("bg-100")).toEqual(["ivan.two@firm.example", "ivan@firm.example"]);
  expect(await found("BG-2")).toEqual(["cyrillic@firm.example"]);
  expect(await found("100"), "in a name, and inside a number").toEqual([
    "ivan.two@firm.example",
    "ivan@firm.example",
    "percent@firm.example",
  ]);
  expect(await found("nobody at all")).toEqual([]);
});

test("signs that SQL or patterns know are looked for as they are written", async () => {
  expect(await namesOf({ search: "100%" })).toEqual(["100% Sure"]);
  expect(await namesOf({ search: "r_s" })).toEqual(["Under_score"]);
  expect(await namesOf({ search: "\\" })).toEqual(["Back\\slash"]);
  expect(await namesOf({ search: `'Neil "` })).toEqual([`O'Neil "Quote"`]);
  expect(await namesOf({ search: "%" })).toEqual(["100% Sure"]);
  expect(await namesOf({ search: "'; drop table app_user; --" })).toEqual([]);
});

test("filters narrow together: state, role, colleague, group and search", async () => {
  const idsOf = async (query: Query) => (await list(query)).users.map(({ id }) => id).toSorted((a, b) => a - b);
  expect(await idsOf({ state: "preKYC" })).toEqual(ids.slice(0, 3));
  expect(await idsOf({ role: "office" })).toEqual([office.id]);
  expect(await idsOf({ assigned: office.id })).toEqual(ids.slice(2, 5));
  expect((await idsOf({ assigned: 0, role: "client" })).length).toBe(people.length - 3);
  expect(await idsOf({ group: "Gold" })).toEqual([ids[0], ids[4]]);
  expect(await idsOf({ group: "Gold", assigned: office.id })).toEqual([ids[4]]);
  expect(await idsOf({ group: "Gold", assigned: office.id, state: "preKYC" })).toEqual([]);
  expect(await idsOf({ search: "petrov", state: "preKYC", assigned: office.id })).toEqual([ids[2]]);
  expect(await idsOf({ group: "No such group" })).toEqual([]);
});

test("a row carries the profile, besides the colleague in charge and what the reader may do", async () => {
  const { users, count } = await list({ search: "cyrillic" });
  expect(count).toBe(1);
  expect(users).toEqual([
    {
      id: ids[3],
      email: "cyrillic@firm.example",
      name: "Иван Петров",
      phone: null,
      client_data: {},
      preferences: {},
      repCompanies: [],
      lastCompany: null,
      state: "postKYC",
      listed_state: "postKYC",
      role: "client",
      client_number: "bg-200",
      created_at: "2026-01-01T00:00:00.000Z",
      assigned_to: { id: office.id, name: "Olga Office" },
      can: { assign: false },
    },
  ]);
});

test("in every order, on pages of any size, all that match come once each, and in that order", async () => {
  const sorts = ["name", "email", "created_at", "-name", "-email", "-created_at"] as const satisfies typeof userSorts;
  for (const sort of sorts) {
    const whole = await list({ sort, limit: 200 });
    expect(whole.nextCursor).toBeNull();
    expect(whole.count).toBe(whole.users.length);
    const reversed = await list({
      sort: (sort.startsWith("-") ? sort.slice(1) : `-${sort}`) as typeof sort,
      limit: 200,
    });
    expect(reversed.users, sort).toEqual(whole.users.toReversed());
    for (const limit of [1, 2, 3, 5, 7])
      expect(await walk({ sort, limit }), `${sort} by ${limit}`).toEqual(whole.users);
  }
});

test("who comes or goes while somebody pages neither doubles nor hides another", async () => {
  const before = await walk({ sort: "name", limit: 200 });
  let added = 0;
  const rows = await walk({ sort: "name", limit: 2 }, async () => {
    added += 1;
    await app.as("client", { name: added % 2 ? `AAA before all ${added}` : `zzz after all ${added}` });
  });
  const seen = rows.map(({ id }) => id);
  expect(new Set(seen).size).toBe(seen.length);
  for (const { id } of before) expect(seen).toContain(id);
});

test("pages of generated names in any writing follow one another without a gap", async () => {
  const own = await createTestApp();
  const reader = await own.as("internal");
  const names = fc.sample(fc.string({ unit: "grapheme", minLength: 2, maxLength: 12 }), { numRuns: 60, seed: 7 });
  await own.database.db
    .insertInto("app_user")
    .values(
      names
        .map((name) => name.replaceAll("\u0000", "") || "x")
        .map((name, index) => ({
          email: `g${index}@test.example`,
          name,
          password_hash: "none",
          role: "client",
          state: "preKYC",
        })),
    )
    .execute();
  const whole = await reader.client.users.list({ query: { sort: "name", limit: 200 } });
  const paged: number[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await reader.client.users.list({ query: { sort: "name", limit: 7, ...(cursor && { cursor }) } });
    paged.push(...page.users.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(paged).toEqual(whole.users.map(({ id }) => id));
  expect(paged).toHaveLength(61);
  await own.close();
});

test("a cursor of another order, or of nobody's making, is refused at its field", async () => {
  const { nextCursor } = await list({ sort: "name", limit: 1 });
  for (const cursor of [nextCursor ?? "", "nonsense", Buffer.from('["email"]').toString("base64url")])
    await expect(list({ sort: "email", limit: 1, cursor })).rejects.toMatchObject({
      code: "badInput",
      errors: [{ path: "cursor", code: "badFormat" }],
    });
  for (const query of [{ limit: 0 }, { limit: 201 }, { sort: "id" as never }, { state: "none" as never }])
    expect(await codeOf(list(query))).toBe("badInput");
});

test("what is searched for is found wherever it occurs, whatever its letters, and nothing else is", async () => {
  const own = await createTestApp();
  const reader = await own.as("internal", { name: "Reader" });
  const names = [
    "ΟΔΥΣΣΕΥΣ ΠΑΠΑΔΟΠΟΥΛΟΣ",
    "Οδυσσεύς Παπαδόπουλος",
    "İbrahim Işık",
    "Straße GROẞ",
    "Zoe\u0308 de la Crux-Ångström",
    "Zoë d'Arc (Jr.) 3rd",
    "Пётр Ильич 100% Ъгълов",
    "aaaa aaa aa a",
    "𝒜lice 🦊 Fox",
    "__%%__\\\\",
  ];
  await own.database.db
    .insertInto("app_user")
    .values(
      names.map((name, index) => ({
        email: `s${index}.who@mail-${index}.example`,
        name,
        password_hash: "none",
        role: "client",
        state: "preKYC",
      })),
    )
    .execute();
  const { rows } = await own.database.pool.query<{ id: number; text: string }>(
    "select id, search_folded(name || ' ' || email) as text from app_user",
  );
  const parts = fc
    .tuple(fc.constantFrom(...names), fc.nat(), fc.integer({ min: 3, max: 12 }))
    .map(([name, at, length]) => {
      const signs = Array.from(name);
      const from = at % Math.max(1, signs.length - 2);
      return signs.slice(from, from + length).join("");
    });
  await fc.assert(
    fc.asyncProperty(parts, fc.constantFrom("as it is", "lower", "upper"), async (part, form) => {
      const search = (
        form === "lower" ? part.toLocaleLowerCase("en") : form === "upper" ? part.toUpperCase() : part
      ).trim();
      fc.pre(Array.from(search).length > 2);
      const { users } = await reader.client.users.list({ query: { search, limit: 200, sort: "created_at" } });
      const lowered =
        (await own.database.pool.query<{ text: string }>("select search_folded($1) as text", [search])).rows[0]?.text ??
        "";
      // Every word must match; if none is longer, one or two letters match the start of a word.
      const hasLong = lowered.split(/[^\p{L}\p{N}]+/u).some((word) => Array.from(word).length > 2);
      const isIn = (text: string, word: string) =>
        !hasLong && /^[\p{L}\p{N}]{1,2}$/u.test(word) ? ` ${text}`.includes(` ${word}`) : text.includes(word);
      const words = lowered.split(/\s+/).filter(Boolean);
      const wanted = rows.filter(({ text }) => words.every((word) => isIn(text, word))).map(({ id }) => id);
      expect(users.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(wanted.toSorted((a, b) => a - b));
    }),
    { numRuns: 300 },
  );
  await own.close();
});
