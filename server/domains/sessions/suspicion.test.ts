/** What signing in records: failed attempts without what was typed, reasons to be suspicious, and one mail for all. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Place } from "../../adapters/geography/geography.ts";
import { verify } from "./sign-in/complete-sign-in.ts";
import { beginPasskeyAlone, verifyPasskeyAlone } from "./sign-in/passkey-alone.ts";
import { login, register } from "./sign-in/password-step.ts";
import { startSigning } from "./testing/signing.ts";

const password = "quiet-harbour-at-dawn";
const chrome = "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";
let signing: Awaited<ReturnType<typeof startSigning>>;
beforeAll(async () => {
  signing = await startSigning();
}, 60_000);
afterAll(() => signing.close());

const from = (place: Place | null) => {
  const caller = signing.caller({ userAgent: chrome });
  const located: Place = place ?? { country: null, country_code: null, city: null };
  caller.context.geography = {
    ...caller.context.geography,
    locate: async () => located,
    locateOffline: async () => ({ ...located, city: null }),
  };
  return caller;
};
const sofia = { country: "Bulgaria", country_code: "BG", city: "Sofia", latitude: 42.7, longitude: 23.3 };
const london = { country: "United Kingdom", country_code: "GB", city: "London", latitude: 51.5, longitude: -0.1 };

async function newcomer(name: string) {
  const email = `${name}@clients.example`;
  const caller = from(sofia);
  const { id } = await register(caller.context, caller.http, {
    name: "Ana",
    email,
    phone: "+359 88 812 3456",
    password,
    language: "en",
  });
  let mails = 1;
  await verify(caller.context, caller.http, { email, code: await signing.codeTo(email, mails) });
  const signIn = async (place: Place | null) => {
    const there = from(place);
    await login(there.context, there.http, { email, password });
    mails += 1;
    await verify(there.context, there.http, { email, code: await signing.codeTo(email, mails) });
  };
  return { id, email, signIn, mailed: (count: number) => void (mails += count) };
}

const reasonsOf = async (userId: number) =>
  (
    await sql<{ suspicious: string[] }>`
      select suspicious from sign_in where user_id = ${userId} order by created_at, id`.execute(signing.services.db)
  ).rows.map(({ suspicious }) => suspicious);
const failuresOf = async (userId: number | null) =>
  (
    await sql`select kind, ip, country_code, os, browser_name from failed_sign_in
      where user_id is not distinct from ${userId}::bigint order by id`.execute(signing.services.db)
  ).rows;
const reported = (email: string) =>
  signing.mails.filter(({ to, subject }) => to === email && subject === "New sign-in to Portico");

test("London right after Sofia is impossible and new: stored with the row, and told by one mail", async () => {
  const { id, email, signIn, mailed } = await newcomer("far");
  await signIn(london);
  await expect.poll(() => reported(email).length).toBe(1);
  mailed(1);
  expect(await reasonsOf(id)).toEqual([[], ["impossibleTravel", "newCountry"]]);
  // Both countries are known now, and the journey is still impossible.
  await signIn(sofia);
  await expect.poll(() => reported(email).length).toBe(2);
  mailed(1);
  expect((await reasonsOf(id)).at(-1)).toEqual(["impossibleTravel"]);
});

test("an unknown or private address is not suspicious, and does not hide where the person was before", async () => {
  const { id, signIn } = await newcomer("private");
  await signIn(null);
  expect(await reasonsOf(id)).toEqual([[], []]);
  await signIn(london);
  expect((await reasonsOf(id)).at(-1)).toEqual(["impossibleTravel", "newCountry"]);
});

test("wrong passwords and codes are kept without what was typed, and five before a sign-in are suspicious", async () => {
  const { id, email } = await newcomer("guessed");
  const thief = from(london);
  for (let tries = 0; tries < 4; tries += 1)
    await login(thief.context, thief.http, { email, password: `guess number ${tries} of many` }).catch(() => undefined);
  const here = from(sofia);
  await login(here.context, here.http, { email, password });
  const code = await signing.codeTo(email, 2);
  const wrong = code === "000000" ? "000001" : "000000";
  await expect(verify(here.context, here.http, { email, code: wrong })).rejects.toMatchObject({ code: "invalidCode" });
  await verify(here.context, here.http, { email, code });
  const row = { ip: "198.51.100.7", os: "Linux", browser_name: "chrome" };
  expect(await failuresOf(id)).toEqual([
    ...Array.from({ length: 4 }, () => ({ kind: "password", country_code: "GB", ...row })),
    { kind: "code", country_code: "BG", ...row },
  ]);
  expect(await reasonsOf(id)).toEqual([[], ["manyFailures"]]);
  // Counted since the last sign-in.
  await login(here.context, here.http, { email, password });
  await verify(here.context, here.http, { email, code: await signing.codeTo(email, 3) });
  expect((await reasonsOf(id)).at(-1)).toEqual([]);
});

test("an e-mail without an account leaves a row that names nobody; so does an unknown passkey", async () => {
  const before = await failuresOf(null);
  const stranger = from(london);
  await expect(
    login(stranger.context, stranger.http, { email: "nobody@clients.example", password }),
  ).rejects.toMatchObject({ code: "invalidCredentials" });
  await beginPasskeyAlone(stranger.context, stranger.http);
  await expect(
    verifyPasskeyAlone(stranger.context, stranger.http, { challenge: undefined, response: { id: "made-up" } }),
  ).rejects.toMatchObject({ code: "invalidCode" });
  const row = { ip: "198.51.100.7", country_code: "GB", os: "Linux", browser_name: "chrome" };
  expect((await failuresOf(null)).slice(before.length)).toEqual([
    { kind: "password", ...row },
    { kind: "passkey", ...row },
  ]);
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found from failed_sign_in where failed_sign_in::text like '%nobody%'`.execute(
    signing.services.db,
  );
  expect(rows).toEqual([{ found: 0 }]);
});
