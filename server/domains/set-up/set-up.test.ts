/** Setting up: each step follows what is there, and registration needs more than a decision. */
import { checkIds } from "@portico/api/rules/set-up-checks.ts";
import { ruleOf, setUpStepIds } from "@portico/api/rules/set-up-steps.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { note } from "../../commands/operator-notes.ts";
import { withClient } from "../../database/connect.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { codeOf, recordMails } from "../../testing/effects.ts";
import { settingDefaults } from "../settings/defaults.ts";

let app: TestApp;
let admin: TestUser;
const person = {
  name: "Maria Ivanova",
  email: "maria@client.example",
  phone: "+359888123456",
  password: "seven quiet rivers run north",
};
beforeAll(async () => {
  app = await createTestApp({ smtpUrl: "smtp://mail.firm.example:25" });
  admin = await app.as("admin");
});
afterAll(() => app.close());

const get = () => admin.client.setUp.get();
const lacks = async (id: string) => (await get()).steps.find((step) => step.id === id)?.lacks;
const save = (name: string, data: unknown) => admin.client.settings.save({ params: { name }, body: { data } });

test("of an empty portal nothing is done, and nobody can register or open the registration", async () => {
  const { steps, registration } = await get();
  expect(steps.map(({ id }) => id)).toEqual(setUpStepIds);
  expect(steps.filter((step) => step.lacks.length === 0)).toEqual([]);
  expect(registration).toEqual({ open: false, takes: false, gaps: ["terms", "privacy", "support"] });
  expect(await codeOf(app.anonymous.sessions.register({ body: person }))).toBe("registrationClosed");
  expect((await app.anonymous.content.list()).registration).toBe(false);
  expect(await codeOf(save("registration", { open: true }))).toBe("badInput");
  const { rows } = await sql`select from app_user where email = ${person.email}`.execute(app.services.db);
  expect(rows).toEqual([]);
});

test("accepting a setting as it is shipped ticks its step, and says who did", async () => {
  expect(await lacks("kycRules")).toEqual(["saved"]);
  await save("kycRules", settingDefaults.kycRules);
  const step = (await get()).steps.find(({ id }) => id === "kycRules");
  expect(step).toMatchObject({ lacks: [], savedBy: admin.name });
});

test("steps of people follow who is there", async () => {
  expect(await lacks("secondAdmin")).toEqual(["none"]);
  const second = await app.as("admin");
  await app.as("office");
  expect(await lacks("secondAdmin")).toEqual([]);
  expect(await lacks("colleagues")).toEqual([]);
  await sql`update app_user set state_before_disabled = state, state = 'disabled' where id = ${second.id}`.execute(
    app.services.db,
  );
  expect(await lacks("secondAdmin")).toEqual(["none"]);
});

test("registration opens with documents and support address, and stops when a document is taken away", async () => {
  const address = { bg: "https://firm.example/bg", en: "https://firm.example/en", pl: "https://firm.example/pl" };
  await save("brand", settingDefaults.brand);
  expect((await get()).registration.gaps).toContain("support");
  await save("brand", { ...settingDefaults.brand, supportEmail: "help@firm.portico" });
  await save("firmDocuments", { ...settingDefaults.firmDocuments, terms: address, privacy: address });
  await admin.client.settings.save({
    params: { name: "brand" },
    body: { data: { ...settingDefaults.brand, supportEmail: "help@firm.example" }, sure: true },
  });
  expect((await get()).registration.gaps, "nobody is reached there").toEqual(["support"]);
  await save("brand", { ...settingDefaults.brand, supportEmail: "help@firm.portico" });
  expect((await get()).registration.gaps).toEqual([]);
  expect(await codeOf(app.anonymous.sessions.register({ body: person }))).toBe("registrationClosed");
  await save("registration", { open: true });
  expect((await get()).registration).toEqual({ open: true, takes: true, gaps: [] });
  expect((await app.anonymous.content.list()).registration).toBe(true);
  await app.anonymous.sessions.register({ body: person });

  await sql`update setting set data = jsonb_set(data::jsonb, '{privacy,pl}', 'null') where name = 'firmDocuments'`.execute(
    app.services.db,
  );
  expect((await get()).registration).toEqual({ open: true, takes: false, gaps: ["privacy"] });
  expect(await lacks("privacy")).toEqual(["page"]);
  const other = { ...person, email: "other@client.example" };
  expect(await codeOf(app.anonymous.sessions.register({ body: other }))).toBe("registrationClosed");
});

test("mail is ticked by the followed link alone, once, and is open again with another server", async () => {
  expect(await lacks("mail")).toEqual(["arrival"]);
  const mails = recordMails(app);
  const { email } = await admin.client.setUp.sendTestMail({ body: {} });
  const mail = mails.findLast(({ template }) => template === "mailTest");
  expect(mail).toMatchObject({ to: email });
  const code = new URL((mail?.params as { link: string } | undefined)?.link ?? "").searchParams.get("mail") ?? "";
  expect(await codeOf(admin.client.setUp.confirmTestMail({ body: { code: "x".repeat(43) } }))).toBe("notFound");
  await admin.client.setUp.confirmTestMail({ body: { code } });
  expect(await codeOf(admin.client.setUp.confirmTestMail({ body: { code } }))).toBe("notFound");
  expect(await lacks("mail")).toEqual([]);
  await sql`update mail_test set server = 'old.firm.example:25'`.execute(app.services.db);
  expect(await lacks("mail")).toEqual(["arrival"]);
});

test("a link that was left for a week ticks nothing; a new one does", async () => {
  const mails = recordMails(app);
  const send = async () => {
    await admin.client.setUp.sendTestMail({ body: {} });
    const mail = mails.findLast(({ template }) => template === "mailTest");
    const { link } = (mail?.params ?? {}) as { link: string };
    return { code: new URL(link).searchParams.get("mail") ?? "" };
  };
  const left = await send();
  await sql`update mail_test set sent_at = sent_at - interval '7 days' where arrived_at is null`.execute(
    app.services.db,
  );
  expect(await codeOf(admin.client.setUp.confirmTestMail({ body: left }))).toBe("notFound");
  expect(await lacks("mail")).toEqual(["arrival"]);
  const { code } = await send();
  await admin.client.setUp.confirmTestMail({ body: { code } });
  expect(await lacks("mail")).toEqual([]);
});

const withSetting = setUpStepIds.flatMap((id) => ruleOf(id).setting ?? []);
test.each([...new Set(withSetting)])("of two administrators who save %s at once, the second is told", async (name) => {
  const other = await app.as("admin");
  const { data, updated_at: since } = await admin.client.settings.get({ params: { name } });
  const body = { data, since, reason: "Set up" };
  await other.client.settings.save({ params: { name }, body });
  expect(await codeOf(admin.client.settings.save({ params: { name }, body }))).toBe("stateConflict");
});

test("the operator's steps are what the portal finds now, and open again when it is taken away", async () => {
  const states = async () => {
    const { checks } = await admin.client.setUp.check();
    expect(checks.map(({ id }) => id)).toEqual(checkIds);
    return Object.fromEntries(checks.map(({ id, found }) => [id, found[0]?.code]));
  };
  const taken = new Date();
  await note(app.services.db, "backup", { subject: "pgBackRest", taken });
  expect(await states()).toMatchObject({ backup: "backupRight", mailOut: "mailAway", virusScan: "clamdUnused" });
  await withClient(app.database.owner, (client) =>
    client.query("update operator_note set taken_at = now() - interval '3 days'"),
  );
  expect((await states())["backup"]).toBe("backupOld");
});
