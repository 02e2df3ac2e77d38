/** Confirming a step inside a session: wrong current passwords delay the session and are mailed; right codes never do. */
import { generate } from "otplib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "../../kernel/context.ts";
import { beginAuthenticator, confirmAuthenticator, removeAuthenticator } from "./factors/authenticator.ts";
import { requireOwnFactor } from "./factors/factors.ts";
import { beginPasskey, removePasskey } from "./factors/passkeys.ts";
import { makeRecoveryCodes } from "./factors/recovery-codes.ts";
import { changePassword } from "./passwords/new-password.ts";
import { verify } from "./sign-in/complete-sign-in.ts";
import { login, register } from "./sign-in/password-step.ts";
import { checkValidation, requestValidation } from "./step-code.ts";
import { startSigning, type TestCaller } from "./testing/signing.ts";

const password = "quiet-harbour-at-dawn";
let signing: Awaited<ReturnType<typeof startSigning>>;
beforeAll(async () => {
  signing = await startSigning();
}, 60_000);
afterAll(() => signing.close());

const mailsTo = (email: string) => signing.mails.filter(({ to }) => to === email);

async function signIn(email: string, caller: TestCaller): Promise<Context> {
  const { token } = await verify(caller.context, caller.http, {
    email,
    code: await signing.codeTo(email, mailsTo(email).length + 1),
  });
  return caller.signedIn(token);
}

/** Registers and signs in. */
async function client(name: string) {
  const email = `${name}@confirming.example`;
  const caller = signing.caller();
  const phone = "+359 88 812 3456";
  const { id } = await register(caller.context, caller.http, { name: "Ana", email, phone, password, language: "en" });
  return { id, email, context: await signIn(email, caller) };
}

const codeOf = (done: Promise<unknown>): Promise<string> =>
  done.then(
    () => "done",
    (error: { code: string }) => error.code,
  );

describe("the current password", () => {
  const wrong = "not the password at all";
  const calls: ((context: Context, id: number, currentPassword: string) => Promise<unknown>)[] = [
    (context, id, currentPassword) => changePassword(context, id, { currentPassword, newPassword: "another harbour" }),
    beginAuthenticator,
    removeAuthenticator,
    makeRecoveryCodes,
    beginPasskey,
    (context, id, currentPassword) => removePasskey(context, id, { passkeyId: 1, currentPassword }),
    (context, id, currentPassword) => requireOwnFactor(context, id, { required: true, currentPassword }),
  ];

  test("wrong ones are counted over all calls, delay the session, and are mailed", async () => {
    const { id, email, context } = await client("guesser");
    const elsewhere = signing.caller();
    await login(elsewhere.context, elsewhere.http, { email, password });
    const other = await signIn(email, elsewhere);
    const before = mailsTo(email).length;
    const answers: string[] = [];
    for (const call of calls) answers.push(await codeOf(call(context, id, wrong)));
    expect(answers).toEqual([...Array(5).fill("wrongPassword"), "tooManyRequests", "tooManyRequests"]);
    // The right one is not tried either while the session is delayed.
    expect(await codeOf(beginAuthenticator(context, id, password))).toBe("tooManyRequests");
    const mail = await signing.mailTo(email, before + 1);
    expect([mail.subject, mail.text]).toEqual([
      expect.stringContaining("Incorrect passwords"),
      expect.stringContaining("in an open session"),
    ]);
    // Another session of the same person goes on.
    expect(await codeOf(beginAuthenticator(other, id, password))).toBe("done");
    const { rows } = await signing.services.pool.query(
      "select after from audit_entry where action = 'user.lockedOut' and subject_id = $1",
      [id],
    );
    expect(rows).toEqual([{ after: { failed: 5, where: "session" } }]);
  });

  test("at once no more are tried than one after another", async () => {
    const { id, context } = await client("racer");
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        codeOf((calls[at % calls.length] as (typeof calls)[0])(context, id, wrong)),
      ),
    );
    expect(answers.filter((code) => code === "wrongPassword")).toHaveLength(5);
  });

  test("a right one clears the count", async () => {
    const { id, context } = await client("forgetful");
    for (let round = 0; round < 3; round++) {
      for (let count = 0; count < 4; count++)
        expect(await codeOf(beginPasskey(context, id, wrong))).toBe("wrongPassword");
      expect(await codeOf(beginPasskey(context, id, password))).toBe("done");
    }
  });
});

describe("a right code that is sent many times at once", () => {
  test("mailed: one counts, and the owner is not locked out", async () => {
    const { id, email, context } = await client("hasty");
    await requestValidation(context, id);
    const string = await signing.codeTo(email, mailsTo(email).length + 1);
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => codeOf(checkValidation(context, id, { string }))),
    );
    expect(answers.toSorted()).toEqual(["done", ...Array(24).fill("expiredCode")]);
    await requestValidation(context, id);
    const next = await signing.codeTo(email, mailsTo(email).length + 1);
    expect(await codeOf(checkValidation(context, id, { string: next }))).toBe("done");
  });

  test("of the app: one counts, and the owner is not locked out", async () => {
    const { id, context } = await client("app");
    const { secret } = await beginAuthenticator(context, id, password);
    const now = Math.floor(context.now().getTime() / 1000);
    await confirmAuthenticator(context, id, await generate({ secret, epoch: now - 30 }));
    const string = await generate({ secret, epoch: now });
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => codeOf(checkValidation(context, id, { string }))),
    );
    expect(answers.toSorted()).toEqual(["done", ...Array(24).fill("expiredCode")]);
    const later = await generate({ secret, epoch: now + 30 });
    expect(await codeOf(checkValidation(context, id, { string: later }))).toBe("done");
  });
});
