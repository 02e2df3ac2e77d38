/** A part of the allocation opens its holdings, and a holding its details. */
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { show, t } from "../../ui/testing/show.tsx";
import { DetailContext } from "../detail.ts";
import { sampleRow } from "../testing/sample-row.ts";
import { Allocation } from "./allocation-donut.tsx";

const rows = [
  sampleRow({ key: "1", name: "Acme", assetClass: "equity", currentValue: 60 }),
  sampleRow({ key: "2", name: "Globe", assetClass: "equity", currentValue: 30 }),
  sampleRow({ key: "EUR", name: "EUR", type: 9, assetClass: "cash", currentValue: 10 }),
];

test("a class opens its holdings with their shares of the whole; a holding opens its details", async () => {
  const open = vi.fn();
  await show(
    <DetailContext value={open}>
      <Allocation rows={rows} contractCurrency="EUR" />
    </DetailContext>,
  );
  await page.getByRole("button", { name: t("portfolios.allocation.class") }).click();
  const equities = page.getByRole("button", { name: new RegExp(`^${t("portfolios.class.equity")}`) });
  await expect.element(equities).toHaveAttribute("aria-expanded", "false");
  await equities.click();
  const members = page.getByRole("list", {
    name: t("portfolios.allocation.membersOf", { name: t("portfolios.class.equity") }),
  });
  await expect.element(members.getByRole("button", { name: /Acme.*60\.0/ })).toBeVisible();
  await members.getByRole("button", { name: /Globe/ }).click();
  expect(open).toHaveBeenCalledExactlyOnceWith({ row: "2" });
  await equities.click();
  await expect.element(members).not.toBeInTheDocument();
});

test("an instrument opens its details at once", async () => {
  const open = vi.fn();
  await show(
    <DetailContext value={open}>
      <Allocation rows={rows} contractCurrency="EUR" />
    </DetailContext>,
  );
  await page.getByRole("button", { name: /Acme/ }).click();
  expect(open).toHaveBeenCalledExactlyOnceWith({ row: "1" });
});
