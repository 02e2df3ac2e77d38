/** A tender offer: a client accepts it before the deadline, and staff see who has. */
import { randomInt } from "node:crypto";
import { expect } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { officeOf, signInAsOffice } from "./people.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");
const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("a client accepts an offer before the deadline, and staff see who has", async ({ page, browser }) => {
  const faults = watchFaults(page);
  const mark = String(randomInt(1_000_000)).padStart(6, "0");
  const { client } = await signInAsOffice(test.info().parallelIndex);
  const csv = [
    "account,date,kind,ticker,name,quantity,price,currency,amount,id",
    `P100003,${dayIn(-2)},deposit,,,,,EUR,100,${mark}-1`,
    `P100003,${dayIn(-2)},buy,T${mark},Tendered ${mark} plc,10,10,EUR,-100,${mark}-2`,
  ].join("\n");
  const preview = await client.imports.preview({ body: { kind: "statement", fileName: "tender.csv", content: csv } });
  await client.imports.confirm({ params: { id: preview.id }, body: {} });
  // Without a price the client's reports, which other stories make, would have a gap.
  const content = `ticker,date,price,currency,source\nT${mark},${dayIn(-2)},10,EUR,Issuer\n`;
  const prices = await client.imports.preview({ body: { kind: "prices", fileName: "tender-price.csv", content } });
  await client.imports.acceptQuotes({ params: { id: prices.id }, body: { all: "weekend" } });
  await client.imports.confirm({ params: { id: prices.id }, body: {} });
  const { instruments } = await client.portfolios.listInstruments({ query: { search: `T${mark}`, limit: 5 } });
  const { id } = await client.corporateActions.create({
    body: {
      instrumentId: instruments[0]?.id ?? 0,
      type: "tenderOffer",
      exDay: dayIn(-1),
      recordDay: null,
      payDay: dayIn(0),
      terms: {
        cash: { perUnit: "12.5", currency: "EUR" },
        ratio: null,
        target: null,
        price: null,
        fractions: "down",
        taxRate: null,
        costShare: null,
      },
      defaultOption: "keep",
      clientDeadline: { day: dayIn(2), time: "12:00" },
      deadline: { day: dayIn(3), time: "17:00" },
      source: "The issuer's notice",
      note: "",
    },
  });
  const { version } = await client.corporateActions.get({ params: { id } });
  await client.corporateActions.confirm({ params: { id }, body: { version } });

  await signInByCalls(page, { email: "james@portico.example" });
  await page.goto("/en/corporate-actions");
  await hydrated(page);
  const card = page.getByRole("region", { name: new RegExp(`Tendered ${mark} plc`) });
  const option = t("corporateActions.option.tender");
  await card.getByRole("button", { name: t("corporateActions.choose", { option }) }).click();
  await expect(card.getByText(t("corporateActions.chosen", { option }))).toBeVisible();
  await expectAccessible(page);

  const theirs = await (await browser.newContext()).newPage();
  await signInByCalls(theirs, { email: officeOf(test.info().parallelIndex) });
  await theirs.goto(`/en/admin/corporate-actions/${id}`);
  await hydrated(theirs);
  await expectAccessible(theirs);
  await expect(theirs.getByText(t("admin.actions.electionCount", { option, count: 1 }))).toBeVisible();
  await expect(theirs.getByRole("cell", { name: "James Wright" }).first()).toBeVisible();
  expect(faults).toEqual([]);
  await theirs.context().close();
});
