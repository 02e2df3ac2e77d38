/** While a provider is on, staff sign in through it alone, except for emergency admins, who are announced; clients as ever. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestUser } from "../../../testing/app.ts";
import { auditOf, codeOf, recordMails } from "../../../testing/effects.ts";
import { hashPassword } from "../../sessions/passwords/passwords.ts";
import { type IdentityPortal, startIdentityPortal } from "../testing/portal.ts";

const password = "quiet-harbour-at-dawn";
let portal: IdentityPortal;
beforeAll(async () => {
  portal = await startIdentityPortal();
}, 60_000);
afterAll(() => portal.close());

async function emailWithPassword({ id }: TestUser): Promise<string> {
  const { email } = await portal.app.database.db
    .updateTable("app_user")
    .set({ password_hash: await hashPassword(password) })
    .where("id", "=", id)
    .returning("email")
    .executeTakeFirstOrThrow();
  return email;
}

/** The code of the first step, and of the second with the mailed code. */
async function signIn(user: TestUser): Promise<string[]> {
  const email = await emailWithPassword(user);
  const mails = recordMails(portal.app);
  const browser = portal.browser();
  const first = await browser.post("/user/login", { email, password });
  if (first.status !== 200) return [first.code];
  const code = mails.flatMap((mail) => (mail.template === "code" ? [mail.params.code] : [])).at(-1);
  const second = await browser.post("/user/verify", { email, code });
  return ["done", second.status === 200 ? "done" : second.code];
}

test("staff are sent to the provider, after the right password alone", async () => {
  const office = await portal.app.as("office");
  expect(await signIn(office)).toEqual(["useProvider"]);
  const email = await emailWithPassword(office);
  const wrong = await portal.browser().post("/user/login", { email, password: "another-password-1" });
  expect(wrong.code).toBe("invalidCredentials");
  // Nor an administrator who is not named.
  expect(await signIn(portal.other)).toEqual(["useProvider"]);
  expect(await signIn(await portal.app.as("client"))).toEqual(["done", "done"]);
});

test("a sign-in that was begun before the provider was switched on cannot be finished", async () => {
  await portal.save({ isOn: false });
  const office = await portal.app.as("office");
  const email = await emailWithPassword(office);
  const mails = recordMails(portal.app);
  const browser = portal.browser();
  await browser.post("/user/login", { email, password });
  await portal.save();
  const code = mails.flatMap((mail) => (mail.template === "code" ? [mail.params.code] : [])).at(-1);
  expect((await browser.post("/user/verify", { email, code })).code).toBe("useProvider");
});

test("an emergency admin signs in with a password, recorded and mailed to every administrator", async () => {
  const mails = recordMails(portal.app);
  expect(await signIn(portal.admin)).toEqual(["done", "done"]);
  expect(await auditOf(portal.app, { type: "user", id: portal.admin.id }, "session.emergencyOpened")).toHaveLength(1);
  const told = mails.filter(({ template }) => template === "emergencySignIn");
  expect(told.map(({ params }) => params)).toEqual([
    expect.objectContaining({ who: portal.admin.name }),
    expect.objectContaining({ who: portal.admin.name, name: portal.other.name }),
  ]);
});

test("no provider signs an emergency admin in", async () => {
  const email = await emailWithPassword(portal.admin);
  portal.provider.signsIn({ sub: "thief", email, email_verified: true, groups: ["portal-admins"] });
  expect((await portal.signIn(portal.browser())).code).toBe("emergencyOnly");
  expect((await portal.admin.client.identity.get()).accounts.map(({ userId }) => userId)).not.toContain(
    portal.admin.id,
  );
});

test("with the provider off, everybody uses a password again", async () => {
  await portal.save({ isOn: false });
  expect(await signIn(await portal.app.as("office"))).toEqual(["done", "done"]);
  expect(await codeOf(portal.app.anonymous.identity.listProviders())).toBe("done");
  await portal.save();
});
