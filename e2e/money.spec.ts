/** A withdrawal from the mailed code to the ledger's entries: the client asks, staff order it and match its two payments. */
import { randomInt } from "node:crypto";
import { expect, test } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { formatAmount, formatMoney } from "../web/app/ui/format.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { officeOf, signInAsOffice } from "./people.ts";
import { waitForCode } from "./portal.ts";
import { alone, signInAnew, signInByCalls } from "./sessions.ts";

const t = textIn("en");
const email = "james@portico.example";
const clientNumber = "P100003";

test.describe.configure({ timeout: 120_000 });

test("a withdrawal is confirmed with a code, ordered, matched in two parts, and shown as paid", async ({ browser }) => {
  const worker = test.info().parallelIndex;
  const { client: office } = await signInAsOffice(worker);
  const [client, staff] = [await (await browser.newContext()).newPage(), await (await browser.newContext()).newPage()];
  // A session of its own: in one of an earlier attempt, the code was given already.
  await signInAnew(client, { email });
  await signInByCalls(staff, { email: officeOf(worker) });
  const faults = [watchFaults(client, [/POST \/api\/portfolio\/.*\/transaction 403/]), watchFaults(staff)];
  // A unique amount: the demo and earlier attempts have left payments.
  const sum = `${randomInt(10, 40)}.${randomInt(10, 99)}`;

  await client.goto("/en/money");
  await hydrated(client);
  await expect(client.getByRole("table", { name: t("money.moves.title") })).toBeVisible();
  await expectAccessible(client);
  await client.getByRole("button", { name: t("money.action.withdraw") }).click();
  const dialog = client.getByRole("dialog");
  await dialog.getByRole("textbox", { name: t("money.out.sum") }).fill(sum);
  await dialog.getByRole("button", { name: t("money.out.review") }).click();
  await alone(email, async () => {
    const since = new Date();
    await dialog.getByRole("button", { name: t("money.out.send") }).click();
    await dialog.getByLabel(t("money.code.label")).fill(await waitForCode(email, since));
  });
  await dialog.getByRole("button", { name: t("money.out.send") }).click();
  const payment = client.getByRole("listitem").filter({ hasText: sum });
  await expect(payment.getByText(t("money.state.withdrawal.open"), { exact: true })).toBeVisible();

  const { requests } = await office.payments.listRequests({ query: { state: "open", limit: 200 } });
  const asked = requests.find(({ transactionInfo }) => Number(transactionInfo.sum) === Number(sum));
  const holder = { holderType: "user", holderId: asked?.holder_id ?? 0 } as const;
  await staff.goto("/en/admin/requests");
  await hydrated(staff);
  const card = staff.getByRole("listitem").filter({ hasText: sum });
  const question = staff.getByRole("dialog");
  await card.getByRole("button", { name: t("admin.payments.pay") }).click();
  await question.getByRole("button", { name: t("admin.payments.pay") }).click();
  await expect(payment.getByText(t("money.state.withdrawal.paying"), { exact: true })).toBeVisible();

  // The bank pays a part without the reference: it is on the list of payments without a request.
  const part = `${randomInt(1, 9)}.${randomInt(10, 99)}`;
  const rest = (Number(sum) - Number(part)).toFixed(2);
  const book = async (amount: string) => {
    const day = new Date().toISOString().slice(0, 10);
    const content = `account,date,kind,currency,amount,id\n${clientNumber},${day},withdrawal,EUR,-${amount},money-${Date.now()}\n`;
    const { id } = await office.imports.preview({ body: { kind: "statement", fileName: "paid.csv", content } });
    await office.imports.confirm({ params: { id }, body: {} });
  };
  await book(part);
  const entry = staff.getByRole("listitem").filter({ hasText: t("admin.unexplained.kind.withdrawal") });
  const ours = entry.filter({ hasText: part }).getByRole("listitem").filter({ hasText: sum });
  await expect(async () => {
    await staff.goto("/en/admin/requests/unexplained");
    await hydrated(staff);
    await expect(ours).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 30_000 });
  await expectAccessible(staff);
  await ours.getByRole("button", { name: t("admin.unexplained.match") }).click();
  await question.getByRole("button", { name: t("admin.payments.matchThis") }).click();
  // Another amount is looked at twice.
  await question.getByRole("button", { name: t("admin.payments.matchAnyway") }).click();
  await expect(question.getByText(t("admin.payments.reasonMissing"))).toBeVisible();
  await question.getByRole("textbox", { name: t("admin.payments.reason") }).fill("The bank pays in parts");
  await expectAccessible(staff);
  await question.getByRole("button", { name: t("admin.payments.matchAnyway") }).click();
  await expect(question).toHaveCount(0);
  await expect(ours).toHaveCount(0);
  const left = t("money.payments.restWithdrawal", { rest: formatMoney("en", rest, "EUR") });
  await expect(payment.getByText(left)).toBeVisible();

  await book(rest);
  await staff.goto("/en/admin/requests?state=paying");
  await hydrated(staff);
  await card.getByRole("button", { name: t("admin.payments.matchOpen") }).click();
  await question
    .getByRole("listitem")
    .filter({ hasText: rest })
    .getByRole("button", { name: t("admin.payments.matchThis") })
    .click();
  await expect(question).toHaveCount(0);

  // Told without reloading.
  await expect(payment.getByText(t("money.state.withdrawal.done"), { exact: true })).toBeVisible();
  const moved = client
    .getByRole("table", { name: t("money.moves.title") })
    .getByRole("row")
    .filter({ hasText: rest });
  await expect(async () => {
    const query = { limit: 50, kind: "withdrawal" } as const;
    const { movements } = await office.payments.listMovements({ params: holder, query });
    const balance = movements.find(({ amount }) => Number(amount) === -Number(rest))?.balance ?? "";
    expect(Number(balance)).toBeGreaterThan(0);
    await expect(moved.getByRole("cell").last()).toContainText(formatAmount("en", balance, "EUR"), { timeout: 2000 });
  }).toPass({ timeout: 20_000 });

  await client.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(client);
  for (const fault of faults) expect(fault).toEqual([]);
});
