/**
 * A clerk's tasks, with what the hand does for each (click-count.ts), from the first page on. `before` was measured on the
 * same demo before the queue and changes of many came (docs/performance.md has all ten). No task may take more than `most`.
 */
import { randomInt } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { type Hand, handOf } from "./click-count.ts";
import { holderOf, sendTo } from "./contract-steps.ts";
import { approvePerson, fillPersonForm } from "./filled-forms.ts";
import { hydrated } from "./page-checks.ts";
import { newPerson, officeOf, signInAsOffice } from "./people.ts";
import { signAsClient } from "./required-contract.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";
import { askForWithdrawal } from "./withdrawals.ts";

const t = textIn("en");

const tasks = {
  findDocuments: { before: 4, most: 4 },
  answerTicket: { before: 5, most: 5 },
  approveChange: { before: 4, most: 4 },
  assignNine: { before: 15, most: 6 },
  groupNine: { before: 46, most: 6 },
  payWithdrawal: { before: 3, most: 3 },
  countersign: { before: 4, most: 4 },
} as const;

function expectAtMost(task: keyof typeof tasks, hand: Hand): void {
  test
    .info()
    .annotations.push({ type: "clicks", description: `${task}: ${hand.count()}, before ${tasks[task].before}` });
  expect(hand.count(), task).toBeLessThanOrEqual(tasks[task].most);
}

/** A clerk at the first page. */
async function atDesk(page: Page): Promise<Hand> {
  await signInByCalls(page, { email: officeOf(test.info().parallelIndex) });
  await page.goto("/en/admin");
  await hydrated(page);
  return handOf(page);
}
/** Goes to a section; the list of clients, whose rows look alike, is gone then. */
async function goTo(page: Page, hand: Hand, section: string): Promise<void> {
  await hand.click(page.getByRole("navigation").getByRole("link", { name: section, exact: true }).first());
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(t("admin.clients.title"));
}
const rowOf = (page: Page, text: string): Locator => page.locator("tbody tr").filter({ hasText: text });
const newMark = (): string => String(randomInt(1_000_000)).padStart(6, "0");

async function search(page: Page, hand: Hand, text: string): Promise<void> {
  await hand.press("/");
  await hand.type(page.getByRole("searchbox", { name: t("admin.clients.search") }), text);
}

test("a client is found by a part of the name, and their documents opened", async ({ page }) => {
  const mark = newMark();
  await newPerson(`Findable ${mark}`);
  const hand = await atDesk(page);
  await search(page, hand, `indable ${mark}`);
  await hand.click(page.getByRole("link", { name: `Findable ${mark}` }));
  await hand.click(page.getByRole("link", { name: t("admin.holder.section.documents"), exact: true }));
  await expect(page).toHaveURL(/\/documents/);
  expectAtMost("findDocuments", hand);
});

test("a waiting ticket is answered with a canned answer", async ({ page }) => {
  const person = await newPerson(`Asking ${newMark()}`);
  await person.client.tickets.create({
    params: holderOf(person),
    body: { title: "Where is my statement?", content: "I cannot find it." },
  });
  const hand = await atDesk(page);
  await goTo(page, hand, t("admin.nav.tickets"));
  const { name } = await person.client.users.get({ params: { id: person.id } });
  await hand.click(rowOf(page, name).getByRole("link").first());
  await hand.click(page.getByRole("combobox", { name: t("admin.canned.insert") }));
  await hand.click(page.getByRole("listbox").getByRole("option").first());
  await expect(page.getByRole("textbox", { name: t("admin.tickets.answer.label") })).not.toHaveValue("");
  await hand.click(page.getByRole("button", { name: t("admin.tickets.answer.send"), exact: true }));
  await expect(page.getByRole("textbox", { name: t("admin.tickets.answer.label") })).toHaveValue("");
  expectAtMost("answerTicket", hand);
});

test("a renewed form is approved in which one answer changed", async ({ page }) => {
  const { client: office } = await signInAsOffice(test.info().parallelIndex);
  const mark = newMark();
  const person = await newPerson(`Changing ${mark}`);
  await approvePerson(office, person, `CLK${mark}`);
  await person.client.users.modifyState({ params: { id: person.id }, body: { newState: "pendingReKYC" } });
  // The same answers with a new scan.
  const form = await fillPersonForm(person);
  await person.client.forms.snapshot({ params: form, body: {} });
  const hand = await atDesk(page);
  await goTo(page, hand, t("admin.nav.reviews"));
  await hand.click(page.locator(`tbody a[href*="/user/${person.id}/"]`).first());
  await hand.click(page.getByRole("button", { name: t("admin.review.action.approve"), exact: true }));
  await hand.click(
    page.getByRole("dialog").getByRole("button", { name: t("admin.review.action.approve"), exact: true }),
  );
  await expect(page.getByText(t("admin.review.done.approve"))).toBeVisible();
  expectAtMost("approveChange", hand);
});

test("nine clients are assigned to a colleague, and put into a group", async ({ page }) => {
  test.setTimeout(120_000);
  const mark = newMark();
  for (let number = 1; number <= 9; number++) await newPerson(`Nine ${mark} ${number}`);
  const all = t("admin.queue.chooseShown", { count: 9 });
  const dialog = page.getByRole("dialog");

  const assigning = await atDesk(page);
  await search(page, assigning, `Nine ${mark}`);
  await assigning.click(page.getByRole("button", { name: all }));
  await assigning.press("a");
  await assigning.click(dialog.getByRole("radio").first());
  await assigning.click(dialog.getByRole("button", { name: t("admin.queue.giveConfirm", { count: 9 }) }));
  await expect(dialog).toHaveCount(0);
  expectAtMost("assignNine", assigning);

  const grouping = await atDesk(page);
  await search(page, grouping, `Nine ${mark}`);
  await grouping.click(page.getByRole("button", { name: all }));
  await grouping.press("g");
  await grouping.type(dialog.getByLabel(t("admin.groups.addMany.group")), `Group ${mark}`);
  await grouping.click(dialog.getByRole("button", { name: t("admin.groups.addMany.confirm", { count: 9 }) }));
  await expect(page.getByText(t("admin.groups.addMany.done", { count: 9, group: `Group ${mark}` }))).toBeVisible();
  expectAtMost("groupNine", grouping);
});

test("the payment of a withdrawal is ordered", async ({ page }) => {
  const reference = await askForWithdrawal(`1.${randomInt(10, 99)}`);
  const hand = await atDesk(page);
  await goTo(page, hand, t("admin.nav.requests"));
  const card = page.getByRole("listitem").filter({ hasText: reference });
  await hand.click(card.getByRole("button", { name: t("admin.payments.pay") }));
  await hand.click(page.getByRole("dialog").getByRole("button", { name: t("admin.payments.pay") }));
  await expect(card).toHaveCount(0);
  expectAtMost("payWithdrawal", hand);
});

test("a contract that waits for the firm is countersigned", async ({ page }) => {
  const person = await newPerson(`Signing ${newMark()}`);
  const { id } = await sendTo(person, { counterSign: true });
  await signAsClient(person, holderOf(person), id);
  const { name } = await person.client.users.get({ params: { id: person.id } });
  const hand = await atDesk(page);
  await goTo(page, hand, t("admin.nav.contracts"));
  await hand.click(rowOf(page, name).getByRole("link").first());
  const action = t("admin.contracts.countersign.action");
  await hand.click(page.getByRole("button", { name: action }));
  await hand.click(page.getByRole("dialog").getByRole("button", { name: action }));
  await expect(page.getByText(t("admin.contracts.state.approved"), { exact: true })).toBeVisible();
  expectAtMost("countersign", hand);
});
