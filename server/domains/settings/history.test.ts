/** The history of what the firm configures: who changed it and how, and former values as drafts. */
import { auditActionNames, auditActions } from "@portico/api/audit-actions.ts";
import { configured, versioned } from "@portico/api/settings/history.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { codeOf } from "../../testing/effects.ts";
import { settingDefaults } from "./defaults.ts";

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
});
afterAll(() => app.close());

const save = (by: TestUser, name: string, data: unknown, since?: string | null) =>
  by.client.settings.save({ params: { name }, body: { data, ...(since !== undefined && { since }) } });
const history = (by: TestUser, kind: keyof typeof configured, key?: string, query = {}) =>
  by.client.settings.listHistory({ params: { kind }, query: { ...(key !== undefined && { key }), ...query } });
const former = (name: string, entryId: number) => admin.client.settings.getFormer({ params: { name, entryId } });

/** Subjects of the audit log that are no configuration: data of clients and the market, files, and what the portal did. */
const others = [
  "holder",
  "user",
  "company",
  "instrument",
  "announcement",
  "announcementFile",
  "corporateAction",
  "import",
  "clientImport",
  "fileRun",
  "ticket",
  "retention",
  "analytics",
  "audit",
  "reportRun",
  "reportPeriod",
  "pickupFile",
  "webhook",
  "centralBank",
  "centralBankBatch",
  "documentBatch",
  "transactionRequest",
  "paymentFile",
  "bankEntry",
  "mail",
  "job",
  "demoPortal",
  "mailTest",
  "operatorNote",
  "startingText",
  "dataExport",
  "screeningList",
  "screeningCandidate",
  "machineKey",
];

test("every subject of the log is configured with a history here, is versioned, or is no configuration", () => {
  const subjects = new Set<string>(auditActionNames.map((action) => auditActions[action].subject));
  const known = new Set<string>([...Object.keys(configured), ...versioned]);
  const unknown = [...subjects].filter((subject) => !known.has(subject) && !others.includes(subject));
  expect(unknown).toEqual([]);
  expect([...known].filter((subject) => !subjects.has(subject))).toEqual([]);
  for (const [kind, actions] of Object.entries(configured))
    for (const action of actions) expect(auditActions[action].subject).toBe(kind);
});

test("each save is listed with who made it and what it changed, newest first and page by page", async () => {
  const other = await app.as("admin");
  const rules = settingDefaults.kycRules;
  await save(admin, "kycRules", { ...rules, reviewMonths: 24 });
  await save(other, "kycRules", { ...rules, reviewMonths: 6 });
  const reader = await app.as("internal");
  const { changes } = await history(reader, "setting", "kycRules");
  expect(changes).toMatchObject([
    { key: "kycRules", action: "setting.saved", before: { reviewMonths: 24 }, after: { reviewMonths: 6 } },
    { key: "kycRules", action: "setting.saved", before: null, after: { reviewMonths: 24 } },
  ]);
  const people = await app.database.db.selectFrom("app_user").select(["id", "name"]).execute();
  const names = [other, admin].map(({ id }) => people.find((person) => person.id === id)?.name);
  expect(changes.map(({ by }) => by)).toEqual(names);
  const first = await history(reader, "setting", "kycRules", { limit: 1 });
  const second = await history(reader, "setting", "kycRules", { limit: 1, cursor: first.nextCursor ?? "" });
  expect([...first.changes, ...second.changes]).toEqual(changes);
  expect(second.nextCursor).toBeNull();
});

test("a former value is a draft: what is in force stays until it is saved", async () => {
  const brand = { ...settingDefaults.brand, name: "First Firm" };
  await save(admin, "brand", brand);
  await save(admin, "brand", { ...brand, name: "Second Firm" });
  const { changes } = await history(admin, "setting", "brand");
  const oldest = changes.at(-1);
  expect(await former("brand", oldest?.id ?? 0)).toEqual({ data: brand, faults: [] });
  const stored = await admin.client.settings.getBrand();
  expect(stored.data.name).toBe("Second Firm");
  // Two administrators at once: who restores after somebody else saved is told.
  await save(admin, "brand", { ...brand, name: "Third Firm" });
  expect(await codeOf(save(admin, "brand", oldest?.after, stored.updated_at))).toBe("stateConflict");
});

test("a former value that could not be saved any more names its fields, and checking keeps nothing", async () => {
  const { db } = app.database;
  const isin = "IE00B4L5Y983";
  await db
    .insertInto("instrument")
    .values({ isin, ticker: "WRLD", name: "World", currency: "EUR", asset_class: "fund" })
    .execute();
  const rules = settingDefaults.portalRules;
  await save(admin, "portalRules", { ...rules, benchmarkIsin: isin });
  await save(admin, "portalRules", rules);
  await db.deleteFrom("instrument").where("isin", "=", isin).execute();
  const [, oldest] = (await history(admin, "setting", "portalRules")).changes;
  expect(await former("portalRules", oldest?.id ?? 0)).toEqual({
    data: { ...rules, benchmarkIsin: isin },
    faults: [{ path: "benchmarkIsin", code: "unknownInstrument" }],
  });
  expect((await admin.client.settings.get({ params: { name: "portalRules" } })).data).toEqual(rules);

  const logo = "ab".repeat(32);
  await db
    .insertInto("brand_logo")
    .values({ sha256: Buffer.from(logo, "hex"), width: 10, height: 10, uploaded_by: admin.id, kept_at: null })
    .execute();
  await save(admin, "brand", { ...settingDefaults.brand, logo });
  await db.updateTable("brand_logo").set({ kept_at: null }).execute();
  const [newest] = (await history(admin, "setting", "brand")).changes;
  expect((await former("brand", newest?.id ?? 0)).faults).toEqual([]);
  const kept = await db.selectFrom("brand_logo").select("kept_at").execute();
  expect(kept).toEqual([{ kept_at: null }]);
});

test("an entry of another setting is none of this one", async () => {
  await save(admin, "chatRules", { mailsShowText: true });
  const [entry] = (await history(admin, "setting", "chatRules")).changes;
  expect(await codeOf(former("brand", entry?.id ?? 0))).toBe("notFound");
  expect(await codeOf(former("chatRules", 1))).toBe("notFound");
});

test("what is kept in tables of its own has the same history, also of what was removed", async () => {
  const texts = { bg: null, en: "Dear client", pl: null };
  const { id } = await admin.client.cannedAnswers.create({ body: { title: "Greeting", texts } });
  await admin.client.cannedAnswers.change({ params: { id }, body: { title: "Greetings", texts, version: 1 } });
  await admin.client.cannedAnswers.remove({ params: { id } });
  const { changes } = await history(admin, "cannedAnswer");
  expect(changes.map(({ action, key }) => [action, key])).toEqual(
    ["cannedAnswer.removed", "cannedAnswer.changed", "cannedAnswer.created"].map((action) => [action, String(id)]),
  );
  expect(changes[1]).toMatchObject({ before: { title: "Greeting" }, after: { title: "Greetings" } });
});
