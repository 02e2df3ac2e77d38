/** A draft in progress: offline, on two devices at once, with invalid numbers; nothing is lost. */
import { expect, type Page } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { answer } from "./form-filling.ts";
import { hydrated } from "./page-checks.ts";
import { newPerson, type Person } from "./people.ts";
import { scan } from "./people-answers.ts";
import { signInAnew, signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

/** The standard harmless test virus, in two halves so that this file is not detected. */
const eicar = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR", "-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("");

const t = textIn("en");
const formOf = ({ id }: Person) => ({ holderType: "user", holderId: id, type: "KYC" }) as const;

/** A new person at the first step of their form, in another session than that of their calls, as on two devices. */
async function beginForm(page: Page): Promise<Person> {
  const person = await newPerson();
  await signInAnew(page, person);
  await page.goto("/en/form/KYC");
  await hydrated(page);
  return person;
}

test("what is typed without a connection is kept, and sent once it is back", async ({ page, context }) => {
  const person = await beginForm(page);
  await answer(page, "identity.firstName", "Ana");
  await expect(page.getByText(t("forms.save.saved"), { exact: true })).toBeVisible();
  await context.setOffline(true);
  await answer(page, "identity.lastName", "Petrova");
  await expect(page.getByText(t("forms.save.waiting"))).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(t("forms.save.saved"), { exact: true })).toBeVisible({ timeout: 20_000 });
  const { form_data } = await person.client.forms.get({ params: formOf(person) });
  expect(form_data["identity"]).toEqual({ firstName: "Ana", lastName: "Petrova" });
});

test("what waits unsent when its writer signs out is not sent, nor readable for whoever is next", async ({ page }) => {
  await beginForm(page);
  await answer(page, "identity.firstName", "Ana");
  await expect(page.getByText(t("forms.save.saved"), { exact: true })).toBeVisible();
  const sentByNobody: string[] = [];
  await page.route("**/api/form/**", async (route) => {
    const request = route.request();
    if (request.method() === "GET") return route.continue();
    if (!request.headers()["authorization"]) sentByNobody.push(request.postData() ?? "");
    return route.abort();
  });
  await answer(page, "identity.lastName", "Petrova");
  await expect(page.getByText(t("forms.save.waiting"))).toBeVisible();
  await page.getByRole("button", { name: t("shell.account.menu", { name: "Test Person" }) }).click();
  const signOut = { name: t("shell.account.signOut"), exact: true };
  await page.getByRole("button", signOut).click();
  await page
    .getByRole("dialog", { name: t("shell.signOut.title") })
    .getByRole("button", signOut)
    .click();
  await page.waitForURL("**/en/login");
  await expect(page.getByText(t("shell.session.signedOut"))).toBeVisible();
  expect(sentByNobody).toEqual([]);
  const kept = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  await expect.poll(kept).not.toContain("portico.form.");
  expect(await kept()).not.toContain("Petrova");
});

test("two devices fill in one form, and neither loses what the other wrote", async ({ page }) => {
  const person = await beginForm(page);
  await answer(page, "identity.firstName", "Ana");
  await expect(page.getByText(t("forms.save.saved"), { exact: true })).toBeVisible();
  const { draft } = await person.client.forms.get({ params: formOf(person) });
  await person.client.forms.save({
    params: formOf(person),
    body: {
      version: draft?.version ?? 0,
      changes: [{ step: "identity", field: "birthPlace", value: "Plovdiv" }],
    },
  });
  // The other device's input appears without typing here, and is announced.
  await expect(page.locator('[name="identity.birthPlace"]')).toHaveValue("Plovdiv");
  const news = page.getByText(t("forms.save.merged", { fields: t("forms.field.birthPlace") }));
  await expect(news).toBeVisible();
  await page.getByRole("button", { name: t("forms.save.dismiss") }).click();
  await expect(news).toHaveCount(0);
  await answer(page, "identity.lastName", "Petrova");
  await expect(page.getByText(t("forms.save.saved"), { exact: true })).toBeVisible();
  const { form_data } = await person.client.forms.get({ params: formOf(person) });
  expect(form_data["identity"]).toEqual({ firstName: "Ana", lastName: "Petrova", birthPlace: "Plovdiv" });
});

test("of two who write in one field the later stands, and who wrote over the other learns it", async ({
  page,
  context,
}) => {
  const person = await beginForm(page);
  await answer(page, "identity.firstName", "Ana");
  await expect(page.getByText(t("forms.save.saved"), { exact: true })).toBeVisible();
  await context.setOffline(true);
  await answer(page, "identity.firstName", "Anna");
  await expect(page.getByText(t("forms.save.waiting"))).toBeVisible();
  const { draft } = await person.client.forms.get({ params: formOf(person) });
  await person.client.forms.save({
    params: formOf(person),
    body: { version: draft?.version ?? 0, changes: [{ step: "identity", field: "firstName", value: "Annie" }] },
  });
  await context.setOffline(false);
  await expect(page.getByText(t("forms.save.overwritten", { fields: t("forms.field.firstName") }))).toBeVisible({
    timeout: 20_000,
  });
  await expect(page.locator('[name="identity.firstName"]')).toHaveValue("Anna");
  await expect(page.getByText(t("forms.save.saved"), { exact: true })).toBeVisible({ timeout: 20_000 });
  const { form_data } = await person.client.forms.get({ params: formOf(person) });
  expect(form_data["identity"]).toMatchObject({ firstName: "Anna" });
});

test("what is explained at the last look is kept; the way back leads through the steps, another language stays", async ({
  page,
}) => {
  const person = await newPerson();
  await person.client.forms.create({
    params: formOf(person),
    body: {
      formData: {
        work: { expectedAmount: "over1000" },
        finances: { annualIncome: "under10", liquidAssets: "under10" },
      },
    },
  });
  await signInByCalls(page, person);
  await page.goto("/en/form/KYC");
  await hydrated(page);
  await page.getByRole("button", { name: t("forms.page.lastLook") }).click();
  const explanation = page.getByLabel(t("forms.inconsistency.incomeAndAmount"));
  await explanation.fill("I sell my house");
  await page
    .getByRole("button", { name: t("forms.step.KYC.bank") })
    .first()
    .click();
  await expect(page.locator('[name="bank.iban"]')).toBeVisible();
  await page.goBack();
  await expect(explanation).toHaveValue("I sell my house");
  const { form_data } = await person.client.forms.get({ params: formOf(person) });
  expect(form_data["lastLook"]).toEqual({ incomeAndAmount: "I sell my house" });
  await page.goForward();
  await expect(page.locator('[name="bank.iban"]')).toBeVisible();
  await page.getByRole("link", { name: "PL" }).first().click();
  await page.waitForURL(/\/pl\/form\/KYC/);
  await expect(page.locator('[name="bank.iban"]')).toBeVisible();
});

test("a company that was deleted meanwhile says so, and leads home", async ({ page }) => {
  const person = await newPerson();
  await signInByCalls(page, person);
  const { id } = await person.client.companies.create({ params: { userId: person.id }, body: {} });
  await page.goto(`/en/form/KYC?company=${id}`);
  await hydrated(page);
  await page.locator('[name="entity.legalName"]').waitFor();
  await person.client.forms.discardCompanyForm({ params: { id: person.id } });
  await answer(page, "entity.legalName", "Vitosha OOD");
  await expect(page.getByText(t("forms.save.gone"))).toBeVisible();
  await page.reload();
  await hydrated(page);
  await expect(page.getByText(t("forms.sent.missing"))).toBeVisible();
  await page.getByRole("link", { name: t("forms.sent.home") }).click();
  await page.waitForURL(/dashboard/);
});

test("impossible days, wrong numbers and refused files are told at their field, with what was typed kept", async ({
  page,
}) => {
  await beginForm(page);
  await answer(page, "identity.birthDate", "1990-02-30");
  await page.locator('[name="identity.birthPlace"]').focus();
  await expect(page.locator('[id="identity.birthDate"]').getByText(t("field.badDate"))).toBeVisible();
  await expect(page.locator('[name="identity.birthDate"]')).toHaveValue("30");

  await page.getByRole("button", { name: t("forms.step.KYC.bank") }).click();
  await answer(page, "bank.iban", "BG80BNBG96611020345679");
  await page.locator('[name="bank.accountHolder"]').focus();
  await expect(page.locator('[id="bank.iban"]').getByText(t("field.badChecksum"))).toBeVisible();
  await expect(page.locator('[name="bank.iban"]')).toHaveValue("BG80BNBG96611020345679");

  await page.getByRole("button", { name: t("forms.step.KYC.document") }).click();
  const scans = page.locator('[id="document.documentScans"]');
  for (const [name, mimeType, content, code] of [
    ["page.html", "text/html", "<!doctype html><script>alert(1)</script>", "refusedType"],
    ["drawing.svg", "image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', "refusedType"],
    ["virus.pdf", "application/pdf", eicar, "infected"],
    ["scan.png", "image/png", "%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n", "wrongEnding"],
  ] as const) {
    await scans
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name, mimeType, buffer: Buffer.from(content) });
    await expect(scans.getByRole("alert").filter({ hasText: t(`field.${code}`) })).toBeVisible();
    await expect(scans.getByText(name, { exact: true })).toBeVisible();
  }

  // Of six files at once four are sent; the two refused ones are named, also when the field is full.
  const files = [1, 2, 3, 4, 5].map((number) => ({
    name: `scan-${number}.png`,
    mimeType: "image/png",
    buffer: scan.buffer,
  }));
  const large = { name: "large.png", mimeType: "image/png", buffer: Buffer.alloc(10 * 1024 * 1024 + 1) };
  const { promise: stored, resolve: store } = Promise.withResolvers<void>();
  await page.route("**/api/file/user/*", async (route) => {
    await stored;
    await route.continue();
  });
  await scans
    .locator('input[type="file"]')
    .first()
    .setInputFiles([large, ...files]);
  const refused = (name: string) => scans.getByRole("listitem").filter({ hasText: name }).getByRole("alert");
  await expect(refused("large.png")).toHaveText(t("field.fileTooBig"));
  await expect(refused("scan-5.png")).toHaveText(t("ui.file.tooMany", { count: 4 }));
  // Another step would stop those on their way.
  await page.getByRole("button", { name: t("forms.step.KYC.identity") }).click();
  const question = page.getByRole("dialog", { name: t("shell.sending.stopTitle") });
  await question.getByRole("button", { name: t("shell.sending.keepOn") }).click();
  await expect(question).toHaveCount(0);
  store();
  for (const { name } of files.slice(0, 4))
    await expect(scans.getByRole("button", { name, exact: true })).toBeVisible();
  await scans
    .locator('input[type="file"]')
    .first()
    .setInputFiles([{ name: "one-more.png", mimeType: "image/png", buffer: scan.buffer }]);
  await expect(refused("one-more.png")).toHaveText(t("ui.file.tooMany", { count: 4 }));
});
