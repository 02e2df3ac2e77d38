import { countCap, searchCountCap } from "@portico/api/counts.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { searchFolded, withoutMarks } from "@portico/api/rules/search-folded.ts";
import type { users } from "@portico/api/users.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";

let app: TestApp;
let staff: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as("internal", { name: "Staff Member" });
  await sql`
    insert into app_user (email, name, password_hash)
    select 'client' || n || '@many.example', case when n <= 150 then 'Zbigniew Number' else 'Radka Other' end || n, 'none'
    from generate_series(1, 1100) as n`.execute(app.database.db);
  await sql`
    insert into app_user (email, name, password_hash) values
      ('katarzyna.kowalska@firm.example', 'Katarzyna Kowalska', 'none'), ('k2@firm.example', 'Katarzyna Zielinska', 'none'),
      ('quirk@firm.example', 'Xi Wang', 'none'), ('m@kowalska.example', 'Marta Nowak', 'none')`.execute(
    app.database.db,
  );
});
afterAll(() => app.close());

const list = (search: string, more: object = {}): Promise<Answer<(typeof users)["list"]>> =>
  staff.client.users.list({ query: { search, limit: 50, ...more } });
const mailsOf = async (search: string) => (await list(search)).users.map(({ email }) => email).toSorted();

test("an e-mail is found by how it begins, and by a part of it where none begins so", async () => {
  expect(await mailsOf("katarzyna.kowalska@firm.example")).toEqual(["katarzyna.kowalska@firm.example"]);
  expect(await mailsOf("KATARZYNA.kowalska@f")).toEqual(["katarzyna.kowalska@firm.example"]);
  expect(await mailsOf("kowalska@firm")).toEqual(["katarzyna.kowalska@firm.example"]);
  expect(await mailsOf("@kowalska.ex")).toEqual(["m@kowalska.example"]);
});

test("several words are found in any order, each of them somewhere", async () => {
  expect(await mailsOf("katarzyna kowalska")).toEqual(["katarzyna.kowalska@firm.example"]);
  expect(await mailsOf("zyna ziel")).toEqual(["k2@firm.example"]);
  expect(await mailsOf("kowalska katarzyna")).toEqual(["katarzyna.kowalska@firm.example"]);
  expect(await mailsOf("zielinska ka")).toEqual(["k2@firm.example"]);
  expect(await mailsOf("kowalska zielinska")).toEqual([]);
});

test("one or two letters are looked for where a word begins", async () => {
  expect(await mailsOf("xi")).toEqual(["quirk@firm.example"]);
  expect(await mailsOf("qu")).toEqual(["quirk@firm.example"]);
  expect(await mailsOf("wa")).toEqual(["quirk@firm.example"]);
  expect(await mailsOf("ng")).toEqual([]);
});

test("of what many have, every page comes in order, and the count stops at its cap", async () => {
  const names: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await list("zbigniew", { sort: "name", ...(cursor !== null && { cursor }) });
    expect(page.count).toBe(searchCountCap);
    names.push(...page.users.map(({ name }) => name));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(names).toHaveLength(150);
  expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)));
  expect((await staff.client.users.list({ query: {} })).count).toBe(countCap);
  expect((await list("katarzyna")).count).toBe(2);
});

test("marks on letters make no difference, in what is typed or in what is there", async () => {
  await sql`
    insert into app_user (email, name, password_hash) values
      ('marek@firm.example', 'Marek Wójcik', 'none'), ('l@firm.example', 'Łucja Żółć', 'none'),
      ('a@wojcik.example', 'Anna Plain', 'none'), ('n@firm.example', 'Николай Тодоров', 'none')`.execute(
    app.database.db,
  );
  for (const search of ["wojcik", "Wójcik", "WÓJCIK", "Wo\u0301jcik", "ek wojc"])
    expect(await mailsOf(search), search).toContain("marek@firm.example");
  expect(await mailsOf("wójcik")).toEqual(["a@wojcik.example", "marek@firm.example"]);
  for (const search of ["lucja zolc", "łucja żółć", "zo"]) expect(await mailsOf(search)).toEqual(["l@firm.example"]);
  expect(await mailsOf("николай")).toEqual(["n@firm.example"]);
});

test("a name is found in either script, in the spellings that are usual for it, with the surname first", async () => {
  await sql`
    insert into app_user (email, name, password_hash) values
      ('ip@script.example', 'Иван Петров', 'none'), ('yy@script.example', 'Юлия Йорданова', 'none'),
      ('sh@script.example', 'Щерю Желязков', 'none'), ('al@script.example', 'Александър Чаушев', 'none'),
      ('gp@script.example', 'Georgi Parvanov', 'none')`.execute(app.database.db);
  for (const search of ["petrov", "Petrov Ivan", "ivan petrov", "Петров", "петров иван", "PETRO"])
    expect(await mailsOf(search), search).toContain("ip@script.example");
  for (const search of ["Yuliya", "Iulia", "Юлия", "yordanova", "iordanova yuliya", "ю"])
    expect(await mailsOf(search), search).toContain("yy@script.example");
  for (const search of ["shteryu", "zhelyazkov", "Щерю"])
    expect(await mailsOf(search), search).toEqual(["sh@script.example"]);
  for (const search of ["alexandar", "aleksandar chaushev"])
    expect(await mailsOf(search), search).toEqual(["al@script.example"]);
  for (const search of ["Първанов", "георги първанов"])
    expect(await mailsOf(search), search).toEqual(["gp@script.example"]);
});

test("the database and the server fold the same letters", async () => {
  const cyrillic = Array.from({ length: 0x4ff - 0x400 }, (_, index) => String.fromCodePoint(0x400 + index)).join(" ");
  const letters = `${cyrillic} abcdefghijklmnopqrstuvwxyz Юлия Йовчев Yuliya iii Félix`;
  const { rows } = await sql<{ text: string }>`select search_folded(${letters}) as text`.execute(app.database.db);
  expect(searchFolded(letters)).toBe(rows[0]?.text);
});

test("a client number is found by any part of it", async () => {
  const { id } = await app.as("client", { clientNumber: "U7650321-B" });
  for (const search of ["U7650321-B", "u765", "0321", "321-b"])
    expect(
      (await list(search)).users.map((user) => user.id),
      search,
    ).toEqual([id]);
});

test("the database and the server take marks off the same letters", async () => {
  const letters = Array.from({ length: 0x24f - 0xc0 }, (_, index) => String.fromCodePoint(0xc0 + index)).join("");
  const { rows } = await sql<{ text: string }>`select without_marks(${letters}) as text`.execute(app.database.db);
  expect(withoutMarks(letters)).toBe(rows[0]?.text);
});

test("an id of the portal, typed alone, finds its user", async () => {
  const { id, email } = (await list("quirk@firm.example")).users[0] as { id: number; email: string };
  expect(await mailsOf(String(id))).toContain(email);
  expect(await mailsOf("9".repeat(15))).toEqual([]);
});
