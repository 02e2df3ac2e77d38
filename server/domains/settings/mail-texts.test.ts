/** Texts of mails that the firm writes itself: checks, previews, mails that are sent with them. */
import { readFileSync } from "node:fs";
import { languages } from "@portico/messages/catalogue.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findTextFaults, ownTextKeys, shippedText, translate } from "../../adapters/mail/own-texts.ts";
import { mailTemplates } from "../../declared.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, recordMails } from "../../testing/effects.ts";

const words = JSON.parse(
  readFileSync(new URL("../../../messages/texts/admin-mail-texts.json", import.meta.url), "utf8"),
) as Record<string, unknown>;

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
});
afterAll(() => app.close());

type Words = Partial<Record<(typeof languages)[number], string>>;
const own = (id: string, words: Words) => ({ id, words: { bg: null, en: null, pl: null, ...words } });
const save = (...texts: ReturnType<typeof own>[]) =>
  admin.client.settings.save({ params: { name: "mailTexts" }, body: { data: { texts } } });
const shown = (texts: ReturnType<typeof own>[], mail = "code", sample = 0) => ({
  mail,
  sample,
  language: "en" as const,
  texts,
});

describe("checks", () => {
  test("each shipped text is one that may be written", () => {
    for (const key of ownTextKeys)
      for (const language of languages)
        expect(findTextFaults(language, key, shippedText(language, key)), key).toEqual([]);
  });

  test("unknown, missing and wrongly used placeholders are named", () => {
    const faults = (words: string, key = "mail.code.validity") => findTextFaults("en", key, words);
    expect(faults("Valid for {minutes} minutes.")).toEqual([]);
    expect(faults("Valid.")).toEqual([{ code: "missingPlaceholder", name: "minutes" }]);
    expect(faults("Valid for {minutes} minutes, {client}.")).toEqual([{ code: "unknownPlaceholder", name: "client" }]);
    expect(faults("Valid for {minutes, date}.")).toEqual([{ code: "badMessage", name: "minutes" }]);
    expect(faults("Valid for {minutes")).toEqual([{ code: "badMessage" }]);
    expect(faults("Hello", "mail.footer"), "layout stays").toEqual([{ code: "unknown" }]);
  });

  test("a text that a newer portal would not fill any more is sent as shipped", () => {
    const texts = [own("mail.code.subject", { en: "Code of {former}" }), own("mail.code.signIn", { en: "Type it:" })];
    const t = translate("en", texts);
    expect(t("mail.code.subject", { brand: "Firm" })).toBe("Your one-time code for Firm");
    expect(t("mail.code.signIn")).toBe("Type it:");
    expect(translate("pl", texts)("mail.code.signIn")).toBe(shippedText("pl", "mail.code.signIn"));
  });
});

test("every mail has samples that it accepts, which together show each text that may be written", async () => {
  for (const { name, params, samples = [] } of mailTemplates) {
    expect(samples.length, name).toBeGreaterThan(0);
    expect(Object.keys(words), "its name on the page").toContain(`admin.mailTexts.mail.${name}`);
    for (const sample of samples) expect(params.safeParse(sample).success, name).toBe(true);
  }
  const { mails } = await admin.client.settings.listMailTexts();
  const used = new Set(mails.flatMap(({ keys }) => keys));
  expect(ownTextKeys.filter((key) => !used.has(key))).toEqual([]);
});

test("saving refuses a text by its placeholder, and keeps what was in force", async () => {
  const good = own("mail.code.validity", { en: "For {minutes} minutes only." });
  await save(good);
  const refused = save(good, own("mail.code.subject", { pl: "Kod {client}" }));
  await expect(refused).rejects.toMatchObject({
    errors: [
      { path: "data.texts.1.words.pl.client", code: "unknownPlaceholder" },
      { path: "data.texts.1.words.pl.brand", code: "missingPlaceholder" },
    ],
  });
  const { data } = await admin.client.settings.get({ params: { name: "mailTexts" } });
  expect(data).toEqual({ texts: [good] });
});

test("a preview shows what is typed, escaped, and what is wrong with it", async () => {
  const texts = [own("mail.code.signIn", { en: "Enter <b>this</b>:" }), own("mail.code.subject", { en: "{x}" })];
  const { subject, html, text, faults } = await admin.client.settings.previewMail({ body: shown(texts) });
  expect(text).toContain("Enter <b>this</b>:");
  expect(html).toContain("Enter &lt;b&gt;this&lt;/b&gt;:");
  expect(subject).toContain("one-time code");
  expect(faults.map(({ code, name }) => [code, name])).toEqual([
    ["unknownPlaceholder", "x"],
    ["missingPlaceholder", "brand"],
  ]);
  expect(await codeOf(admin.client.settings.previewMail({ body: shown([], "code", 99) }))).toBe("notFound");
  expect(await codeOf(admin.client.settings.sendTestMail({ body: shown(texts) }))).toBe("badInput");
});

test("a test goes to one's own address with what is typed, though nothing is saved", async () => {
  const mails = recordMails(app);
  const texts = [own("mail.code.signIn", { en: "The text that is tried:" })];
  await admin.client.settings.sendTestMail({ body: shown(texts) });
  const { email } = await app.database.db
    .selectFrom("app_user")
    .select("email")
    .where("id", "=", admin.id)
    .executeTakeFirstOrThrow();
  expect(mails).toMatchObject([{ to: email, template: "mailTextTest", language: "en" }]);
  expect(JSON.stringify(mails[0]?.params)).toContain("The text that is tried:");
  expect(await auditOf(app, { type: "setting", id: "mailTexts" }, "setting.testMailSent")).toMatchObject([
    { after: { mail: "code", language: "en" } },
  ]);
});
