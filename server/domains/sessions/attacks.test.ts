/** Attacks on signing in, with a real database and a real mail server. */
import { performance } from "node:perf_hooks";
import { generate } from "otplib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bindCookie } from "../../http/session.ts";
import { beginAuthenticator, confirmAuthenticator, removeAuthenticator } from "./factors/authenticator.ts";
import { beginPasskeySignIn } from "./factors/passkeys.ts";
import { generateReset, resetPassword } from "./passwords/new-password.ts";
import { verify } from "./sign-in/complete-sign-in.ts";
import { login, register, resendCode } from "./sign-in/password-step.ts";
import { checkValidation, requestValidation } from "./step-code.ts";
import { startSigning, type TestCaller } from "./testing/signing.ts";

const password = "quiet-harbour-at-dawn";
const phone = "+359 88 812 3456";
let signing: Awaited<ReturnType<typeof startSigning>>;
beforeAll(async () => {
  signing = await startSigning();
}, 60_000);
afterAll(() => signing.close());

/** Registers and signs in; the address has received one mail. */
async function client(name: string, caller = signing.caller()) {
  const email = `${name}@clients.example`;
  const { id } = await register(caller.context, caller.http, { name: "Ana", email, phone, password, language: "en" });
  const code = await signing.codeTo(email);
  const { token } = await verify(caller.context, caller.http, { email, code });
  return { id, email, token, caller, context: await caller.signedIn(token) };
}

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
const mailsTo = (email: string) => signing.mails.filter(({ to }) => to === email);

/** Sends wrong codes until the answer changes; returns how many were checked. */
async function guess(caller: TestCaller, email: string, code: string): Promise<{ taken: number; refusedAs: string }> {
  for (let taken = 0; ; taken += 1) {
    const { code: refusedAs } = (await verify(caller.context, caller.http, { email, code: wrong(code) }).catch(
      (error: unknown) => error,
    )) as { code: string };
    if (refusedAs !== "invalidCode") return { taken, refusedAs };
  }
}

test("who knows the password gets twenty codes a day, however often they sign in; a new password clears the count", async () => {
  const { email } = await client("guessed");
  const thief = signing.caller({ isBrowser: true });
  for (const [round, refusedAs] of ["expiredCode", "expiredCode", "expiredCode", "tooManyRequests"].entries()) {
    await login(thief.context, thief.http, { email, password });
    const reported = round >= 2 ? 1 : 0;
    const code = await signing.codeTo(email, round + 2 + reported);
    expect(await guess(thief, email, code)).toEqual({ taken: 5, refusedAs });
  }
  expect(
    mailsTo(email).filter(({ subject }) => subject === "Incorrect one-time codes for your Portico account"),
  ).toHaveLength(1);
  await login(thief.context, thief.http, { email, password });
  const right = await signing.codeTo(email, 7);
  await expect(verify(thief.context, thief.http, { email, code: right })).rejects.toMatchObject({
    code: "tooManyRequests",
    retryAfter: expect.any(Number),
  });
  await generateReset(thief.context, email);
  const { text } = await signing.mailTo(email, 8);
  const validationString = new URL(/http\S+/.exec(text)?.[0] ?? "").searchParams.get("code") ?? "";
  const newPass = "a lantern over still water";
  await resetPassword(thief.context, thief.http, { email, newPass, validationString });
  await signing.mailTo(email, 9);
  const owner = signing.caller();
  await login(owner.context, owner.http, { email, password: newPass });
  const code = await signing.codeTo(email, 10);
  await expect(verify(owner.context, owner.http, { email, code })).resolves.toHaveProperty("token");
});

test("a code belongs to its own signing in: an earlier one, and one sent anew since, are worth nothing", async () => {
  const { email } = await client("earlier");
  const caller = signing.caller();
  const answer = (code: string) => verify(caller.context, caller.http, { email, code });
  await login(caller.context, caller.http, { email, password });
  const first = await signing.codeTo(email, 2);
  await login(caller.context, caller.http, { email, password });
  const second = await signing.codeTo(email, 3);
  if (first !== second) await expect(answer(first)).rejects.toMatchObject({ code: "invalidCode" });
  await resendCode(caller.context, caller.http, email);
  const third = await signing.codeTo(email, 4);
  if (second !== third) await expect(answer(second)).rejects.toMatchObject({ code: "invalidCode" });
  await expect(answer(third)).resolves.toHaveProperty("token");
  await expect(answer(third)).rejects.toMatchObject({ code: "invalidCode" });
});

test("of racing resets by one link one sets its password, and a second link dies with it", async () => {
  const { email, caller } = await client("resetter");
  const stringOf = async (count: number) =>
    new URL(/http\S+/.exec((await signing.mailTo(email, count)).text)?.[0] ?? "").searchParams.get("code") ?? "";
  await generateReset(caller.context, email);
  const first = await stringOf(2);
  await generateReset(caller.context, email);
  const second = await stringOf(3);
  const results = await Promise.allSettled(
    [1, 2, 3, 4].map((number) =>
      resetPassword(caller.context, caller.http, {
        email,
        newPass: `a harbour with ${number} boats`,
        validationString: first,
      }),
    ),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const validationString of [first, second, "guessed"])
    await expect(
      resetPassword(caller.context, caller.http, { email, newPass: "a harbour with no boats", validationString }),
    ).rejects.toMatchObject({ code: "expiredCode" });
});

test("cookies planted before signing in are worth nothing after it, nor is another session's", async () => {
  const victim = signing.caller({ isBrowser: true });
  victim.cookies[bindCookie] = "planted";
  const { token, caller } = await client("fixed", victim);
  expect(caller.cookies[bindCookie]).not.toBe("planted");
  const other = await client("fixer", signing.caller({ isBrowser: true }));
  for (const cookie of ["planted", other.caller.cookies[bindCookie], "", undefined]) {
    const thief = signing.caller({ isBrowser: true });
    thief.cookies[bindCookie] = cookie;
    await expect(thief.signedIn(token)).rejects.toMatchObject({ code: "unauthenticated" });
  }
});

test("a role taken away counts at the next call", async () => {
  const { id, token, caller } = await client("demoted");
  const setRole = (role: string) =>
    signing.services.db.updateTable("app_user").set({ role }).where("id", "=", id).execute();
  await setRole("admin");
  expect((await caller.signedIn(token)).viewer?.role).toBe("admin");
  await setRole("client");
  expect((await caller.signedIn(token)).viewer?.role).toBe("client");
});

test("no refusal on the way in tells by its time whether there is such an account", async () => {
  const { email } = await client("timed");
  const caller = signing.caller({ isBrowser: true });
  const { context, http } = caller;
  const code = "000000";
  const calls = (address: string): Record<string, () => Promise<unknown>> => ({
    login: () => login(context, http, { email: address, password: "not the password" }),
    verify: () => verify(context, http, { email: address, code }),
    passkey: () => beginPasskeySignIn(context, http, { email: address }),
    reset: () => resetPassword(context, http, { email: address, newPass: password, validationString: "guessed" }),
  });
  for (const address of [email, "nobody-timed@clients.example"])
    for (const [name, call] of Object.entries(calls(address))) {
      const began = performance.now();
      await expect(call(), name).rejects.toHaveProperty("code");
      expect(performance.now() - began, `${name} ${address}`).toBeGreaterThan(240);
    }
});

test("a sign-in with a browser that the account has not seen is told by mail; with a known one it is not", async () => {
  const chrome = "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";
  const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0";
  const { email } = await client("traveller", signing.caller({ userAgent: chrome }));
  const signIn = async (userAgent: string, mails: number) => {
    const caller = signing.caller({ userAgent });
    await login(caller.context, caller.http, { email, password });
    await verify(caller.context, caller.http, { email, code: await signing.codeTo(email, mails) });
  };
  await signIn(chrome, 2);
  await signIn(firefox, 3);
  const reported = await signing.mailTo(email, 4);
  expect(reported.subject).toBe("New sign-in to Portico");
  expect(reported.text).toContain("198.51.100.7");
  expect(reported.text).toMatch(/firefox/i);
  await signIn(firefox, 5);
  expect(mailsTo(email)).toHaveLength(5);
});

test("factors that come and go are told by mail, and a text that is no code is simply wrong", async () => {
  const { id, email, context } = await client("factored");
  const { secret } = await beginAuthenticator(context, id, password);
  const epoch = Math.floor(Date.now() / 1000);
  await confirmAuthenticator(context, id, await generate({ secret, epoch }));
  expect((await signing.mailTo(email, 2)).text).toContain("An authenticator app was set up for your account.");
  await requestValidation(context, id);
  await signing.mailTo(email, 3);
  for (const text of ["a\r\nb", "12345", "1234567", "１２３４５６", "x".repeat(200), "-1e5 0", "      "])
    await expect(checkValidation(context, id, { string: text }), text).rejects.toMatchObject({ status: 401 });
  await removeAuthenticator(context, id, password);
  expect((await signing.mailTo(email, 4)).text).toContain("The authenticator app was removed from your account.");
});
