import { generate } from "otplib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { bindCookie } from "../../http/session.ts";
import { beginAuthenticator, confirmAuthenticator } from "./factors/authenticator.ts";
import { beginPasskey, beginPasskeySignIn, confirmPasskey, verifyPasskey } from "./factors/passkeys.ts";
import { changePassword, generateReset, resetPassword } from "./passwords/new-password.ts";
import { isLeaked } from "./passwords/passwords.ts";
import { consumeFreshCode } from "./sessions.queries.ts";
import { endOtherSessions, listSessions, logout } from "./sessions.ts";
import { verify } from "./sign-in/complete-sign-in.ts";
import { login, register, resendCode } from "./sign-in/password-step.ts";
import { checkValidation, requestValidation } from "./step-code.ts";
import { SoftwarePasskey } from "./testing/passkey.ts";
import { startSigning, type TestCaller } from "./testing/signing.ts";

const password = "quiet-harbour-at-dawn";
let signing: Awaited<ReturnType<typeof startSigning>>;
beforeAll(async () => {
  signing = await startSigning();
}, 60_000);
afterAll(() => signing.close());

const emailOf = (name: string) => `${name}@clients.example`;

async function registered(name: string, caller: TestCaller) {
  const email = emailOf(name);
  const { id } = await register(caller.context, caller.http, {
    name: "Иван Петров",
    email,
    phone: "+359 88 812 3456",
    password,
    language: "bg",
  });
  return { id, email, code: await signing.codeTo(email) };
}

/** Registers and signs in at once. */
async function client(name: string, caller = signing.caller()) {
  const { id, email, code } = await registered(name, caller);
  const { token } = await verify(caller.context, caller.http, { email, code });
  return { id, email, token, context: await caller.signedIn(token), caller };
}

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
const auditActions = async (userId: number) =>
  (
    await signing.services.db
      .selectFrom("audit_entry")
      .select("action")
      .where("subject_type", "=", "user")
      .where("subject_id", "=", String(userId))
      .execute()
  ).map((row) => row.action);

test("a person registers, gets a code by mail in their language, and is signed in by it", async () => {
  const caller = signing.caller();
  const { id, email, code } = await registered("first", caller);
  const mail = await signing.mailTo(email);
  expect(mail.subject).toBe("Вашият еднократен код за Portico");
  expect(mail.html).toContain(code);
  const answer = await verify(caller.context, caller.http, { email, code });
  expect(answer.userData).toMatchObject({ id, email, isValidated: true, state: "preKYC" });
  const context = await caller.signedIn(answer.token);
  expect(context.viewer).toMatchObject({ userId: id, role: "client" });
  expect((await listSessions(context, id)).sessions).toMatchObject([{ current: true, country_code: "BG" }]);
  expect(await auditActions(id)).toEqual(expect.arrayContaining(["user.registered", "session.opened"]));
});

test("an e-mail has one account", async () => {
  const caller = signing.caller();
  await client("twice");
  await expect(registered("twice", caller)).rejects.toMatchObject({ code: "emailInUse" });
});

test("a password that everybody knows is refused, a phrase of one's own is not", () => {
  for (const known of ["password1234", "qwertyuiop[]", "111111111111", "abcabcabcabc", "iloveyou1234", "Dragon!!!!!!"])
    expect(isLeaked(known), known).toBe(true);
  expect(isLeaked(password)).toBe(false);
  expect(isLeaked("anna.kowalska@firm.example", "anna.kowalska@firm.example")).toBe(true);
});

test("letters of every script count: phrases pass, known words, runs and patterns do not", () => {
  for (const own of [
    "тихо пристанище на зазоряване",
    "ЗеленаКотва7дъжд",
    "żółta łódź o świcie",
    "静かな港の夜明けの灯台守",
    "αθόρυβο λιμάνι",
    "🌊⚓🌅🦢⛵🐚🪸🐬🌬🧭⭐🌙",
    "7#q!2&v%9*k?",
    "&8%2!6@4#9$1*7^3",
  ])
    expect(isLeaked(own), own).toBe(false);
  for (const known of [
    "парола123456",
    "Обичамте!!!!",
    "абвгдежзийкл",
    "явертъуиопшщ",
    "йцукенгшщзхъ",
    "йййййййййййй",
    "абабабабабаб",
    "hasło1234567",
    "+359 88 812 3456",
    "01.02.1980 1980",
    "!!!!!!!!!!!!",
    "abc123456789",
  ])
    expect(isLeaked(known), known).toBe(true);
  expect(isLeaked("мария.петрова2026", "мария.петрова@firm.example")).toBe(true);
});

test("a code dies with five wrong tries, and a new one works", async () => {
  const caller = signing.caller();
  const { email, code } = await registered("guesser", caller);
  const tries = (answer: string) => verify(caller.context, caller.http, { email, code: answer });
  for (let count = 0; count < 5; count += 1)
    await expect(tries(wrong(code))).rejects.toMatchObject({ code: "invalidCode" });
  await expect(tries(code)).rejects.toMatchObject({ code: "expiredCode" });
  expect(await resendCode(caller.context, caller.http, email)).toEqual({ done: true, sent: true });
  const { token } = await tries(await signing.codeTo(email, 2));
  expect(token).toHaveLength(43);
});

test("of racing answers with the right code one opens a session", async () => {
  const caller = signing.caller();
  const { id, email, code } = await registered("racer", caller);
  const answers = await Promise.allSettled(
    Array.from({ length: 6 }, () => verify(caller.context, caller.http, { email, code })),
  );
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const rows = await signing.services.db.selectFrom("session").select("id").where("user_id", "=", id).execute();
  expect(rows).toHaveLength(1);
});

test("a browser's code is nobody else's to use or to burn", async () => {
  const browser = signing.caller({ isBrowser: true });
  const { email, code } = await registered("browser", browser);
  const stranger = signing.caller({ isBrowser: true });
  const program = signing.caller();
  for (let count = 0; count < 6; count += 1)
    for (const other of [stranger, program])
      await expect(verify(other.context, other.http, { email, code })).rejects.toMatchObject({ code: "invalidCode" });
  await expect(verify(browser.context, browser.http, { email, code })).resolves.toHaveProperty("token");
});

test("a stolen token without its browser's cookie is refused and audited, and the session goes on", async () => {
  const { id, token, caller } = await client("stolen", signing.caller({ isBrowser: true }));
  expect(caller.cookies[bindCookie]).toBeDefined();
  const thief = signing.caller();
  await expect(thief.signedIn(token)).rejects.toMatchObject({ code: "unauthenticated" });
  thief.cookies[bindCookie] = "guessed";
  await expect(thief.signedIn(token)).rejects.toMatchObject({ code: "unauthenticated" });
  expect((await auditActions(id)).filter((action) => action === "session.wrongCookieRefused")).toHaveLength(2);
  await expect(caller.signedIn(token)).resolves.toHaveProperty("viewer.userId", id);
});

test("a disabled user's session ends at once, and the right password says why", async () => {
  const { id, email, token, caller } = await client("disabled");
  await signing.services.db.updateTable("app_user").set({ state: "disabled" }).where("id", "=", id).execute();
  await expect(caller.signedIn(token)).rejects.toMatchObject({ code: "unauthenticated" });
  await expect(login(caller.context, caller.http, { email, password })).rejects.toMatchObject({
    code: "accountDisabled",
  });
  await expect(login(caller.context, caller.http, { email, password: "wrong password!" })).rejects.toMatchObject({
    code: "invalidCredentials",
  });
});

test("a reset by the mailed link works once and ends every session", async () => {
  const { email, token, caller } = await client("forgetful");
  await generateReset(caller.context, email);
  const { text } = await signing.mailTo(email, 2);
  const link = new URL(/http\S+/.exec(text)?.[0] ?? "");
  expect(link.pathname).toBe(`/bg/reset/${encodeURIComponent(email)}`);
  const validationString = link.searchParams.get("code") ?? "";
  const newPass = "another harbour at dusk";
  const again = () => resetPassword(caller.context, caller.http, { email, newPass, validationString });
  await again();
  await expect(again()).rejects.toMatchObject({ code: "expiredCode" });
  await expect(caller.signedIn(token)).rejects.toMatchObject({ code: "unauthenticated" });
  await expect(login(caller.context, caller.http, { email, password })).rejects.toMatchObject({
    code: "invalidCredentials",
  });
  await expect(login(caller.context, caller.http, { email, password: newPass })).resolves.toMatchObject({
    factors: ["mail"],
  });
});

test("after five wrong passwords the account waits, as does an e-mail that nobody has", async () => {
  const { email } = await client("locked");
  const caller = signing.caller();
  for (const address of [email, emailOf("nobody")]) {
    const attempt = () => login(caller.context, caller.http, { email: address, password: "not the password" });
    for (let count = 0; count < 5; count += 1)
      await expect(attempt()).rejects.toMatchObject({ code: "invalidCredentials" });
    const refusal = await attempt().catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "tooManyRequests" });
    expect((refusal as { retryAfter: number }).retryAfter).toBeGreaterThan(50);
  }
  expect((await signing.mailTo(email, 2)).subject).toBe("Грешни пароли за Вашия профил в Portico");
});

test("an unknown e-mail gets the same answer where a mail would go", async () => {
  const caller = signing.caller();
  expect(await resendCode(caller.context, caller.http, emailOf("unknown"))).toEqual({
    done: true,
    sent: false,
  });
  expect(await generateReset(caller.context, emailOf("unknown"))).toEqual({ done: true });
  expect(signing.mails.some(({ to }) => to === emailOf("unknown"))).toBe(false);
});

test("without the password before, no code is mailed", async () => {
  const { email } = await client("careful", signing.caller({ isBrowser: true }));
  const stranger = signing.caller();
  // The same as for an account that does not exist.
  expect(await resendCode(stranger.context, stranger.http, email)).toEqual({ done: true, sent: false });
  expect(signing.mails.filter(({ to }) => to === email)).toHaveLength(1);
});

test("changing the password keeps this session and ends the others; ending them tells the sockets", async () => {
  const { id, email, context, token, caller } = await client("changer");
  await login(caller.context, caller.http, { email, password });
  const other = await verify(caller.context, caller.http, { email, code: await signing.codeTo(email, 2) });
  const revoked: number[] = [];
  signing.services.events.on("sessionsRevoked", ({ sessionIds }) => revoked.push(...sessionIds));
  await expect(
    changePassword(context, id, { currentPassword: "not the password", newPassword: "a new harbour" }),
  ).rejects.toMatchObject({ code: "wrongPassword" });
  await changePassword(context, id, { currentPassword: password, newPassword: "a new harbour, by night" });
  await expect(caller.signedIn(other.token)).rejects.toMatchObject({ code: "unauthenticated" });
  await expect(caller.signedIn(token)).resolves.toHaveProperty("viewer.userId", id);
  expect(revoked).toHaveLength(1);
  expect(await endOtherSessions(context, id)).toEqual({ ended: 0 });
});

test("signing out ends the session, and asking again is harmless", async () => {
  const { token, caller } = await client("leaver", signing.caller({ isBrowser: true }));
  const thief = signing.caller();
  await logout(thief.context, { ...thief.http, token });
  await expect(caller.signedIn(token)).resolves.toBeDefined();
  await logout(caller.context, { ...caller.http, token });
  await expect(caller.signedIn(token)).rejects.toMatchObject({ code: "unauthenticated" });
  expect(await logout(caller.context, { ...caller.http, token })).toEqual({ done: true });
});

test("a session is over after half an hour without a call, and after twelve hours", async () => {
  const { token, caller } = await client("idle");
  const { sessionId } = (await caller.signedIn(token)).viewer ?? { sessionId: 0 };
  const set = (values: { last_seen_at?: Date; expires_at?: Date }) =>
    signing.services.db.updateTable("session").set(values).where("id", "=", sessionId).execute();
  await set({ last_seen_at: new Date(Date.now() - 31 * 60_000) });
  await expect(caller.signedIn(token)).rejects.toMatchObject({ code: "unauthenticated" });
  await set({ last_seen_at: new Date(), expires_at: new Date(Date.now() - 1000) });
  await expect(caller.signedIn(token)).rejects.toMatchObject({ code: "unauthenticated" });
});

test("a call keeps its session open: written down with others, or at once after some minutes", async () => {
  const { token, caller } = await client("awake");
  const { sessionId } = (await caller.signedIn(token)).viewer ?? { sessionId: 0 };
  const { db } = signing.services;
  const leave = (minutes: number) =>
    db
      .updateTable("session")
      .set({ last_seen_at: new Date(Date.now() - minutes * 60_000) })
      .where("id", "=", sessionId)
      .execute();
  const secondsAway = async () => {
    const { last_seen_at: at } = await db
      .selectFrom("session")
      .select("last_seen_at")
      .where("id", "=", sessionId)
      .executeTakeFirstOrThrow();
    return (Date.now() - at.getTime()) / 1000;
  };
  await leave(6);
  await caller.signedIn(token);
  expect(await secondsAway()).toBeLessThan(30);

  await leave(3);
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  try {
    await caller.signedIn(token);
    await caller.signedIn(token);
    expect(await secondsAway()).toBeGreaterThan(170);
    vi.advanceTimersByTime(15_000);
  } finally {
    vi.useRealTimers();
  }
  await expect.poll(secondsAway, { timeout: 10_000 }).toBeLessThan(30);
});

test("a fresh code lets one sensitive call through", async () => {
  const { id, email, context } = await client("sensitive");
  await requestValidation(context, id);
  const code = await signing.codeTo(email, 2);
  await expect(checkValidation(context, id, { string: wrong(code) })).rejects.toMatchObject({ code: "invalidCode" });
  expect(await checkValidation(context, id, { string: code })).toEqual({ valid: true });
  await expect(checkValidation(context, id, { string: code })).rejects.toMatchObject({ code: "expiredCode" });
  const sessionId = context.viewer?.sessionId ?? 0;
  expect(await consumeFreshCode(signing.services.db, sessionId)).toBe("mail");
  expect(await consumeFreshCode(signing.services.db, sessionId)).toBeUndefined();
});

test("an authenticator app takes the mailed code's place, each code once", async () => {
  const { id, email, context, caller } = await client("app");
  const { secret } = await beginAuthenticator(context, id, password);
  const epoch = Math.floor(Date.now() / 1000);
  await confirmAuthenticator(context, id, await generate({ secret, epoch: epoch - 30 }));
  const { factors } = await login(caller.context, caller.http, { email, password });
  expect(factors).toEqual(["authenticator", "mail"]);
  const code = await generate({ secret, epoch });
  await expect(verify(caller.context, caller.http, { email, code })).resolves.toHaveProperty("token");
  await login(caller.context, caller.http, { email, password });
  await expect(verify(caller.context, caller.http, { email, code })).rejects.toMatchObject({ code: "invalidCode" });
});

test("a passkey takes the mailed code's place, once per challenge and only from the portal's own pages", async () => {
  const { id, email, context, caller } = await client("passkey");
  const passkey = new SoftwarePasskey(new URL(signing.services.config.publicUrl).origin);
  const registration = await beginPasskey(context, id, password);
  const response = passkey.register(String(registration.options["challenge"]));
  await confirmPasskey(context, id, { name: "Laptop", response });
  await expect(
    beginPasskeySignIn(signing.caller({ isBrowser: true }).context, caller.http, { email }),
  ).rejects.toMatchObject({ code: "invalidCredentials" });
  expect((await login(caller.context, caller.http, { email, password })).factors).toEqual(["passkey", "mail"]);
  const { options } = await beginPasskeySignIn(caller.context, caller.http, { email });
  const challenge = String(options["challenge"]);
  const answer = (from: SoftwarePasskey) =>
    verifyPasskey(caller.context, caller.http, { email, response: from.answer(challenge) });
  await expect(answer(new SoftwarePasskey(passkey.origin))).rejects.toMatchObject({ code: "invalidCode" });
  const phished = Object.assign(Object.create(passkey) as SoftwarePasskey, { origin: "https://portico.evil.example" });
  await expect(answer(phished)).rejects.toMatchObject({ code: "invalidCode" });
  await expect(answer(passkey)).resolves.toHaveProperty("token");
  await expect(answer(passkey)).rejects.toMatchObject({ code: "invalidCode" });
});
