/** Estimates of how many texts have the words of a search, and how many names a part, from the statistics of real tables. */
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { estimateContaining } from "./search.queries.ts";
import { countWords } from "./word-counts.queries.ts";

const texts = 4_000;
let app: TestApp;
async function analyze(table: string): Promise<void> {
  const owner = new Client(app.database.owner);
  await owner.connect();
  await owner.query(`analyze ${table}`);
  await owner.end();
}
beforeAll(async () => {
  app = await createTestApp();
  const { id } = await app.as("client");
  const { db } = app.database;
  await sql`
    insert into ticket (holder_type, holder_id, title, content, topic, created_by, by_staff)
    select 'user', ${id}, 'Такса ' || n, case when n % 4 = 0 then 'custody' else '' end, 'question', ${id}, false
    from generate_series(1, ${texts}::int) n`.execute(db);
  await analyze("ticket");
}, 60_000);
afterAll(() => app.close());

const count = (search: string) => countWords(app.database.db, ["ticket"], search);

test("common words are known by their beginnings and by their other forms", async () => {
  const common = await count("cust");
  expect(common.lookedUp).toBeCloseTo(texts / 4, -2);
  expect(common.oneOf).toBeCloseTo(4, 0);
  expect((await count("таксите")).lookedUp).toBe(texts);
});

test("what is not known is rarer the longer it is", async () => {
  expect(await count("123456")).toMatchObject({ lookedUp: texts / 1e6, oneOf: 1e6 });
  expect((await count("77")).lookedUp).toBe(texts / 100);
});

test("a word may be longer than the numbers of the database are small", async () => {
  expect((await count("щ".repeat(120))).lookedUp).toBeLessThan(1);
});

test("only the rarest words are looked up, all are compared", async () => {
  const { all, rarest, lookedUp } = await count("такса 123456");
  expect(rarest).toEqual({ ticket: "('123456':* | '~123456')" });
  expect(all?.split(" & ")).toHaveLength(2);
  expect(lookedUp).toBeLessThan(1);
});

test("each table has its own rarest words, and its own number of texts", async () => {
  const both = await countWords(app.database.db, ["ticket", "ticket_comment"], "такса 123456");
  expect(both.rarest).toEqual({ ticket: "('123456':* | '~123456')", ticket_comment: both.all });
  expect(both.oneOf).toBeCloseTo(1e6, -1);
});

test("common parts of names are known without reading them", async () => {
  const { db } = app.database;
  await sql`
    insert into app_user (email, name, password_hash)
    select 'person' || n || '@bench.example', case when n % 3 = 0 then 'Мария' else 'Ivan' end || n, 'none'
    from generate_series(1, 3000) n`.execute(db);
  await analyze("app_user");
  const expected = await estimateContaining(db, "app_user", "Maria");
  expect(expected).toBeGreaterThan(500);
  expect(expected).toBeLessThan(2_000);
  expect(await estimateContaining(db, "app_user", "Zzyzx' %")).toBeLessThan(50);
});

test("a search without letters and digits has no words", async () => {
  expect(await count("' & !")).toMatchObject({ all: null, rarest: {} });
});
