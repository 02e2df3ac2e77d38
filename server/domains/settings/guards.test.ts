/** What weakens a guard of money, access or records waits for a second person; what strengthens it does not. */
import type { SettingName } from "@portico/api/settings/shapes.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf } from "../../testing/effects.ts";
import { readPeriods } from "../retention/periods.ts";
import { settingDefaults } from "./defaults.ts";
import { passDay } from "./testing/by-two.ts";

let app: TestApp;
let admin: TestUser;
let second: TestUser;
let office: TestUser;
const reason = "Agreed with the board";

const get = async (name: SettingName) => (await admin.client.settings.get({ params: { name } })).data;
const save = (
  who: TestUser,
  name: SettingName,
  data: unknown,
  more: { reason?: string; sure?: boolean } = { reason },
) => who.client.settings.save({ params: { name }, body: { data, ...more } });
const decide = (who: TestUser, proposalId: number | null, decision: "confirm" | "withdraw") =>
  who.client.proposals.decide({ params: { proposalId: proposalId ?? 0 }, body: { decision } });
const openOf = async (name: SettingName) =>
  (await admin.client.proposals.list({ query: { action: "saveSetting", limit: 200 } })).proposals.find(
    ({ after }) => after["setting"] === name,
  );
const setFourEyes = (on: boolean) =>
  app.database.db
    .insertInto("setting")
    .values({ name: "fourEyes", data: JSON.stringify({ on }) })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ data: JSON.stringify({ on }) }))
    .execute();

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin", { name: "Adam Admin" });
  second = await app.as("admin");
  office = await app.as("office");
});
beforeEach(() => setFourEyes(true));
afterAll(() => app.close());

/** A strong value, and a weaker one. */
const guarded: [SettingName, unknown, unknown][] = [
  ["bankAccountRules", { waitHours: 24, waitHoursAfterReset: 72 }, { waitHours: 0, waitHoursAfterReset: 0 }],
  ["bankAccountRules", { waitHours: 24, waitHoursAfterReset: 96 }, { waitHours: 24, waitHoursAfterReset: 95 }],
  ["withdrawalRules", { companySigners: "all", expiryDays: 14 }, { companySigners: "two", expiryDays: 14 }],
  ["withdrawalRules", { companySigners: "two", expiryDays: 14 }, { companySigners: "any", expiryDays: 14 }],
];

describe.each(guarded)("%s %j", (name, strong, weak) => {
  test("is strengthened by one admin and weakened by two", async () => {
    await setFourEyes(false);
    await save(admin, name, weak);
    await setFourEyes(true);
    expect((await save(admin, name, strong, {})).proposalId).toBeNull();
    expect(await get(name)).toEqual(strong);
    expect(await codeOf(save(admin, name, weak, {})), "the colleague reads why").toBe("badInput");
    const { proposalId, data } = await save(admin, name, weak);
    expect([proposalId, data]).toEqual([expect.any(Number), strong]);
    expect(await get(name)).toEqual(strong);
    for (const who of [admin, second])
      await expect(save(who, name, weak), "one proposal of a setting at a time").rejects.toMatchObject({
        code: "proposalOpen",
        by: "Adam Admin",
      });
    expect(await codeOf(decide(admin, proposalId, "confirm"))).toBe("fourEyes");
    expect(await codeOf(decide(office, proposalId, "confirm"))).toBe("forbidden");
    expect(await openOf(name)).toMatchObject({ before: { setting: name }, now: { setting: name } });
    await decide(second, proposalId, "confirm");
    expect(await get(name)).toEqual(weak);
  });

  test("is changed by one admin while four eyes are off, but not past an open proposal", async () => {
    await save(admin, name, strong);
    const { proposalId } = await save(admin, name, weak);
    await setFourEyes(false);
    expect(await codeOf(save(admin, name, weak)), "what one proposed, one does not do alone").toBe("proposalOpen");
    expect(await get(name)).toEqual(strong);
    expect((await decide(second, proposalId, "confirm")).state, "it can still be decided").toBe("confirmed");
    await save(admin, name, strong);
    expect((await save(admin, name, weak, {})).proposalId).toBeNull();
  });
});

test("several settings may be proposed at once by one admin", async () => {
  await setFourEyes(false);
  await save(admin, "bankAccountRules", { waitHours: 24, waitHoursAfterReset: 72 });
  await save(admin, "withdrawalRules", { companySigners: "all", expiryDays: 14 });
  await setFourEyes(true);
  const made = [
    await save(admin, "bankAccountRules", { waitHours: 1, waitHoursAfterReset: 1 }),
    await save(admin, "withdrawalRules", { companySigners: "any", expiryDays: 14 }),
  ];
  expect(made.map(({ proposalId }) => proposalId)).toEqual([expect.any(Number), expect.any(Number)]);
  for (const { proposalId } of made) await decide(admin, proposalId, "withdraw");
});

describe("how long records are kept", () => {
  const rules = {
    beneficialOwnerPercent: 25,
    reviewMonths: 12,
    documentNoticeDays: 30,
    retentionYears: 10,
    signInRetentionMonths: 24,
  };
  beforeEach(() => setFourEyes(false));

  test("is never shorter than the law says, whatever was saved before", async () => {
    await expect(save(admin, "kycRules", { ...rules, retentionYears: 4 })).rejects.toMatchObject({
      code: "badInput",
      errors: [{ path: "data.retentionYears", code: "tooSmall" }],
    });
    await app.database.db
      .insertInto("setting")
      .values({ name: "kycRules", data: JSON.stringify({ ...rules, retentionYears: 1 }) })
      .execute();
    expect(await readPeriods(app.database.db)).toEqual({ retentionYears: 5, signInRetentionMonths: 24 });
    await app.database.db.deleteFrom("setting").where("name", "=", "kycRules").execute();
  });

  test("is lengthened by one admin, shortened by two whatever the setting, and a day later", async () => {
    expect((await save(admin, "kycRules", rules, {})).proposalId).toBeNull();
    await passDay(app);
    for (const shorter of [
      { ...rules, retentionYears: 6 },
      { ...rules, signInRetentionMonths: 12 },
    ]) {
      const { proposalId } = await save(admin, "kycRules", shorter);
      expect(proposalId).not.toBeNull();
      expect(await get("kycRules")).toEqual(rules);
      await decide(admin, proposalId, "withdraw");
    }
    const shorter = { ...rules, retentionYears: 6, signInRetentionMonths: 12 };
    const { proposalId } = await save(admin, "kycRules", shorter);
    await decide(second, proposalId, "confirm");
    expect(await get("kycRules")).toEqual(shorter);
    expect(await readPeriods(app.database.db), "nothing is lost yet").toEqual({
      retentionYears: 10,
      signInRetentionMonths: 24,
    });
    expect((await save(second, "kycRules", rules, {})).proposalId, "one admin takes it back").toBeNull();
    await passDay(app);
    expect(await readPeriods(app.database.db)).toEqual({ retentionYears: 10, signInRetentionMonths: 24 });
  });

  test("is not shortened where nobody could confirm it", async () => {
    await save(admin, "kycRules", rules, {});
    const others = await app.database.db
      .updateTable("app_user")
      .set({ state: "disabled" })
      .where("role", "=", "admin")
      .where("id", "<>", admin.id)
      .returning("id")
      .execute();
    expect(await codeOf(save(admin, "kycRules", { ...rules, retentionYears: 5 }))).toBe("tooFewAdmins");
    await app.database.db
      .updateTable("app_user")
      .set({ state: "postKYC" })
      .where(
        "id",
        "in",
        others.map(({ id }) => id),
      )
      .execute();
  });

  test("a shorter period is foreseen before anybody decides it", async () => {
    const client = await app.as("client");
    const ended = (years: number) =>
      app.database.db
        .updateTable("app_user")
        .set({ state: "rejected", ended_at: new Date(Date.now() - years * 366 * 24 * 3_600_000) })
        .where("id", "=", client.id)
        .execute();
    const foresee = async (retentionYears: number) =>
      (await admin.client.settings.foreseeRetention({ query: { retentionYears, signInRetentionMonths: 120 } })).holders;
    await ended(7);
    expect([await foresee(10), await foresee(6)]).toEqual([0, 1]);
    await ended(3);
    expect(await foresee(1), "the law's five years count").toBe(0);
    await app.database.db.updateTable("app_user").set({ ended_at: null }).where("id", "=", client.id).execute();
  });

  test("a type of documents gets, shortens or loses its own period by two", async () => {
    const { types } = (await get("documentTypes")) as { types: { id: string; keepYears: number | null }[] };
    const withYears = (keepYears: number | null) => ({
      types: types.map((type) => (type.id === "contract" ? { ...type, keepYears } : type)),
    });
    const { proposalId } = await save(admin, "documentTypes", withYears(10));
    expect(proposalId).not.toBeNull();
    expect((await openOf("documentTypes"))?.can.withdraw, "it is not stale").toBe(true);
    await decide(second, proposalId, "confirm");
    expect(await get("documentTypes")).toEqual(withYears(10));
    expect((await save(admin, "documentTypes", withYears(12), {})).proposalId, "longer: by one").toBeNull();
    for (const weaker of [withYears(11), withYears(null)]) {
      const made = await save(admin, "documentTypes", weaker);
      expect(made.proposalId).not.toBeNull();
      await decide(admin, made.proposalId, "withdraw");
    }
  });
});

test("a fee of 90 % a year is asked about, and saved by who means it", async () => {
  const fee = (unit: string, value: string) => ({
    id: "management",
    name: { bg: "Управление", en: "Management", pl: "Zarządzanie" },
    kind: "percent",
    value,
    currency: null,
    minimum: null,
    unit,
    vatAdded: false,
    note: { bg: "", en: "", pl: "" },
  });
  const table = (unit: string, value: string) => ({ fees: [fee(unit, value)] });
  for (const [unit, value] of [
    ["year", "90"],
    ["month", "0.5"],
    ["profit", "35"],
  ] as const)
    await expect(save(admin, "feeTable", table(unit, value), {})).rejects.toMatchObject({
      code: "badInput",
      errors: [{ path: "data.fees.0.value", code: "unusual" }],
    });
  expect(await codeOf(save(admin, "feeTable", table("year", "1.5"), {}))).toBe("done");
  expect(await codeOf(save(admin, "feeTable", table("profit", "20"), {}))).toBe("done");
  expect(await codeOf(save(admin, "feeTable", table("year", "90"), { sure: true }))).toBe("done");
});

test("an address at which nobody can be reached is asked about when it is typed, and saved by who means it", async () => {
  const brand = (supportEmail: string) => ({ ...settingDefaults.brand, supportEmail });
  const unusual = (path: string) => ({ code: "badInput", errors: [{ path, code: "unusual" }] });
  // The one that is shipped stays until it is changed.
  expect(await codeOf(save(admin, "brand", { ...brand("support@portico.example"), name: "Firm" }, {}))).toBe("done");
  for (const address of ["help@firm.test", "help@example.com", "Help@Desk.Localhost"])
    await expect(save(admin, "brand", brand(address), {})).rejects.toMatchObject(unusual("data.supportEmail"));
  expect(await codeOf(save(admin, "brand", brand("help@firm.portico"), {}))).toBe("done");
  expect(await codeOf(save(admin, "brand", brand("help@firm.test"), { sure: true }))).toBe("done");
  const requests = (...recipients: string[]) => ({ recipients, services: [] });
  await expect(save(admin, "clientRequests", requests("a@firm.portico", "b@firm.invalid"), {})).rejects.toMatchObject(
    unusual("data.recipients.1"),
  );
  expect(await codeOf(save(admin, "clientRequests", requests("b@firm.invalid"), { sure: true }))).toBe("done");
  expect(await codeOf(save(admin, "clientRequests", requests("b@firm.invalid", "a@firm.portico"), {}))).toBe("done");
});

test("an address of terms or privacy notice is replaced, not taken away while no page stands in for it", async () => {
  const nowhere = { bg: null, en: null, pl: null };
  const documents = { terms: nowhere, tariff: nowhere, privacy: nowhere, risk: nowhere };
  const ours = { bg: "/bg.pdf", en: "/en.pdf", pl: "/pl.pdf" };
  await save(admin, "firmDocuments", { ...documents, privacy: ours, risk: ours }, {});
  await expect(
    save(admin, "firmDocuments", { ...documents, privacy: { ...ours, pl: null }, risk: nowhere }, {}),
  ).rejects.toMatchObject({ code: "badInput", errors: [{ path: "data.privacy.pl", code: "required" }] });
  expect(await codeOf(save(admin, "firmDocuments", { ...documents, privacy: ours }, {}))).toBe("done");
});

test("four eyes are not switched on with an administrator who never signed in", async () => {
  await setFourEyes(false);
  const admins = await app.database.db
    .updateTable("app_user")
    .set({ state: "disabled" })
    .where("role", "=", "admin")
    .where("id", "<>", admin.id)
    .returning("id")
    .execute();
  await app.database.db
    .updateTable("app_user")
    .set({ role: "admin" })
    .where("id", "=", (await createUnused()).id)
    .execute();
  expect(await codeOf(save(admin, "fourEyes", { on: true }))).toBe("tooFewAdmins");
  await app.database.db
    .updateTable("app_user")
    .set({ state: "postKYC" })
    .where(
      "id",
      "in",
      admins.map(({ id }) => id),
    )
    .execute();
  expect(await codeOf(save(admin, "fourEyes", { on: true }))).toBe("done");
});

/** An account in which nobody has signed in. */
async function createUnused(): Promise<{ id: number }> {
  const user = await app.as("client");
  await app.database.db.deleteFrom("session").where("user_id", "=", user.id).execute();
  return user;
}

test("the log keeps what was proposed and who confirmed it", async () => {
  await setFourEyes(false);
  await save(admin, "bankAccountRules", { waitHours: 24, waitHoursAfterReset: 72 });
  await setFourEyes(true);
  const { proposalId } = await save(admin, "bankAccountRules", { waitHours: 2, waitHoursAfterReset: 2 });
  await decide(second, proposalId, "confirm");
  expect((await auditOf(app, { type: "setting", id: "bankAccountRules" }, "setting.saved")).at(-1)).toMatchObject({
    actor: { userId: second.id },
    after: { waitHours: 2, waitHoursAfterReset: 2 },
  });
});
