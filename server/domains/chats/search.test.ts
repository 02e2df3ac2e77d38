/** Search finds the forms of a Bulgarian or Polish word, and the beginnings of words, in either script. */
import { randomUUID } from "node:crypto";
import type { Api } from "@portico/api";
import type { Answer } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import fc from "fast-check";
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

type Message = Answer<Api["chats"]["search"]>["messages"][number];

/** The messages of each page. */
async function pagesOf(
  ask: (cursor: { cursor?: string }) => Promise<{ messages: Message[]; nextCursor: string | null }>,
): Promise<Message[][]> {
  const pages: Message[][] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { messages, nextCursor } = await ask(cursor === undefined ? {} : { cursor });
    pages.push(messages);
    cursor = nextCursor;
  }
  return pages;
}
const numberOf = ({ number }: Message): number => number;

async function found(search: string): Promise<number[]> {
  const ask = (cursor: object) =>
    client.client.chats.search({ params: holder, query: { search, limit: 100, ...cursor } });
  return (await pagesOf(ask)).flat().map(numberOf);
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

async function analyze(): Promise<void> {
  const owner = new Client(app.database.owner);
  await owner.connect();
  await owner.query("analyze chat_message");
  await owner.end();
}

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
  const everywhere = async (search: string, limit: number) => {
    const pages = await pagesOf((cursor) => office.client.chats.searchAll({ query: { search, limit, ...cursor } }));
    return pages.map((messages) => messages.map(numberOf));
  };
  const check = async () => {
    expect(await found("seldom")).toEqual(seldom);
    expect(await found("often")).toEqual(often);
    expect(await found("often seldom")).toEqual([]);
    // Common words that only one message has together, far from the newest.
    expect(await found("often uneven")).toEqual([before + 2]);
    expect((await everywhere("often uneven", 10)).flat()).toEqual([before + 2]);
    expect(await everywhere("seldom", 2)).toEqual([seldom.slice(0, 2), seldom.slice(2)]);
    expect((await everywhere("often", 100)).flat()).toEqual(often);
    expect(await everywhere("often seldom", 10)).toEqual([[]]);
  };
  // Once without statistics and once with.
  await check();
  await analyze();
  await check();
  // Only the newest are read first; what is older is searched by the next call.
  expect(await everywhere("often uneven", 10)).toEqual([[], [before + 2]]);
});

test("search in all conversations finds what comparing all messages finds, in pages of any length", async () => {
  const other = await app.as("client");
  await other.client.chats.send({
    params: { holderType: "user", holderId: other.id },
    body: { key: randomUUID(), text: "Begin" },
  });
  const { db } = app.database;
  // Many are of the same moment, and some words are rarely or never together.
  const made = fc.sample(
    fc.record({
      holder: fc.constantFrom(client.id, other.id),
      moment: fc.nat(45),
      deleted: fc.integer({ min: 1, max: 20 }).map((one) => one === 1),
      text: fc
        .tuple(fc.constantFrom("alpha", "beta"), fc.constantFrom("gamma", "delta"), fc.nat(60))
        .map(([one, two, rare]) => `${one} ${one === "alpha" && rare > 1 ? "gamma" : two} kappa${rare}`),
    }),
    { numRuns: 1_500, seed: 27 },
  );
  await sql`
    insert into chat_message (chat_id, number, key, author_id, by_staff, text, change, created_at, deleted_at)
    select chat.id, 10000 + row_number() over (), gen_random_uuid(), ${client.id}, false, one.text, 10000 + row_number() over (),
      '2026-01-01'::timestamptz + interval '1 second' * one.moment, case when one.deleted then now() end
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as one (holder bigint, moment int, deleted boolean, text text)
    join chat on chat.holder_id = one.holder`.execute(db);
  await analyze();
  const office = await app.as("office");
  const nameOf = (holderId: number, number: number) => `${holderId}/${number}`;
  const endings = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.subarray(["alp", "beta", "gamma", "delta", "kappa", "kappa1", "kappa31"], { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 40, max: 200 }),
      async (words, limit) => {
        const { rows } = await sql<{ holder: number; number: number }>`
          select chat.holder_id as holder, number from chat_message join chat on chat.id = chat_id
          where deleted_at is null and text like all(${words.map((word) => `%${word}%`)})
          order by chat_message.created_at desc, chat_id desc, number desc`.execute(db);
        const pages = await pagesOf((cursor) =>
          office.client.chats.searchAll({ query: { search: words.join(" "), limit, ...cursor } }),
        );
        expect(pages.flat().map(({ client: { id }, number }) => nameOf(id, number))).toEqual(
          rows.map(({ holder: id, number }) => nameOf(id, number)),
        );
        // Only the first page and the last may have fewer messages.
        for (const messages of pages.slice(1, -1)) expect(messages).toHaveLength(limit);
        endings.add((pages[0]?.length ?? 0) < limit && pages.length > 1 ? "first page ended early" : "other");
      },
    ),
    {
      numRuns: 20,
      // Words that are rarely together, and a word that is in every message.
      examples: [
        [["alp", "delta"], 100],
        [["kappa"], 100],
      ],
    },
  );
  expect(endings.size).toBe(2);
}, 60_000);
