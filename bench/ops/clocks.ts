/**
 * Clocks that are wrong by an hour: `node bench/ops/clocks.ts`. Two portals and their database run under libfaketime, which moves
 * each one's clock while it runs: portals an hour apart, a database that is ahead of both and goes back, portals whose clocks
 * jump. In each case people sign in by mail and by an app, confirm a code, add a bank account, edit a message, are limited and let
 * in again; whoever has used a session's time is out. Runs as root with Debian's packages postgresql and libfaketime, in about ten
 * minutes. Needs built pages.
 */
import { createHash, randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { generate } from "otplib";
import { Client } from "pg";
import { hashPassword } from "../../server/domains/sessions/sessions.passwords.service.ts";
import { type BenchClient, createClients } from "./clients.ts";
import { type Portal, startPortal } from "./portals.ts";
import { createDatabase, createServer } from "./postgres.ts";

const library = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";
const folder = mkdtempSync(join(tmpdir(), "portico-clocks-"));
chmodSync(folder, 0o755);
const clocks = ["database", "one", "two"] as const;
type Clock = (typeof clocks)[number];
/** Moves a clock of a process that runs, by hours from the true time. */
function setClock(clock: Clock, hours: number): void {
  const file = join(folder, `clock-${clock}`);
  writeFileSync(file, `${hours < 0 ? "-" : "+"}${Math.abs(hours) * 3600}s\n`);
  chmodSync(file, 0o644);
}
/** Moves the wall clock alone: the monotonic one of a machine never jumps. */
const under = (clock: Clock): Record<string, string> => ({
  LD_PRELOAD: library,
  FAKETIME_TIMESTAMP_FILE: join(folder, `clock-${clock}`),
  FAKETIME_NO_CACHE: "1",
  FAKETIME_DONT_FAKE_MONOTONIC: "1",
  FAKETIME_DISABLE_SHM: "1",
});
for (const clock of clocks) setClock(clock, 0);

const server = createServer({ folder: join(folder, "server"), port: 5730, settings: [] });
server.start(server.first, under("database"));
const url = await createDatabase(5730);
const environment = {
  DATABASE_URL: url,
  FIRM_KEY: createHash("sha256").update(folder).digest("base64"),
  DRAIN_SECONDS: "0",
  LOG_LEVEL: "warn",
};
const dataDir = join(folder, "data");
const start = (name: "one" | "two", port: number): Promise<Portal> =>
  startPortal({ name, port, environment: { ...environment, ...under(name) }, folder: dataDir });
const one = await start("one", 4760);
const two = await start("two", 4770);
const database = new Client(url);
await database.connect();

const wrong: string[] = [];
function expect(what: string, is: boolean, found: unknown = ""): void {
  if (is) return;
  wrong.push(what);
  console.info(`  wrong: ${what} ${typeof found === "string" ? found : JSON.stringify(found)}`);
}

interface Answer {
  status: number;
  retryAfter: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- each call's own answer
  body: any;
}
async function call(portal: Portal, method: string, path: string, more: { token?: string; body?: object } = {}) {
  const answer = await fetch(`${portal.address}/api${path}`, {
    method,
    headers: {
      ...(more.token !== undefined && { authorization: `Bearer ${more.token}` }),
      ...(more.body && { "content-type": "application/json" }),
    },
    ...(more.body && { body: JSON.stringify(more.body) }),
  });
  const text = await answer.text();
  const retryAfter = Number(answer.headers.get("retry-after") ?? Number.NaN);
  return { status: answer.status, retryAfter, body: text.startsWith("{") ? JSON.parse(text) : text } as Answer;
}
const read = new Set<string>();
/** The code in the next mail to an address. */
async function codeFor(email: string): Promise<string> {
  const mails = join(dataDir, "mail");
  for (let tries = 0; tries < 300; tries += 1, await pause(100))
    for (const name of readdirSync(mails).filter((file) => file.endsWith(".eml") && !read.has(file))) {
      const text = readFileSync(join(mails, name), "utf8");
      if (!text.includes(email)) continue;
      read.add(name);
      const code = /^\s*(\d{6})\s*$/m.exec(text)?.[1];
      if (code !== undefined) return code;
    }
  throw new Error(`no code was mailed to ${email}`);
}

const password = "A long sentence that nobody guesses 7";
const passwordHash = await hashPassword(password);
let people = 0;
async function createPerson(): Promise<{ id: number; email: string }> {
  const email = `person${(people += 1)}@bench.example`;
  const { rows } = await database.query<{ id: string }>(
    `insert into app_user (email, name, password_hash, state, email_confirmed_at)
     values ($1, 'Ann Example', $2, 'postKYC', now()) returning id`,
    [email, passwordHash],
  );
  return { id: Number(rows[0]?.id), email };
}
const secondsUntil = async (time: string): Promise<number> =>
  Number(
    (await database.query("select extract(epoch from $1::timestamptz - clock_timestamp()) as s", [time])).rows[0].s,
  );

/** Begins at one portal, goes on at the other. */
async function tryPerson(here: Portal, there: Portal): Promise<string> {
  const { id, email } = await createPerson();
  const begin = await call(here, "POST", "/user/login", { body: { email, password } });
  const { challenge } = begin.body;
  const signedIn = await call(there, "POST", "/user/verify", {
    body: { email, code: await codeFor(email), challenge },
  });
  const { token } = signedIn.body;
  expect("sign in by mail", signedIn.status === 200, signedIn);
  for (const portal of [here, there]) {
    const state = await call(portal, "GET", `/user/${id}/state`, { token });
    expect("the session is open", state.status === 200, state);
  }

  const accounts = [{ iban: "DE89370400440532013000", currency: "EUR", owner: "Ann Example", name: "Mine" }];
  const own = `/bank-account/user/${id}`;
  const asked = await call(here, "POST", `${own}/code`, { token, body: { accounts } });
  const code = await codeFor(email);
  const confirmed = await call(there, "POST", `/user/${id}/check-validation`, {
    token,
    body: { string: code, for: asked.body.for },
  });
  expect("a code by mail is right", confirmed.status === 200, confirmed);
  const saved = await call(here, "POST", own, { token, body: { accounts } });
  expect("a confirmed code lets an account be added", saved.status === 200, saved);
  if (saved.status === 200) {
    const waits = (await secondsUntil(saved.body.accounts[0].usable_from)) / 3600 - saved.body.waitHours;
    expect("a new account waits as long as it should", Math.abs(waits) < 0.01, `${waits} h more`);
    const listed = await call(there, "GET", own, { token });
    expect("a new account waits at the other portal", listed.body.accounts[0].isWaiting === listed.body.waitHours > 0);
  }

  const message = await call(here, "POST", `/chat/user/${id}/messages`, {
    token,
    body: { key: randomUUID(), text: "Hello" },
  });
  for (const portal of [here, there]) {
    const edited = await call(portal, "PATCH", `/chat/user/${id}/messages/${message.body.number}`, {
      token,
      body: { text: `Hello ${portal.name}` },
    });
    expect(`a message can be edited at ${portal.name}`, edited.status === 200, edited);
  }
  const { rows: reminders } = await database.query<{ seconds: string }>(
    `select extract(epoch from start_after - now()) as seconds from jobs.job
     where name = 'chats.remind' and singleton_key = $1 and state = 'created'`,
    [`user/${id}`],
  );
  expect(
    "a reminder waits less than an hour",
    reminders.every(({ seconds }) => Number(seconds) > 0 && Number(seconds) < 3600),
    reminders,
  );
  await call(here, "POST", `/chat/user/${id}/presence`, { token, body: {} });
  const opened = await call(there, "GET", `/chat/user/${id}`, { token });
  const present = opened.body.present as { until: string }[];
  expect("presence is seen at the other portal", present.length === 1, opened.body.present);
  if (present[0]) {
    const lasts = await secondsUntil(present[0].until);
    expect("presence ends soon", lasts > 0 && lasts < 120, `${lasts} s`);
  }

  const app = await call(here, "POST", `/user/${id}/factors/authenticator/begin`, {
    token,
    body: { currentPassword: password },
  });
  const { rows: times } = await database.query<{ s: string }>("select extract(epoch from clock_timestamp()) as s");
  const epoch = Math.floor(Number(times[0]?.s));
  const added = await call(here, "POST", `/user/${id}/factors/authenticator/confirm`, {
    token,
    body: { code: await generate({ secret: app.body.secret, epoch }) },
  });
  expect("an app is added", added.status === 200, added);
  const again = await call(there, "POST", "/user/login", { body: { email, password } });
  const byApp = await call(there, "POST", "/user/verify", {
    body: {
      email,
      code: await generate({ secret: app.body.secret, epoch: epoch + 30 }),
      challenge: again.body.challenge,
    },
  });
  expect("sign in by an app", byApp.status === 200, byApp);

  await database.query("update app_user set password_reset_at = now() where id = $1", [id]);
  const refused = await call(here, "POST", `/user/${id}/factors/authenticator/remove`, {
    token: byApp.body.token ?? token,
    body: { currentPassword: password },
  });
  expect("a refusal for a day says so", Math.abs(refused.retryAfter - 86_400) < 120, refused);
  await database.query("update app_user set password_reset_at = null where id = $1", [id]);
  return token;
}

/** Uses a limit of one minute up at each portal; after that minute both must let in again. */
async function tryLimits(): Promise<void> {
  const ask = (portal: Portal) => call(portal, "POST", "/user/passkey/begin-sign-in", { body: {} });
  for (const portal of [one, two]) {
    let last = await ask(portal);
    for (let tries = 0; tries < 40 && last.status !== 429; tries += 1) last = await ask(portal);
    expect(`${portal.name} limits`, last.status === 429, last);
    expect(`${portal.name} says when to come back`, last.retryAfter <= 61, `${last.retryAfter} s`);
  }
  await pause(61_000);
  for (const portal of [one, two]) {
    const { status } = await ask(portal);
    expect(`${portal.name} lets in again after the minute`, status === 200, `${status}`);
  }
}

async function countSchedules(): Promise<void> {
  const { rows } = await database.query<{ minute: string; runs: string }>(
    `select date_trunc('minute', created_on) as minute, count(*) as runs from jobs.job
     where name = 'sharepoint.watch' and created_on > now() - interval '3 minutes' group by 1`,
  );
  expect("a job of each minute runs once", rows.length > 0 && rows.every(({ runs }) => Number(runs) === 1), rows);
}

/** A session that ends by its time. */
async function openSession(minutes: number): Promise<BenchClient> {
  const [client] = await createClients(url, 1);
  if (!client) throw new Error("no client was made");
  await database.query("update session set expires_at = now() + make_interval(mins => $2) where user_id = $1", [
    client.id,
    minutes,
  ]);
  return client;
}
const statusAt = async (portal: Portal, { id, token }: BenchClient): Promise<number> =>
  (await call(portal, "GET", `/user/${id}/state`, { token })).status;

async function tryAll(what: string): Promise<void> {
  console.info(what);
  // The next heartbeat of each, and pg-boss's next look at the clock.
  await pause(35_000);
  const { rows } = await database.query<{ pid: number; alive: boolean }>(
    "select pid, seen_at between now() - interval '45 seconds' and now() + interval '1 second' as alive from portal_process",
  );
  expect("both processes live for the others", rows.length === 2 && rows.every(({ alive }) => alive), rows);
  for (const portal of [one, two]) {
    const { body } = await call(portal, "GET", "/ready");
    expect(`${portal.name} is ready and sees two processes`, body.status === "ok" && body.processes === 2, body);
    console.info(`  ${portal.name}: ${JSON.stringify(body)}`);
  }
  await tryPerson(one, two);
  await tryPerson(two, one);
  await tryLimits();
}

setClock("one", 1);
setClock("two", -1);
await tryAll("portals an hour ahead and an hour behind");
await countSchedules();
setClock("one", -1);
setClock("two", 1);
await tryAll("their clocks jump by two hours");
await countSchedules();
setClock("one", 0);
setClock("two", 0);
const short = await openSession(30);
setClock("database", 1);
await tryAll("the database's clock jumps an hour ahead");
await countSchedules();
for (const portal of [one, two])
  expect(`a session of half an hour is over at ${portal.name}`, (await statusAt(portal, short)) === 401);
const kept = await openSession(30);
setClock("database", 0);
await tryAll("the database's clock goes back");
const { rows: ends } = await database.query<{ minutes: string }>(
  "select extract(epoch from expires_at - now()) / 60 as minutes from session where user_id = $1",
  [kept.id],
);
console.info(`  a session of half an hour begun before ends in ${Number(ends[0]?.minutes).toFixed(0)} minutes`);
expect("it ends within the hour added", Number(ends[0]?.minutes) <= 91, ends);

await database.end();
for (const portal of [one, two]) await portal.stop();
server.stop();
rmSync(folder, { recursive: true, force: true });
console.info(
  wrong.length === 0
    ? "Nobody was locked out, nobody stayed in."
    : `${wrong.length} wrong: ${[...new Set(wrong)].join("; ")}`,
);
process.exit(wrong.length === 0 ? 0 : 1);
