/**
 * Read marks from three devices of each reader, in any order: `node bench/chat-unread.ts [reads]`. What each reader has not
 * read, and which conversations the firm has not read, must be what a recount of the messages says, throughout and at the
 * end. Calls go through the API without a network.
 */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { type BenchUser, openPortal } from "./database.ts";

const reads = Number(process.argv[2] ?? 100_000);
const conversations = 200;
const messagesEach = 40;
const atOnce = 12;
const checkEvery = 25_000;

const portal = await openPortal();
const { db } = portal.services;
const office = await portal.staff();

const { id: otherId } = await db
  .insertInto("app_user")
  .values({
    email: "second@bench.example",
    name: "Second",
    role: "internal",
    password_hash: "none",
    state: "postKYC",
    email_confirmed_at: sql<Date>`now()`,
  })
  .returning("id")
  .executeTakeFirstOrThrow();
const second: BenchUser = { id: otherId, token: await portal.openSession(otherId) };

async function call(by: BenchUser, method: "GET" | "PATCH" | "POST", path: string, body?: object): Promise<unknown> {
  const answer = await portal.app.inject({
    method,
    url: path,
    headers: { authorization: `Bearer ${by.token}`, accept: "application/json" },
    ...(body && { payload: body }),
  });
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${answer.payload}`);
  return answer.json();
}

const clients: BenchUser[] = [];
for (let number = 0; number < conversations; number++) clients.push(await portal.user(`client${number}`));
await Promise.all(
  Array.from({ length: atOnce }, async (_, lane) => {
    for (let place = lane; place < conversations; place += atOnce) {
      const client = clients[place] as BenchUser;
      for (let number = 0; number < messagesEach; number++)
        await call(number % 3 === 2 ? office : client, "POST", `/chat/user/${client.id}/messages`, {
          key: randomUUID(),
          text: `message ${number}`,
        });
      // Some are in the hands of one colleague.
      if (place % 3 > 0)
        await call(office, "PATCH", `/chat/user/${client.id}/assign`, {
          admin_id: place % 3 === 1 ? office.id : second.id,
        });
    }
  }),
);
console.log(`${conversations} conversations of ${messagesEach} messages are there`);

/** Differences between what is kept or answered and a recount. */
async function faults(): Promise<number> {
  const { rows } = await sql<{ holder_id: number; user_id: number; unread: number }>`
    select chat.holder_id, reader.id as user_id, (
      select count(*)::int from chat_message message
      where message.chat_id = chat.id and message.deleted_at is null and message.by_staff = (reader.role = 'client')
        and not exists (select from chat_reading mark where mark.chat_id = chat.id and mark.user_id = reader.id
          and mark.number >= message.number)
    ) as unread
    from chat join app_user reader on reader.id in (chat.holder_id, ${office.id}, ${second.id})`.execute(db);
  let found = 0;
  for (const { holder_id, user_id, unread } of rows) {
    const by = [office, second, ...clients].find(({ id }) => id === user_id) as BenchUser;
    const answer = (await call(by, "GET", `/chat/user/${holder_id}/unread`)) as { unread: number };
    if (answer.unread !== unread) found += 1;
  }
  const kept = await sql<{ holder_id: number; is_unread: boolean; assigned_to: number | null }>`
    select holder_id, is_unread, assigned_to from chat`.execute(db);
  for (const { holder_id, is_unread, assigned_to } of kept.rows) {
    const ofFirm = rows.filter(
      (row) => row.holder_id === holder_id && row.user_id !== holder_id && (assigned_to ?? row.user_id) === row.user_id,
    );
    if (is_unread !== ofFirm.every(({ unread }) => unread > 0)) found += 1;
  }
  return found;
}

const any = (count: number): number => Math.floor(Math.random() * count);
/** What each of three devices of a reader has shown, by conversation and reader. */
const shown = new Map<string, number[]>();
let found = 0;
const begun = performance.now();

async function readOnce(): Promise<void> {
  const client = clients[any(conversations)] as BenchUser;
  const by = [client, office, second][any(3)] as BenchUser;
  const key = `${client.id}/${by.id}`;
  const devices = shown.get(key) ?? [0, 0, 0];
  shown.set(key, devices);
  const device = any(3);
  // Seldom far ahead, so that there is something to read to the end.
  devices[device] = Math.min(messagesEach, (devices[device] ?? 0) + any(2));
  if (devices[device] > 0) await call(by, "PATCH", `/chat/user/${client.id}/read`, { number: devices[device] });
}
for (let made = 0; made < reads; made += checkEvery) {
  const count = Math.min(checkEvery, reads - made);
  await Promise.all(
    Array.from({ length: atOnce }, async (_, lane) => {
      for (let place = lane; place < count; place += atOnce) await readOnce();
    }),
  );
  found += await faults();
}
const seconds = (performance.now() - begun) / 1000;
console.log(`${reads} reads in ${seconds.toFixed(0)} s with ${Math.ceil(reads / checkEvery)} recounts`);
console.log(found === 0 ? "every count is what a recount says" : `${found} counts differ`);
if (found > 0) process.exitCode = 1;
await portal.close();
