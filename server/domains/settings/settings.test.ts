/** Settings are validated by meaning, an invalid stored one breaks nothing, and the firm may have its own settings. */

import { ApiError } from "@portico/api/errors.ts";
import { type SettingName, settingNames } from "@portico/api/settings/shapes.ts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, listen } from "../../testing/effects.ts";
import { settingDefaults } from "./defaults.ts";
import { reportUnusableSettings } from "./settings.ts";

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
});
afterEach(() => app.database.db.deleteFrom("setting").execute());
afterAll(() => app.close());

const save = (name: string, data: unknown, since?: string | null) =>
  admin.client.settings.save({ params: { name }, body: { data, ...(since !== undefined && { since }) } });
const read = (name: string) => admin.client.settings.get({ params: { name } });
const faultsOf = (call: Promise<unknown>) =>
  call.then(
    () => "saved",
    (error: unknown) => (error instanceof ApiError ? error.errors : String(error)),
  );

/** Setting, change to its default, and the field that must be named. */
const meaningless: [SettingName, object, string, string][] = [
  ["portalRules", { timeZone: "Europe/Nowhere" }, "data.timeZone", "notAllowed"],
  ["portalRules", { timeZone: "" }, "data.timeZone", "notAllowed"],
  ["portalRules", { timeZone: "+25:00" }, "data.timeZone", "notAllowed"],
  ["portalRules", { baseCurrency: "QQQ" }, "data.baseCurrency", "notAllowed"],
  ["portalRules", { baseCurrency: "euro" }, "data.baseCurrency", "badFormat"],
  ["brand", { accent: { light: "#12345", dark: "#7CC0DC" } }, "data.accent.light", "badFormat"],
  ["brand", { accent: { light: "#F0C000", dark: "#7CC0DC" } }, "data.accent.light", "lowContrast"],
  ["brand", { accent: { light: "#0B4F6C", dark: "#0B4F6C" } }, "data.accent.dark", "lowContrast"],
  ["brand", { supportEmail: "help at firm" }, "data.supportEmail", "badEmail"],
  ["brand", { logo: "javascript:alert(1)" }, "data.logo", "badFormat"],
  ["brand", { logo: "/logo.svg" }, "data.logo", "badFormat"],
  ["brand", { logo: "ab".repeat(32) }, "data.logo", "unknown"],
  ["kycRules", { beneficialOwnerPercent: 0 }, "data.beneficialOwnerPercent", "tooSmall"],
  ["kycRules", { reviewMonths: 1000 }, "data.reviewMonths", "tooBig"],
  ["clientRequests", { recipients: ["nobody"] }, "data.recipients.0", "badEmail"],
  [
    "clientRequests",
    { services: ["a", "a"].map((id) => ({ id, name: { bg: "А", en: "A", pl: "A" } })) },
    "data.services.1.id",
    "twice",
  ],
  ["firmDocuments", { risk: { bg: null, en: "/terms\u202Efdp.exe", pl: null } }, "data.risk.en", "hiddenCharacter"],
  ["firmDocuments", { terms: { bg: "http://firm.example/a", en: null, pl: null } }, "data.terms.bg", "badFormat"],
  ["fourEyes", { on: "yes" }, "data.on", "wrongType"],
];

test.each(meaningless)("%s with %j is refused at its field", async (name, change, path, code) => {
  expect(await faultsOf(save(name, { ...settingDefaults[name], ...change }))).toEqual([{ path, code }]);
  const rows = await app.database.db.selectFrom("setting").select("name").execute();
  expect(rows).toEqual([]);
});

test("a benchmark that the portal knows no instrument of is refused at its field, and an unknown stored one takes nothing down", async () => {
  const rules = { ...settingDefaults.portalRules, benchmarkIsin: "IE00B4L5Y983" };
  const unknown = [{ path: "data.benchmarkIsin", code: "unknownInstrument" }];
  expect(await faultsOf(save("portalRules", rules))).toEqual(unknown);
  const { db } = app.database;
  await db
    .insertInto("setting")
    .values({ name: "portalRules", data: JSON.stringify(rules) })
    .execute();
  const client = await app.as("client", { clientNumber: "C-2" });
  const params = { holderType: "user", holderId: client.id, from: "2026-01-01", to: "2026-02-01" } as const;
  expect(await client.client.portfolios.getPerformance({ params, query: {} })).toMatchObject({
    benchmarkName: null,
    benchmarkReturn: null,
    benchmarkGap: null,
  });
  await db
    .insertInto("instrument")
    .values({
      name: "World Index Fund",
      ticker: "WLD",
      isin: rules.benchmarkIsin,
      currency: "EUR",
      asset_class: "fund",
    })
    .execute();
  expect(await faultsOf(save("portalRules", rules))).toBe("saved");
});

test("every default is one that may be saved", async () => {
  for (const name of settingNames) expect(await codeOf(save(name, settingDefaults[name])), name).toBe("done");
});

test("a stored setting that cannot be used takes no call down: the default stands in, the log and admins are told", async () => {
  const notified: unknown[] = [];
  reportUnusableSettings((problem) => notified.push(problem));
  const client = await app.as("client", { clientNumber: "C-1" });
  const stored = { timeZone: "Mars/Olympus", baseCurrency: "QQQ", feesInCost: true, benchmarkIsin: null };
  const put = (name: string, data: unknown) =>
    app.database.db
      .insertInto("setting")
      .values({ name, data: JSON.stringify(data) })
      .execute();
  await put("portalRules", stored);
  await put("brand", { name: 7 });
  await put("kycRules", "none");
  await put("clientRequests", []);
  const params = { holderType: "user", holderId: client.id } as const;
  const range = { ...params, from: "2026-01-01", to: "2026-02-01" };
  const { portfolios, settings } = client.client;
  expect((await portfolios.getPortfolio({ params })).contractCurrency).toBe("EUR");
  await portfolios.listOrders({ params: range, query: {} });
  await portfolios.listTransactions({ params: range, query: {} });
  await portfolios.getPerformance({ params: range, query: {} });
  expect(await settings.getBrand()).toEqual({
    name: "brand",
    data: settingDefaults.brand,
    updated_at: expect.any(String) as string,
  });
  const brand = await admin.client.settings.getStoredBrand();
  expect(brand).toMatchObject({ data: settingDefaults.brand, unusable: { stored: { name: 7 } } });
  expect(brand.unusable?.paths).toContain("accent");
  expect(await settings.getCalendar()).toEqual({ timeZone: settingDefaults.portalRules.timeZone });
  expect((await settings.getServices()).services).toEqual([]);
  expect(await read("portalRules")).toMatchObject({
    data: settingDefaults.portalRules,
    unusable: { stored, paths: ["timeZone", "baseCurrency"] },
  });
  expect(notified).toContainEqual({ setting: "portalRules", paths: ["timeZone", "baseCurrency"] });
  expect(notified.filter((one) => (one as { setting: string }).setting === "portalRules")).toHaveLength(1);
  await save("portalRules", { ...settingDefaults.portalRules, timeZone: "Asia/Tokyo" });
  expect(await settings.getCalendar()).toEqual({ timeZone: "Asia/Tokyo" });
  expect(await read("portalRules")).not.toHaveProperty("unusable");
  reportUnusableSettings(() => undefined);
});

test("the firm keeps free data under names of its own, and nothing else is opened by that", async () => {
  const data = { menu: ["a", { deep: [1, null, true] }], note: "Фирма" };
  expect(await codeOf(read("branch-menu"))).toBe("notFound");
  const heard = listen(app);
  expect((await save("branch-menu", data)).data).toEqual(data);
  heard.stop();
  expect(heard.all).toContainEqual({ name: "setting:changed", event: { name: "branch-menu" } });
  expect((await read("branch-menu")).data).toEqual(data);
  expect(await auditOf(app, { type: "setting", id: "branch-menu" })).toMatchObject([{ action: "setting.saved" }]);
  const office = await app.as("office");
  expect(await codeOf(office.client.settings.save({ params: { name: "branch-menu" }, body: { data: 1 } }))).toBe(
    "forbidden",
  );
  expect((await office.client.settings.get({ params: { name: "branch-menu" } })).data).toEqual(data);
  const client = await app.as("client");
  expect(await codeOf(client.client.settings.get({ params: { name: "branch-menu" } }))).toBe("forbidden");
  for (const plain of [null, 0, "", false, []]) expect((await save("plain", plain)).data).toEqual(plain);
});

test("names and sizes of the firm's own settings have limits", async () => {
  expect(await codeOf(save("big", "x".repeat(65_534)))).toBe("done");
  expect(await faultsOf(save("big", "x".repeat(65_535)))).toEqual([{ path: "data", code: "tooBig" }]);
  expect(await faultsOf(save("none", undefined))).toEqual([{ path: "data", code: "required" }]);
  for (const derived of ["forex-rates", "calendar", "services", "documents"])
    expect(await faultsOf(save(derived, {})), derived).toEqual([{ path: "name", code: "notAllowed" }]);
  for (const name of ["1a", "a b", "a/b", "-a", "x".repeat(61)])
    expect(await codeOf(save(name, 1)), name).not.toBe("done");
  // A property name of every object is a valid name.
  expect((await save("constructor", { mine: true })).data).toEqual({ mine: true });
});

test("a change made on a value that a colleague replaced since is refused", async () => {
  const rules = settingDefaults.kycRules;
  const first = await save("kycRules", rules, null);
  expect(await codeOf(save("kycRules", rules, null))).toBe("stateConflict");
  expect(await codeOf(save("kycRules", rules, first.updated_at))).toBe("done");
  const both = await Promise.all([1, 2, 3].map((value) => codeOf(save("counter", value, null))));
  expect(both.toSorted()).toEqual(["done", "stateConflict", "stateConflict"]);
});
