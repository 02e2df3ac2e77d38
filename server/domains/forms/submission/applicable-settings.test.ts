/** Declaration texts and amount bands are versioned settings: a submission keeps its versions. */

import { createHash } from "node:crypto";
import { currentText } from "@portico/api/forms/settled.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { codeOf } from "../../../testing/effects.ts";
import { settingDefaults } from "../../settings/defaults.ts";
import { personWithDraft } from "../testing/filled.ts";

let app: TestApp;
let admin: TestUser;
let office: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  [admin, office] = [await app.as("admin"), await app.as("office")];
});
afterAll(() => app.close());

const { declarationTexts, amountBands } = settingDefaults;
const save = (name: string, data: unknown, who = admin) =>
  who.client.settings.save({ params: { name }, body: { data } });
const versionsOf = (name: "declarationTexts" | "amountBands") =>
  office.client.settings.listVersions({ params: { name } });
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const newTerms = {
  bg: "Прочетох и приемам новите общи условия.",
  en: "I have read and accept the new terms and conditions.",
  pl: "Znam i akceptuję nowy regulamin.",
};

test("the first versions are what is delivered", async () => {
  const texts = await versionsOf("declarationTexts");
  expect(Object.fromEntries(texts.map(({ part, data }) => [part, data]))).toEqual(declarationTexts);
  expect(await versionsOf("amountBands")).toMatchObject([{ part: "", version: 1, data: amountBands, saved_by: null }]);
});

test("a draft's tick under an older text does not count, and a submission keeps the version that it declared", async () => {
  const early = await personWithDraft(app);
  await early.client.client.forms.snapshot({ params: early.path, body: { language: "en" } });
  const late = await personWithDraft(app);

  await save("declarationTexts", { ...declarationTexts, terms: newTerms });
  expect((await versionsOf("declarationTexts")).find(({ part }) => part === "terms")).toMatchObject({
    part: "terms",
    version: 2,
    data: newTerms,
  });
  expect(await versionsOf("declarationTexts")).toHaveLength(9);

  const { forms } = late.client.client;
  expect((await forms.check({ params: late.path })).faults).toEqual([
    { path: "declarations.terms", code: "textChanged" },
  ]);
  expect(await codeOf(forms.snapshot({ params: late.path, body: { language: "pl" } }))).toBe("formIncomplete");
  const { draft, settled } = await forms.get({ params: late.path });
  expect(currentText(settled, "terms")).toEqual({ name: "terms", version: 2, words: newTerms });
  expect(settled.texts).toContainEqual({ name: "terms", version: 1, words: declarationTexts.terms });
  const tick = (value: unknown) =>
    forms.save({
      params: late.path,
      body: {
        version: draft?.version ?? 0,
        changes: [{ step: "declarations", field: "terms", value: value as number }],
      },
    });
  for (const invented of [3, -1, 1.5, "2", { version: 2 }]) {
    await tick(invented);
    expect((await forms.check({ params: late.path })).faults, JSON.stringify(invented)).toHaveLength(1);
  }
  await tick(2);
  await forms.snapshot({ params: late.path, body: { language: "pl" } });

  const declared = async ({ path }: typeof early) => {
    const { current } = await office.client.forms.getRevision({ params: { ...path, revision: 1 } });
    const { version, sha256: hash } = current.declarations.find(({ textId }) => textId === "terms") ?? {};
    const text = current.settled.texts.find((one) => one.name === "terms" && String(one.version) === version);
    return { version, hash, words: text?.words };
  };
  expect(await declared(early)).toEqual({
    version: "1",
    hash: sha256(declarationTexts.terms.en),
    words: declarationTexts.terms,
  });
  expect(await declared(late)).toEqual({ version: "2", hash: sha256(newTerms.pl), words: newTerms });
});

test("a consent that nobody has to give counts under the text in force alone", async () => {
  const { client, path } = await personWithDraft(app);
  const { forms } = client.client;
  const { draft, settled } = await forms.get({ params: path });
  const changes = (["terms", "marketing"] as const).map((field) => ({
    step: "declarations",
    field,
    value: currentText(settled, field)?.version ?? 0,
  }));
  await forms.save({ params: path, body: { version: draft?.version ?? 0, changes } });
  const { data } = await admin.client.settings.get({ params: { name: "declarationTexts" } });
  const marketing = { ...declarationTexts.marketing, en: "The firm may send me a weekly letter." };
  await save("declarationTexts", { ...(data as object), marketing });
  expect((await forms.check({ params: path })).faults).toEqual([]);
  await forms.snapshot({ params: path, body: { language: "en" } });
  const { current } = await office.client.forms.getRevision({ params: { ...path, revision: 1 } });
  expect(current.declarations.map(({ textId }) => textId)).not.toContain("marketing");
  expect(current.form_data["declarations"]).not.toHaveProperty("marketing");
});

test("bands are what the setting says: for new forms at once, and what was submitted keeps its own", async () => {
  const early = await personWithDraft(app);
  const { draft, settled } = await early.client.client.forms.get({ params: early.path });
  const terms = currentText(settled, "terms")?.version ?? 0;
  const changes = [{ step: "declarations", field: "terms", value: terms }];
  await early.client.client.forms.save({ params: early.path, body: { version: draft?.version ?? 0, changes } });
  await early.client.client.forms.snapshot({ params: early.path, body: { language: "en" } });
  const late = await personWithDraft(app);
  const before = (await late.client.client.forms.get({ params: late.path })).form_data["work"]?.["expectedAmount"];
  expect(before).toBe("10to50");

  // The second band now begins at 200,000, from which proof of the sources is required.
  const limits = { ...amountBands.limits, amountBand: [200_000, 300_000, 400_000, 500_000, 600_000] };
  await save("amountBands", { ...amountBands, limits });
  const now = await late.client.client.forms.get({ params: late.path });
  expect(now.settled.bands).toMatchObject({ version: 2, limits });
  const { faults } = await late.client.client.forms.check({ params: late.path });
  expect(faults).toContainEqual({ path: "work.fundsProof", code: "required" });

  const { current } = await office.client.forms.getRevision({ params: { ...early.path, revision: 1 } });
  expect(current.settled.bands).toMatchObject({ version: 1, limits: amountBands.limits });
  expect((await early.client.client.forms.get({ params: early.path })).settled.bands.version).toBe(1);
  expect(await versionsOf("amountBands")).toMatchObject([
    { version: 2, saved_by: expect.any(String) as string },
    { version: 1 },
  ]);
});

test("bands that make no sense and empty texts are refused at their field, and only admins save them", async () => {
  const limits = (amountBand: number[]) => ({ ...amountBands, limits: { ...amountBands.limits, amountBand } });
  const bad: [string, unknown][] = [
    ["amountBands", limits([10, 20, 30, 40])],
    ["amountBands", limits([10, 20, 20, 40, 50])],
    ["amountBands", limits([0, 20, 30, 40, 50])],
    ["amountBands", limits([10.5, 20, 30, 40, 50])],
    ["amountBands", { ...amountBands, fundsProofFrom: 0 }],
    ["declarationTexts", { ...declarationTexts, risk: { ...declarationTexts.risk, pl: " " } }],
    ["declarationTexts", { ...declarationTexts, another: newTerms }],
  ];
  for (const [name, data] of bad) expect(await codeOf(save(name, data)), JSON.stringify(data)).toBe("badInput");
  expect(await codeOf(save("amountBands", amountBands, office))).toBe("forbidden");
});

test("of two who save at once each makes a version of its own", async () => {
  const { data } = await admin.client.settings.get({ params: { name: "declarationTexts" } });
  const truth = (n: number) => ({ ...declarationTexts.truth, en: `My answers are true and complete, ${n}.` });
  await Promise.all([1, 2, 3].map((n) => save("declarationTexts", { ...(data as object), truth: truth(n) })));
  const versions = (await versionsOf("declarationTexts")).filter(({ part }) => part === "truth");
  expect(versions.map(({ version }) => version)).toEqual([4, 3, 2, 1]);
});
