/** What staff see of a client beside what the client wrote. */
import { expect } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { layoutFaults } from "./layout.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { officeOf, signInAsOffice } from "./people.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");

test("staff see the client's form, contracts and, when they ask, figures beside a ticket and a conversation", async ({
  page,
}) => {
  const faults = watchFaults(page);
  const { client } = await signInAsOffice(test.info().parallelIndex);
  const { tickets } = await client.tickets.listAll({ query: { queue: "all", search: "Иван Петров" } });
  const [ticket] = tickets;
  await signInByCalls(page, { email: officeOf(test.info().parallelIndex) });
  for (const path of [
    `/en/admin/user/${ticket?.holder_id}/tickets/${ticket?.id}`,
    `/en/admin/chats?part=all&holder=user/${ticket?.holder_id}`,
  ]) {
    await page.goto(path);
    await hydrated(page);
    const beside = page.getByRole("complementary", { name: t("admin.summary.title") });
    await expect(beside.getByText("Иван Петров")).toBeVisible();
    await expect(beside.getByText(t("users.state.postKYC"))).toBeVisible();
    const contracts = beside.getByRole("region", { name: t("admin.contracts.title") });
    await expect(contracts.getByRole("listitem").first()).toBeVisible();
    const figures = beside.getByRole("region", { name: t("admin.client.portfolio") });
    await expect(figures.getByText(t("portfolios.totals.currentValue"))).toHaveCount(0);
    await figures.getByRole("button", { name: t("admin.client.portfolioOpen") }).click();
    await expect(figures.getByText(t("portfolios.totals.currentValue"))).toBeVisible();
    await expect(figures.getByText(/€\s?[1-9]|[1-9][\d,.]* ?(?:€|EUR|PLN|zł)|PLN\s?[1-9]/).first()).toBeVisible();
    await expectAccessible(page);
    expect(await layoutFaults(page, [320, 390, 768, 1056, 1280, 1440])).toEqual([]);
  }
  expect(faults).toEqual([]);
});
