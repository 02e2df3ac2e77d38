/** Answers kept while their rows are the same: over random changes none is sent that would be made otherwise now. */
import * as fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pngOf } from "../domains/files/testing/samples.ts";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";

let portal: TestApp;
const people: Record<string, TestUser> = {};
beforeAll(async () => {
  portal = await createTestApp();
  for (const name of ["client", "other"]) people[name] = await portal.as("client");
  people["office"] = await portal.as("office");
  portal.services.now = () => new Date(Date.now() + ahead);
}, 60_000);
afterAll(() => portal.close());

const by = (name: string) => people[name] as TestUser;
const holderOfClient = () => ({ holderType: "user", holderId: by("client").id }) as const;

const lists = ["/ticket/user/:id", "/ticket", "/ticket?queue=late", "/doc/user/:id/by-type/all", "/chat/user/:id"];
const read = (path: string, { token }: TestUser, headers: Record<string, string> = {}) =>
  portal.app.inject({
    url: path.replace(":id", String(by("client").id)),
    headers: { authorization: `Bearer ${token}`, ...headers },
  });

/** The same list for a session that nothing is kept for: what the viewer is made of has another id. */
async function readAnew(path: string, person: TestUser): Promise<string> {
  const token = `anew-${crypto.randomUUID()}`;
  await sql`insert into session (user_id, token_hash, expires_at)
    values (${person.id}, sha256(${token}::bytea), now() + interval '1 hour')`.execute(portal.database.db);
  return (await read(path, { ...person, token })).body;
}

let written = 0;
/** Milliseconds by which the portal's time is ahead. */
let ahead = 0;
const changes: Record<string, () => Promise<unknown>> = {
  ticket: () =>
    by("client").client.tickets.create({
      params: holderOfClient(),
      body: { title: `A fee, ${++written}`, content: "Why?" },
    }),
  comment: async () => {
    const { tickets } = await by("client").client.tickets.list({ params: holderOfClient(), query: {} });
    const id = tickets[0]?.id;
    if (id !== undefined)
      await by("office").client.tickets.addComment({ params: { ...holderOfClient(), id }, body: { content: "So." } });
  },
  message: () =>
    by("client").client.chats.send({
      params: holderOfClient(),
      body: { text: `A question, ${++written}`, key: crypto.randomUUID(), uploads: [] },
    }),
  name: () =>
    sql`update app_user set name = ${`Name ${++written}`} where id = ${by("client").id}`.execute(portal.database.db),
  colleague: () =>
    sql`update app_user set name = ${`Staff ${++written}`} where id = ${by("office").id}`.execute(portal.database.db),
  due: () => sql`update ticket set next_due_at = next_due_at - interval '1 day'`.execute(portal.database.db),
  readMark: async () => {
    const { messages } = await by("client").client.chats.open({ params: holderOfClient() });
    const number = messages.at(-1)?.number;
    if (number !== undefined) await by("office").client.chats.markRead({ params: holderOfClient(), body: { number } });
  },
  document: () =>
    by("office").client.documents.add({
      params: { ...holderOfClient(), type: "other" },
      body: {
        documents: [{ fileName: `scan ${++written}.png`, base64data: pngOf(20 + written, 20).toString("base64") }],
      },
    }),
  opened: async () => {
    const { documents } = await by("client").client.documents.list({
      params: { ...holderOfClient(), type: "all" },
      query: {},
    });
    const docId = documents[0]?.id;
    if (docId !== undefined)
      await by("client").client.documents.markOpened({ params: { ...holderOfClient(), docId }, body: {} });
  },
  older: () => sql`update document_version set created_at = created_at - interval '5 days'`.execute(portal.database.db),
  file: () => sql`update stored_file set size = size + 1`.execute(portal.database.db),
  later: async () => void (ahead += 9 * 3_600_000),
  earlier: async () => void (ahead -= 20 * 3_600_000),
};

test("a list is what it would be without what is kept, and has the same tag only if it is equal", async () => {
  const known = new Map<string, { etag: string; body: string }>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...Object.keys(changes)), { minLength: 2, maxLength: 6 }),
      async (steps) => {
        for (const step of steps) {
          await changes[step]?.();
          for (const path of lists)
            for (const person of [by("client"), by("office")]) {
              const answer = await read(path, person);
              if (answer.statusCode !== 200) continue;
              expect(answer.body).toBe(await readAnew(path, person));
              const name = `${person.id} ${path}`;
              const before = known.get(name);
              const { etag } = answer.headers;
              // A conversation that nobody has begun.
              if (typeof etag !== "string") continue;
              if (before) {
                expect(etag === before.etag).toBe(answer.body === before.body);
                const asked = await read(path, person, { "if-none-match": before.etag });
                expect(asked.statusCode).toBe(answer.body === before.body ? 304 : 200);
              }
              known.set(name, { etag, body: answer.body });
            }
        }
      },
    ),
    { numRuns: 6 },
  );
}, 120_000);

test("a ticket becomes late in its lists by the time alone", async () => {
  await changes["ticket"]?.();
  const stateOf = async (path: string, person: TestUser) => (await read(path, person)).json().tickets[0].due.state;
  for (const [path, person] of [
    ["/ticket/user/:id", by("client")],
    ["/ticket", by("office")],
  ] as const) {
    ahead = 0;
    expect(await stateOf(path, person)).toBe("due");
    ahead = 60 * 24 * 3_600_000;
    expect(await stateOf(path, person)).toBe("late");
  }
});
