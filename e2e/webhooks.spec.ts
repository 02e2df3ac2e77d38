/**
 * An administrator makes a webhook: its address and events, its secret, a test that arrives. A client's action arrives
 * signed, is opened with its payload and answer, and is sent again with the same id.
 */
import { expect, type Page, test } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { Webhook } from "standardwebhooks";
import { type Receiver, startReceiver } from "../server/adapters/outside/testing/start-receiver.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { signIn, signInByCalls } from "./sessions.ts";
import { payingClient } from "./withdrawals.ts";

const t = textIn("en");
test.describe.configure({ timeout: 180_000 });

let receiver: Receiver;
test.beforeEach(async () => {
  receiver = await startReceiver();
});
test.afterEach(() => receiver.close());

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

async function addEndpoint(page: Page, name: string): Promise<void> {
  await open(page, "/en/admin/settings/webhooks");
  await page.getByRole("button", { name: t("admin.webhooks.add") }).click();
  const form = page
    .getByRole("group")
    .filter({ has: page.getByLabel(t("admin.webhooks.url")) })
    .last();
  await form.getByLabel(t("admin.webhooks.name"), { exact: true }).fill(name);
  await form.getByLabel(t("admin.webhooks.url"), { exact: true }).fill(receiver.url);
  await form.getByLabel(t("admin.webhooks.event.ticket.opened")).check();
  await expectAccessible(page);
  const save = { name: t("admin.settings.save"), exact: true };
  await page.getByRole("button", save).first().click();
  const difference = page.getByRole("dialog", { name: t("admin.history.confirmTitle") });
  await expect(difference.getByText(receiver.url)).toBeVisible();
  await difference.getByRole("button", save).click();
  await expect(page.getByText(t("admin.settings.unsaved"))).toHaveCount(0);
}

const typesOf = () => receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);

test("a webhook is made, tested, told of a client's ticket, and the message is sent again", async ({ page }) => {
  const faults = watchFaults(page);
  await signInByCalls(page, { email: "admin@portico.example" });
  const name = `Receiver ${receiver.port}`;
  await addEndpoint(page, name);
  await open(page, "/en/admin/webhooks");
  const part = page.getByRole("region", { name, exact: true });
  await expect(part.getByText(t("admin.webhooks.state.noSecret"))).toBeVisible();
  await part.getByRole("button", { name: t("admin.webhooks.makeSecret") }).click();
  const secret = (await part.getByText(/^whsec_/).textContent()) ?? "";
  await part.getByRole("button", { name: `${t("admin.webhooks.test")}: ${name}` }).click();
  await expect.poll(typesOf, { timeout: 30_000 }).toEqual(["webhook.test"]);
  await expectAccessible(page);

  const client = await signIn(payingClient);
  const { id } = await client.client.tickets.create({
    params: { holderType: "user", holderId: client.id },
    body: { title: "A question", content: "Please look.", key: crypto.randomUUID() },
  });
  await expect.poll(typesOf, { timeout: 30_000 }).toEqual(["webhook.test", "ticket.opened"]);
  const arrived = receiver.received[1];
  const message = new Webhook(secret).verify(arrived?.body ?? "", (arrived?.headers ?? {}) as Record<string, string>);
  expect(message).toMatchObject({ data: { ticket: id, holderType: "user", holderId: client.id } });

  await open(page, "/en/admin/webhooks");
  await page.getByLabel(t("admin.webhooks.endpoint"), { exact: true }).selectOption({ label: name });
  const row = page.getByRole("row").filter({ hasText: "ticket.opened" });
  await expect(row).toContainText("204");
  await row.getByRole("button", { name: t("admin.webhooks.open") }).click();
  const dialog = page.getByRole("dialog", { name: "ticket.opened" });
  await expect(dialog.getByText(`"ticket": ${id}`)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: t("admin.webhooks.sendAgain") }).click();
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(3);
  expect(receiver.received[2]?.headers["webhook-id"]).toBe(arrived?.headers["webhook-id"]);
  await page.keyboard.press("Escape");

  await part.getByRole("button", { name: `${t("admin.webhooks.delete")}: ${name}` }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("admin.webhooks.delete") })
    .click();
  await expect(part).toHaveCount(0);
  expect(faults).toEqual([]);
});
