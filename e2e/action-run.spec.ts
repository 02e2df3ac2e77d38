/** A dividend stated once: previewed for all holders, booked for them in one step, and undone in one. */
import { randomInt } from "node:crypto";
import { expect } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { newPerson, officeOf, signInAsOffice } from "./people.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");
const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("a dividend is booked for all holders in one step, and undone in one @phone", async ({ page }) => {
  test.setTimeout(150_000);
  const faults = watchFaults(page);
  const mark = String(randomInt(1_000_000)).padStart(6, "0");
  const { client: office } = await signInAsOffice(test.info().parallelIndex);
  const people = [await newPerson(`First ${mark}`), await newPerson(`Second ${mark}`)];
  const lines = ["account,date,kind,ticker,name,quantity,price,currency,amount,id"];
  for (const [place, { id }] of people.entries()) {
    const number = `DIV${mark}${place}`;
    await office.users.setClientNumber({ params: { id }, body: { clientNumber: number } });
    lines.push(
      `${number},${dayIn(-9)},deposit,,,,,EUR,1000,${number}-1`,
      `${number},${dayIn(-8)},buy,D${mark},Paying ${mark} plc,${10 * (place + 1)},10,EUR,-${100 * (place + 1)},${number}-2`,
    );
  }
  const body = { kind: "statement", fileName: "holders.csv", content: lines.join("\n") } as const;
  const { id } = await office.imports.preview({ body });
  await office.imports.confirm({ params: { id }, body: {} });
  const cashOf = async ({ id: holderId }: { id: number }) => {
    const { cash } = await office.payments.getCash({ params: { holderType: "user", holderId } });
    return cash.find(({ currency }) => currency === "EUR")?.amount;
  };

  await signInByCalls(page, { email: officeOf(test.info().parallelIndex) });
  await page.goto("/en/admin/corporate-actions/new");
  await hydrated(page);
  const main = page.getByRole("main");
  await main.getByRole("button", { name: t("admin.actions.save") }).click();
  const instrument = main.getByRole("combobox", { name: t("admin.actions.instrument") });
  await expect(instrument).toBeFocused();
  await instrument.fill(`Paying ${mark}`);
  await page.getByRole("option", { name: new RegExp(`Paying ${mark} plc`) }).click();
  await main.getByLabel(t("admin.actions.exDay"), { exact: true }).fill(dayIn(-3));
  await main.getByLabel(t("admin.actions.payDay")).fill(dayIn(-1));
  await main.getByLabel(t("admin.actions.cash"), { exact: true }).fill("1,5");
  await main.getByLabel(t("admin.actions.taxRate")).fill("10");
  await main.getByLabel(t("admin.actions.source")).fill("The issuer's notice");
  await expectAccessible(page);
  await main.getByRole("button", { name: t("admin.actions.save") }).click();
  await expect(
    page.getByRole("heading", { name: `Paying ${mark} plc · ${t("corporateActions.type.cashDividend")}` }),
  ).toBeVisible();

  const dialog = page.getByRole("dialog");
  await main.getByRole("button", { name: t("admin.actions.confirm"), exact: true }).click();
  await dialog.getByRole("button", { name: t("admin.actions.confirm"), exact: true }).click();
  await main.getByRole("button", { name: t("admin.actions.previewApply") }).click();
  const book = t("admin.actions.apply", { count: 2 });
  await main.getByRole("button", { name: book }).click();
  await expect(main.getByRole("row").filter({ hasText: `Second ${mark}` })).toContainText("27.00");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: book }).click();
  await expect(main.getByText(t("admin.actions.state.applied"), { exact: true }).first()).toBeVisible();
  await expect.poll(async () => Promise.all(people.map(cashOf))).toEqual(["913.5", "827"]);

  await main.getByRole("button", { name: t("admin.actions.previewUndo") }).click();
  const undo = t("admin.actions.undo", { count: 2 });
  await main.getByRole("button", { name: undo }).click();
  await dialog.getByRole("button", { name: undo }).click();
  await expect(main.getByText(t("admin.actions.state.undone"), { exact: true }).first()).toBeVisible();
  await expect.poll(async () => Promise.all(people.map(cashOf))).toEqual(["900", "800"]);
  await expectAccessible(page);
  expect(faults).toEqual([]);
});
