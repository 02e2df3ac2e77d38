/** What was mailed or begun before credentials changed or an account was disabled cannot be finished afterwards. */
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "./passwords/passwords.ts";
import { type HttpCaller, httpCaller, startApi } from "./testing/callers.ts";
import { startSigning } from "./testing/signing.ts";

const password = "quiet-harbour-at-dawn";
const changed = "another-harbour-at-dusk";
let signing: Awaited<ReturnType<typeof startSigning>>;
let app: FastifyInstance;
let passwordHash: string;
let admin: { caller: HttpCaller; token: string } | undefined;
beforeAll(async () => {
  signing = await startSigning();
  app = await startApi(signing);
  passwordHash = await hashPassword(password);
}, 60_000);
afterAll(async () => {
  await app.close();
  await signing.close();
});

async function account(name: string, role: "client" | "admin" = "client") {
  const email = `${name}@outstanding.example`;
  const { id } = await signing.services.db
    .insertInto("app_user")
    .values({ email, name: "Ana", role, state: "postKYC", password_hash: passwordHash, email_confirmed_at: new Date() })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, email };
}

async function signIn(email: string) {
  const caller = httpCaller(app, { isBrowser: true });
  const before = signing.mails.filter(({ to }) => to === email).length;
  expect((await caller.post("/user/login", { email, password })).status).toBe(200);
  const { body } = await caller.post("/user/verify", { email, code: await signing.codeTo(email, before + 1) });
  return { caller, token: String(body["token"]) };
}

const asAdmin = async () => (admin ??= await signIn((await account("admin", "admin")).email));

async function passkeyOf(userId: number) {
  await signing.services.db
    .insertInto("passkey")
    .values({ user_id: userId, credential_id: `key ${userId}`, public_key: Buffer.from("key"), name: "Key" })
    .execute();
}

/** What ends everything outstanding, each by the call that a person makes. */
const endings: Record<string, (user: { id: number; email: string }) => Promise<void>> = {
  "a password change": async ({ id, email }) => {
    const { caller, token } = await signIn(email);
    const body = { currentPassword: password, newPassword: changed };
    expect((await caller.post(`/user/${id}/password`, body, token)).status).toBe(200);
  },
  "a factor reset": async ({ id }) => {
    await passkeyOf(id);
    const { caller, token } = await asAdmin();
    const body = { reason: "Seen in person" };
    expect((await caller.post(`/user/${id}/reset-factors`, body, token)).status).toBe(200);
  },
  "a disabling, also after being enabled again": async ({ id }) => {
    const { caller, token } = await asAdmin();
    for (const newState of ["disabled", "postKYC"])
      expect((await caller.patch(`/user/modify-state/${id}`, { newState }, token)).status).toBe(200);
  },
};

describe.each(Object.entries(endings))("after %s", (name, end) => {
  const slug = name.replace(/\W/g, "-").slice(0, 20);

  test("a reset link mailed before it sets no password", async () => {
    const user = await account(`link-${slug}`);
    const stranger = httpCaller(app);
    expect((await stranger.get(`/user/reset-generate/${user.email}`)).status).toBe(200);
    const { text } = await signing.mailTo(user.email);
    const validationString = new URL(/http\S+/.exec(text)?.[0] ?? "").searchParams.get("code") ?? "";
    expect(validationString).not.toBe("");
    await end(user);
    const answer = await stranger.post(`/user/reset-pass/${user.email}`, {
      newPass: "a harbour with no boats",
      validationString,
    });
    expect(answer.code).toContain("expiredCode");
  });

  test("a sign-in begun before it opens no session", async () => {
    const user = await account(`code-${slug}`);
    const begun = httpCaller(app, { isBrowser: true });
    expect((await begun.post("/user/login", { email: user.email, password })).status).toBe(200);
    const code = await signing.codeTo(user.email);
    await end(user);
    const answer = await begun.post("/user/verify", { email: user.email, code });
    expect(answer.code).toContain("expiredCode");
  });
});
