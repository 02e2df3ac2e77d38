/** A part of the allocation opens its holdings, and a holding its details, in each of its views. */
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { show, t } from "../../ui/testing/show.tsx";
import { DetailContext } from "../detail.ts";
import { sampleRow } from "../testing/sample-row.ts";
import { type AllocationKind } from "./allocation.ts";
import { Allocation } from "./allocation-donut.tsx";
import { usePartLabel } from "./part-label.ts";
import { Treemap } from "./treemap.tsx";

const rows = [
  sampleRow({ key: "1", name: "Acme", assetClass: "equity", currentValue: 60, sector: "energy" }),
  sampleRow({ key: "2", name: "Globe", assetClass: "equity", currentValue: 30 }),
  sampleRow({ key: "EUR", name: "EUR", type: 9, assetClass: "cash", currentValue: 10 }),
];

function Shown({ kind, isTreemap }: { kind: AllocationKind; isTreemap?: boolean }) {
  const label = usePartLabel(kind);
  return (
    <Allocation
      rows={rows}
      contractCurrency="EUR"
      kind={kind}
      rowLabel={label}
      {...(isTreemap && { Picture: Treemap, wide: true })}
    />
  );
}

test("a class opens its holdings with their shares of the whole; a holding opens its details", async () => {
  const open = vi.fn();
  await show(
    <DetailContext value={open}>
      <Shown kind="class" />
    </DetailContext>,
  );
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

test("a tile of the treemap has its figures as its name, and opens the holdings of its part", async () => {
  await show(
    <DetailContext value={vi.fn()}>
      <Shown kind="sector" isTreemap />
    </DetailContext>,
  );
  const map = page.getByRole("group", { name: t("allocation.treemap") });
  expect(map.getByRole("button").elements()).toHaveLength(3);
  const unknown = map.getByRole("button", { name: new RegExp(`^${t("allocation.unknown")}, 30`) });
  await expect
    .element(map.getByRole("button", { name: new RegExp(`^${t("allocation.sector.energy")}, 60`) }))
    .toBeVisible();
  // By keyboard too.
  (unknown.element() as HTMLElement).focus();
  (unknown.element() as HTMLElement).click();
  const members = page.getByRole("list", {
    name: t("portfolios.allocation.membersOf", { name: t("allocation.unknown") }),
  });
  await expect.element(members.getByRole("button", { name: /Globe/ })).toBeVisible();
});
