/** Target funds: read and compared by a visitor without scripts, and asked for by a client. */
import { expect } from "@playwright/test";
import { languages } from "@portico/api/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated } from "./page-checks.ts";
import { portalUrl } from "./portal.ts";
import { anonymous, signIn, signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");

/** The first published definition whose risk a profile allows, and another one. */
async function offered() {
  const { definitions } = await anonymous.funds.listDefinitions({ query: { limit: 24 } });
  const [calm, other] = definitions.toSorted((a, b) => a.risk - b.risk);
  if (!calm || !other) throw new Error("the demo offers fewer than two definitions");
  return { calm, other };
}

test("a visitor compares two and reads one, without scripts", async ({ browser, viewport }) => {
  const { calm, other } = await offered();
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: portalUrl, viewport });
  const page = await context.newPage();
  await page.goto("/en/learn-more/target");
  for (const { name } of [calm, other]) await page.getByRole("checkbox", { name: new RegExp(name.en) }).check();
  await page.getByRole("button", { name: t("funds.list.compare") }).click();
  const comparison = page.getByRole("region", { name: t("funds.compare.title") });
  for (const { name } of [calm, other])
    await expect(comparison.getByRole("columnheader", { name: new RegExp(name.en) })).toBeVisible();
  await comparison.getByRole("link", { name: calm.name.en, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: calm.name.en })).toBeVisible();
  // The calculator answers as a form.
  await page.getByLabel(t("funds.plan.now", { currency: calm.currency })).fill("5000");
  await page.getByLabel(t("funds.plan.years")).fill("2");
  await page.getByRole("button", { name: t("funds.plan.show") }).click();
  await expect(page).toHaveURL(/now=5000&monthly=&years=2/);
  await expect(page.getByText(t("funds.plan.worst"))).toBeVisible();
  await expect(page.getByText(t("funds.warning.past")).first()).toBeVisible();
  await context.close();
});

test("what is not published answers 404 in each language", async ({ request }) => {
  for (const language of languages)
    for (const id of ["999999", "x", "0"])
      expect((await request.get(`/${language}/learn-more/target/${id}`)).status()).toBe(404);
});

test("a client sees whether it suits them, and asks to join with an amount", async ({ page }) => {
  const { calm } = await offered();
  const ivan = { email: "ivan@portico.example" };
  const { client, id } = await signIn(ivan);
  const params = { holderType: "user", holderId: id } as const;
  const { joins } = await client.funds.listJoins({ params });
  const open = joins.filter((join) => join.definition_id === calm.id && join.can.withdraw);
  for (const join of open) await client.funds.withdrawJoin({ params: { ...params, joinId: join.id }, body: {} });
  await signInByCalls(page, ivan);
  await page.goto(`/en/target/${calm.id}`);
  await hydrated(page);
  await expect(page.getByText(t("funds.fit.fits"))).toBeVisible();
  await page.getByRole("button", { name: t("funds.join.action") }).click();
  const dialog = page.getByRole("dialog");
  const amount = dialog.getByLabel(t("funds.join.amount", { currency: calm.currency }));
  await amount.fill("1");
  await dialog.getByRole("button", { name: t("funds.join.send") }).click();
  await expect(amount).toHaveAttribute("aria-invalid", "true");
  await amount.fill(String(Math.ceil(Number(calm.minimum)) + 500));
  await expectAccessible(page);
  await dialog.getByRole("button", { name: t("funds.join.send") }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(t("funds.fit.alreadyAsked"))).toBeVisible();
  await expect(page.getByText(t("funds.joinState.asked"))).toBeVisible();
});
