/**
 * Anonymous callers over HTTP cannot answer, use up or block another person's sign-in, nor learn which e-mails have
 * accounts.
 */
import { performance } from "node:perf_hooks";
import type { FastifyInstance } from "fastify";
import { generate } from "otplib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sha256 } from "./keys.ts";
import { hashPassword } from "./passwords/passwords.ts";
import { type HttpCaller, httpCaller, newAddress, startApi } from "./testing/callers.ts";
import { SoftwarePasskey } from "./testing/passkey.ts";
import { startSigning } from "./testing/signing.ts";

const password = "quiet-harbour-at-dawn";
let signing: Awaited<ReturnType<typeof startSigning>>;
let app: FastifyInstance;
let passwordHash: string;
beforeAll(async () => {
  signing = await startSigning();
  app = await startApi(signing);
  passwordHash = await hashPassword(password);
}, 60_000);
afterAll(async () => {
  await app.close();
  await signing.close();
});

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/** A confirmed account. */
async function account(name: string) {
  const email = `${name}@doors.example`;
  const { id } = await signing.services.db
    .insertInto("app_user")
    .values({ email, name: "Ana", password_hash: passwordHash, email_confirmed_at: new Date() })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, email };
}

const login = (caller: HttpCaller, email: string, typed = password) =>
  caller.post("/user/login", { email, password: typed });
/** Signs in as a browser, which is then known; the account has received `mails` mails before. */
async function signIn(caller: HttpCaller, email: string, mails = 0) {
  expect((await login(caller, email)).status).toBe(200);
  const answer = await caller.post("/user/verify", { email, code: await signing.codeTo(email, mails + 1) });
  expect(answer.status).toBe(200);
  return String(answer.body["token"]);
}

test("a program's code is worth nothing without the challenge that its login was answered with", async () => {
  const { email } = await account("program");
  const owner = httpCaller(app);
  const { challenge } = (await login(owner, email)).body;
  expect(challenge).toHaveLength(43);
  const code = await signing.codeTo(email);
  for (const isBrowser of [false, true]) {
    const stranger = httpCaller(app, { isBrowser });
    for (const tried of [code, wrong(code)])
      for (const guess of [{}, { challenge: "x".repeat(43) }])
        expect(await stranger.post("/user/verify", { email, code: tried, ...guess })).toMatchObject({
          status: 401,
          code: "invalidCode",
        });
  }
  const answer = await owner.post("/user/verify", { email, code, challenge });
  expect(Object.keys(answer.body).toSorted()).toEqual(["deviceKey", "expiry", "token", "userData"]);
  expect((await owner.post("/user/verify", { email, code, challenge })).code).toBe("expiredCode");
});

test("a challenge answers for its own account alone", async () => {
  const [victim, thief] = [await account("victim"), await account("thief")];
  await login(httpCaller(app), victim.email);
  const caller = httpCaller(app);
  const { challenge } = (await login(caller, thief.email)).body;
  const code = await signing.codeTo(victim.email);
  expect((await caller.post("/user/verify", { email: victim.email, code, challenge })).code).toBe("invalidCode");
});

test("the specification's calls alone suffice for a program that keeps cookies, from registering on", async () => {
  const caller = httpCaller(app, { keepsCookies: true });
  const email = "literal@doors.example";
  const registered = await caller.post("/user/register", {
    name: "Ana",
    email,
    phone: "+359 88 812 3456",
    password,
    language: "en",
  });
  expect(registered).toMatchObject({ status: 200, body: { email } });
  await signing.codeTo(email);
  expect((await caller.get(`/user/resend-code/${email}`)).status).toBe(200);
  const code = await signing.codeTo(email, 2);
  expect((await httpCaller(app).post("/user/verify", { email, code })).code).toBe("invalidCode");
  expect(await caller.post("/user/verify", { email, code })).toMatchObject({ status: 200, body: { token: /./ } });
});

test("a program asks for another code with its challenge's cookie, five times; a challenge in the address is no challenge", async () => {
  const { email } = await account("resender");
  const caller = httpCaller(app);
  const { challenge } = (await login(caller, email)).body;
  const inAddress = await caller.get(`/user/resend-code/${email}?challenge=${String(challenge)}`);
  expect(inAddress.body["sent"] ?? false).toBe(false);
  // A program that keeps no cookies sends it by hand.
  caller.cookies.set("__Host-portico-challenge", String(challenge));
  for (let count = 0; count < 6; count += 1) {
    const { body } = await caller.get(`/user/resend-code/${email}`);
    expect(body["sent"]).toBe(count < 4);
  }
  const code = await signing.codeTo(email, 5);
  expect((await caller.post("/user/verify", { email, code, challenge })).status).toBe(200);
  expect(signing.mails.filter(({ to }) => to === email)).toHaveLength(5);
});

test("a browser's script is not shown the challenge", async () => {
  const { email } = await account("browser");
  const browser = httpCaller(app, { isBrowser: true });
  expect(Object.keys((await login(browser, email)).body).toSorted()).toEqual(["email", "factors", "isValidated"]);
  expect([...browser.cookies.keys()]).toEqual(["__Host-portico-challenge"]);
});

test("however often a stranger tries codes, the owner is not kept out and no answer tells accounts apart", async () => {
  const { email } = await account("tried");
  const owner = httpCaller(app);
  const { challenge } = (await login(owner, email)).body;
  const code = await signing.codeTo(email);
  const answersFor = async (address: string) => {
    const answers = new Set<string>();
    for (let count = 0; count < 25; count += 1) {
      const { status, code: refused } = await httpCaller(app).post("/user/verify", {
        email: address,
        code: String(count).padStart(6, "0"),
      });
      answers.add(`${status} ${refused}`);
    }
    return [...answers];
  };
  const [known, unknown] = await Promise.all([answersFor(email), answersFor("nobody@doors.example")]);
  expect(known).toEqual(["401 invalidCode"]);
  expect(unknown).toEqual(known);
  expect((await owner.post("/user/verify", { email, code, challenge })).status).toBe(200);
});

test("of codes tried at the same time over many challenges twenty are judged in a day", async () => {
  const { email } = await account("parallel");
  const challenges: unknown[] = [];
  for (let count = 0; count < 10; count += 1) challenges.push((await login(httpCaller(app), email)).body["challenge"]);
  const code = wrong(await signing.codeTo(email, 10));
  const answers = await Promise.all(
    challenges.flatMap((challenge) =>
      Array.from({ length: 5 }, () => httpCaller(app).post("/user/verify", { email, code, challenge })),
    ),
  );
  const count = (refused: string) => answers.filter((answer) => answer.code === refused).length;
  expect(count("invalidCode")).toBe(20);
  expect(count("tooManyRequests")).toBe(30);
});

test("of passwords tried at the same time from one network five are judged", async () => {
  const { email } = await account("hammered");
  const [first, second] = ["2001:db8:5:6::1", "2001:db8:5:6:ffff::2"];
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      login(httpCaller(app, { address: index % 2 ? first : second }), email, "not the password"),
    ),
  );
  expect(answers.filter(({ code }) => code === "invalidCredentials")).toHaveLength(5);
  expect(answers.filter(({ code }) => code === "tooManyRequests")).toHaveLength(11);
});

test("wrong passwords from elsewhere do not keep the owner out, nor from the same network in a known browser", async () => {
  const { email } = await account("owner");
  const address = newAddress();
  const known = httpCaller(app, { isBrowser: true, address });
  await signIn(known, email);
  for (let count = 0; count < 6; count += 1) await login(httpCaller(app, { address }), email, "not the password");
  expect((await login(httpCaller(app, { address }), email)).code).toBe("tooManyRequests");
  expect((await login(httpCaller(app), email)).status).toBe(200);
  expect((await login(known, email)).status).toBe(200);
});

test("a botnet's tries end with a hundred a day, and the owner still gets in: known browser, own factor, mailed link", async () => {
  const { id, email } = await account("besieged");
  const nobody = "nobody-besieged@doors.example";
  const known = httpCaller(app, { isBrowser: true });
  const token = await signIn(known, email);
  const tryBoth = () => Promise.all([email, nobody].map((each) => login(httpCaller(app), each, "not the password")));
  await tryBoth();
  await signing.services.db
    .updateTable("sign_in_failure")
    .set({ count: 99 })
    .where("origin", "=", "any")
    .where("account", "in", [sha256(email), sha256(nobody)])
    .execute();
  expect((await tryBoth()).map(({ code }) => code)).toEqual(["invalidCredentials", "invalidCredentials"]);
  const refusedFor = async (each: string, typed: string) => (await login(httpCaller(app), each, typed)).code;
  expect(await refusedFor(email, "not the password")).toBe("tooManyRequests");
  expect(await refusedFor(email, password)).toBe("tooManyRequests");
  expect(await refusedFor(nobody, password)).toBe("tooManyRequests");
  expect((await login(known, email)).status).toBe(200);
  // With their own app, the right password leads to the request for its code.
  const begun = await known.post(`/user/${id}/factors/authenticator/begin`, { currentPassword: password }, token);
  const secret = String(begun.body["secret"]);
  const code = await generate({ secret, epoch: Math.floor(Date.now() / 1000) - 30 });
  await known.post(`/user/${id}/factors/authenticator/confirm`, { code }, token);
  expect((await login(httpCaller(app), email)).status).toBe(200);
  expect(await refusedFor(email, "not the password")).toBe("tooManyRequests");
});

test("a stranger who asks for links neither fills the mailbox nor keeps the owner from one", async () => {
  const { email } = await account("mailbox");
  for (let count = 0; count < 8; count += 1)
    expect((await httpCaller(app).get(`/user/reset-generate/${email}`)).status).toBe(200);
  for (let count = 0; count < 12; count += 1)
    await httpCaller(app).post(`/user/reset-pass/${email}`, { newPass: password, validationString: "guessed" });
  const { text } = await signing.mailTo(email, 5);
  expect(signing.mails.filter(({ to }) => to === email)).toHaveLength(5);
  const validationString = new URL(/http\S+/.exec(text)?.[0] ?? "").searchParams.get("code") ?? "";
  const owner = httpCaller(app, { isBrowser: true });
  const newPass = "a lantern over still water";
  expect((await owner.post(`/user/reset-pass/${email}`, { newPass, validationString })).status).toBe(200);
  expect(owner.cookies.has("__Host-portico-known")).toBe(true);
  expect((await login(owner, email, newPass)).status).toBe(200);
});

test("no refusal tells by its time whether there is such an account, also on a busy machine", async () => {
  const { email } = await account("timed");
  const timesOf = async (address: string) => {
    const times: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      const began = performance.now();
      await httpCaller(app).post("/user/verify", { email: address, code: "000000" });
      times.push(performance.now() - began);
    }
    return Math.min(...times);
  };
  const [known, unknown] = [await timesOf(email), await timesOf("nobody-timed@doors.example")];
  expect(Math.round(known / 250)).toBe(Math.round(unknown / 250));
  expect(known).toBeGreaterThan(245);
});

test("a registration mails nothing that the stranger wrote; the name comes once the address is confirmed", async () => {
  const email = "phished@doors.example";
  const name = "Your account is blocked, call evil.example";
  const caller = httpCaller(app, { isBrowser: true });
  const typed = { name, email, phone: "+359 88 812 3456", password, language: "en" };
  expect((await caller.post("/user/register", typed)).status).toBe(200);
  const code = await signing.codeTo(email);
  await caller.get(`/user/reset-generate/${email}`);
  await signing.mailTo(email, 2);
  for (const { text, html, subject } of signing.mails.filter(({ to }) => to === email))
    expect(text + html + subject).not.toContain("evil");
  expect((await caller.post("/user/verify", { email, code })).status).toBe(200);
  await login(caller, email);
  expect((await signing.mailTo(email, 3)).text).toContain(name);
});

test("a passkey signs in alone: once per challenge, for its owner, only where it was begun", async () => {
  const { id, email } = await account("alone");
  const browser = httpCaller(app, { isBrowser: true });
  const token = await signIn(browser, email);
  const passkey = new SoftwarePasskey(new URL(signing.services.config.publicUrl).origin);
  const begun = await browser.post(`/user/${id}/factors/passkeys/begin`, { currentPassword: password }, token);
  const options = begun.body["options"] as { challenge: string; authenticatorSelection: { residentKey: string } };
  expect(options.authenticatorSelection.residentKey).toBe("required");
  const response = passkey.register(options.challenge);
  const added = await browser.post(`/user/${id}/factors/passkeys/confirm`, { name: "Phone", response }, token);
  expect(added.status).toBe(200);

  const visitor = httpCaller(app, { isBrowser: true });
  const challengeFor = async (caller: HttpCaller) => {
    const { body } = await caller.post("/user/passkey/begin-sign-in", {});
    return (body["options"] as { challenge: string }).challenge;
  };
  const handle = `portico ${id}`;
  const challenge = await challengeFor(visitor);
  const stranger = httpCaller(app, { isBrowser: true });
  await challengeFor(stranger);
  const answer = { response: passkey.answer(challenge, handle) };
  expect((await stranger.post("/user/verify-passkey", answer)).code).toBe("invalidCode");
  const opened = await visitor.post("/user/verify-passkey", answer);
  expect(opened.body["userData"]).toMatchObject({ id, email });
  expect((await visitor.post("/user/verify-passkey", answer)).code).toBe("expiredCode");
  // Another name in the answer, and an unknown passkey.
  for (const [key, name] of [
    [passkey, `portico ${id + 1}`],
    [new SoftwarePasskey(passkey.origin), handle],
  ] as const) {
    const next = await challengeFor(visitor);
    const refused = await visitor.post("/user/verify-passkey", { response: key.answer(next, name) });
    expect(refused.code).toBe("invalidCode");
  }
  const program = httpCaller(app);
  const { body } = await program.post("/user/passkey/begin-sign-in", {});
  const programs = passkey.answer((body["options"] as { challenge: string }).challenge, handle);
  const session = await program.post("/user/verify-passkey", { response: programs, challenge: body["challenge"] });
  expect(session.status).toBe(200);
});

test("who needs the app is not let in by mail; a recovery code lets in once; without factors nothing is needed", async () => {
  const { id, email } = await account("needs");
  const browser = httpCaller(app, { isBrowser: true });
  const token = await signIn(browser, email);
  const post = (path: string, body: Record<string, unknown>) => browser.post(`/user/${id}/factors${path}`, body, token);
  const need = (required: boolean) => post("/required", { required, currentPassword: password });
  expect((await post("/recovery-codes", { currentPassword: password })).code).toBe("stateConflict");
  const { secret } = (await post("/authenticator/begin", { currentPassword: password })).body;
  const epoch = Math.floor(Date.now() / 1000);
  await post("/authenticator/confirm", { code: await generate({ secret: String(secret), epoch: epoch - 30 }) });
  expect((await need(true)).code).toBe("stateConflict");
  const made = (await post("/recovery-codes", { currentPassword: password })).body["codes"] as string[];
  expect(new Set(made).size).toBe(10);
  expect((await need(true)).body).toEqual({ ownFactorRequired: true });

  const visitor = httpCaller(app, { isBrowser: true });
  expect((await login(visitor, email)).body["factors"]).toEqual(["authenticator", "recoveryCode"]);
  const mails = signing.mails.filter(({ to }) => to === email).length;
  expect((await visitor.get(`/user/resend-code/${email}`)).status).toBe(200);
  await browser.post(`/user/${id}/request-validation`, {}, token);
  const typed = made[0]?.toLowerCase().replace("-", " ") ?? "";
  expect((await visitor.post("/user/verify", { email, recoveryCode: typed })).status).toBe(200);
  await login(visitor, email);
  expect((await visitor.post("/user/verify", { email, recoveryCode: typed })).code).toBe("invalidCode");
  expect((await visitor.post("/user/verify", { email, recoveryCode: made[1], code: "123456" })).status).toBe(400);
  const reported = signing.mails.filter(({ to, text }) => to === email && /\b\d{6}\b/.test(text));
  expect(reported).toHaveLength(1);
  expect((await signing.mailTo(email, mails + 1)).text).toContain("Recovery codes left: 9.");

  // New codes replace the old ones; removing the last factor removes codes and setting.
  const again = (await post("/recovery-codes", { currentPassword: password })).body["codes"] as string[];
  expect((await visitor.post("/user/verify", { email, recoveryCode: made[1] })).code).toBe("invalidCode");
  expect((await visitor.post("/user/verify", { email, recoveryCode: again[0] })).status).toBe(200);
  await post("/authenticator/remove", { currentPassword: password });
  expect((await login(visitor, email)).body["factors"]).toEqual(["mail"]);
});
