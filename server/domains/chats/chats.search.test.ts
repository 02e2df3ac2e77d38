/** Search finds the forms of a Bulgarian or Polish word, and the beginnings of words, in either script. */
import { randomUUID } from "node:crypto";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { inflectedWords } from "./testing/inflected-words.ts";

let app: TestApp;
let client: TestUser;
let holder: Holder;
/** The word whose forms a message has, by the message's number, and its form. */
const sent = new Map<number, { language: string; word: string; form: string }>();
beforeAll(async () => {
  app = await createTestApp();
  client = await app.as("client");
  holder = { holderType: "user", holderId: client.id };
  for (const [language, words] of Object.entries(inflectedWords))
    for (const word of words) for (const form of word.split(" ")) sent.set(sent.size + 1, { language, word, form });
  const texts = [...sent.values()].map(({ form }) => `– ${form}, 12`);
  await client.client.chats.send({ params: holder, body: { key: randomUUID(), text: texts[0] ?? "" } });
  await sql`
    insert into chat_message (chat_id, number, key, author_id, by_staff, text, change)
    select id, place, gen_random_uuid(), ${client.id}, false, text, place
    from chat, unnest(${texts}::text[]) with ordinality as form (text, place)
    where holder_id = ${client.id} and place > 1`.execute(app.database.db);
  await sql`update chat set messages = ${texts.length}, change = ${texts.length}`.execute(app.database.db);
}, 60_000);
afterAll(() => app.close());

async function found(search: string): Promise<number[]> {
  const numbers: number[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await client.client.chats.search({
      params: holder,
      query: { search, limit: 100, ...(cursor !== undefined && { cursor }) },
    });
    numbers.push(...page.messages.map(({ number }) => number));
    if (page.nextCursor === null) return numbers;
    cursor = page.nextCursor;
  }
}

describe.each(["bg", "pl"] as const)("%s", (language) => {
  test("nine of ten forms of a word are found by any other form, and no other word of the language", async () => {
    let wanted = 0;
    let hits = 0;
    let others = 0;
    const missed: string[] = [];
    for (const word of inflectedWords[language])
      for (const form of word.split(" ")) {
        const numbers = new Set(await found(form));
        for (const [number, one] of sent)
          if (one.word === word && one.form !== form) {
            wanted += 1;
            if (numbers.has(number)) hits += 1;
            else missed.push(`${form} → ${one.form}`);
          } else if (one.word !== word && one.language === language && numbers.has(number)) others += 1;
      }
    expect(hits / wanted, missed.join("; ")).toBeGreaterThanOrEqual(0.9);
    expect(others).toBe(0);
  }, 60_000);
});

test("beginnings of words, any case, without marks, in either script; all words of several", async () => {
  const texts = [
    "Привет от Łódź",
    "Моля, изпратете ми договорите за сметката",
    "Mail an anna@example.com, Nr. 45/2026",
  ];
  const numbers: number[] = [];
  for (const text of texts)
    numbers.push((await client.client.chats.send({ params: holder, body: { key: randomUUID(), text } })).number);
  const [greeting = 0, request = 0, mail = 0] = numbers;
  for (const search of ["привет", "ПРИВЕТ", "прив", "privet", "lodz", "ŁÓDŹ", "лодз", "lod прив"])
    expect(await found(search), search).toEqual([greeting]);
  for (const search of ["договор сметки", "dogovor", "Сметка, договора!"])
    expect(await found(search)).toContain(request);
  expect(await found("договор клиенти"), "not every word").toEqual([]);
  for (const search of ["anna", "example", "anna@example.com", "45", "2026", "45/2026"])
    expect(await found(search), search).toEqual([mail]);
  for (const search of ["", "!", "' | ~:*", "\\'"]) expect(await found(search), search).toEqual([]);
});

test("rare and common words are found the same way: the newest first, page by page, and nothing that was deleted", async () => {
  const office = await app.as("office");
  const { db } = app.database;
  // So many that a part is read in order and a part is looked up.
  const count = 3_000;
  await sql`
    insert into chat_message (chat_id, number, key, author_id, by_staff, text, change, created_at, deleted_at)
    select id, messages + place, gen_random_uuid(), ${client.id}, false,
      case when place % 2 = 0 then 'Often ' else '' end || case when place % 2 = 1 or place = 2 then 'Uneven ' else '' end ||
        case when place % 500 = 7 then 'Seldom' else 'Otherwise' end,
      messages + place, now() + interval '1 second' * place, case when place % 1000 = 507 then now() end
    from chat, generate_series(1, ${count}::int) place where holder_id = ${client.id}`.execute(db);
  const [{ before } = { before: 0 }] = (
    await sql<{ before: number }>`
      update chat set messages = messages + ${count}, change = change + ${count}
      where holder_id = ${client.id} returning messages - ${count} as before`.execute(db)
  ).rows;
  const seldom = [2007, 1007, 7].map((place) => before + place);
  const often = Array.from({ length: count / 2 }, (_, index) => before + count - 2 * index);
  const everywhere = async (search: string) =>
    (await office.client.chats.searchAll({ query: { search } })).messages.map(({ number }) => number);
  const check = async () => {
    expect(await found("seldom")).toEqual(seldom);
    expect(await found("often")).toEqual(often);
    expect(await found("often seldom")).toEqual([]);
    // Common words that only one message has together, far from the newest.
    expect(await found("often uneven")).toEqual([before + 2]);
    expect(await everywhere("often uneven")).toEqual([before + 2]);
    expect(await everywhere("seldom")).toEqual(seldom);
    expect(await everywhere("often")).toEqual(often.slice(0, 100));
    expect(await everywhere("often seldom")).toEqual([]);
  };
  // Once without statistics and once with.
  await check();
  const owner = new Client(app.database.owner);
  await owner.connect();
  await owner.query("analyze chat_message");
  await owner.end();
  await check();
});
