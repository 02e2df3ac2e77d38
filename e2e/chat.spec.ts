/** A client and a colleague in conversation, on both sides at once: on line, off line and back. */
import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { outlineFaults } from "./focus-outline.ts";
import { layoutFaults } from "./layout.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { newPerson, newStaff } from "./people.ts";
import { signInByCalls } from "./sessions.ts";

test.describe.configure({ timeout: 120_000 });

const log = (page: Page) => page.getByRole("log");
const messages = (page: Page) => log(page).getByRole("listitem");

test("a client writes from a panel and a phone, a colleague answers, and what is written off line goes out in order", async ({
  browser,
}) => {
  const t = textIn("bg");
  const en = textIn("en");
  // Of this attempt alone: lists of staff show what an earlier one left.
  const own = randomUUID().slice(0, 8);
  const [clientName, colleague] = [`Мария ${own}`, `Olga ${own}`];
  const person = await newPerson(clientName);
  const desk = await (await browser.newContext()).newPage();
  const phone = await (
    await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  ).newPage();
  const office = await (await browser.newContext()).newPage();
  const faults = [watchFaults(desk, [/POST \/api\/upload\/.* 422/]), watchFaults(phone), watchFaults(office)];
  await Promise.all([
    signInByCalls(desk, person),
    signInByCalls(phone, person),
    signInByCalls(office, await newStaff(colleague)),
  ]);

  // From the corner of another page, on a desk.
  await desk.goto("/bg/documents");
  await hydrated(desk);
  await desk.getByRole("button", { name: t("shell.nav.chat"), exact: true }).click();
  const field = desk.getByRole("textbox", { name: t("chats.write") });
  await expect(field).toBeFocused();
  await field.fill("Здравейте, какви са таксите?");
  await field.press("Enter");
  await expect(messages(desk)).toHaveCount(1);

  // The colleague sees who waits, reads and answers; the client sees both at once.
  await office.goto("/en/admin/dashboard");
  await hydrated(office);
  const ofNobody = office.getByRole("list", { name: en("admin.desk.ofNobody") });
  const waiting = ofNobody.getByRole("link", { name: en("admin.dashboard.conversations") });
  await expect(waiting).toHaveText(/^[1-9]/);
  await waiting.click();
  await expect(office.getByRole("button", { name: new RegExp(clientName) })).toBeVisible();
  expect(await outlineFaults(office)).toEqual([]);
  await office.getByRole("button", { name: new RegExp(clientName) }).click();
  await expect(office.getByRole("heading", { level: 2, name: clientName })).toBeFocused();
  await expect(log(office)).toContainText("какви са таксите");
  await expect(desk.getByText(t("chats.read"))).toBeVisible();
  const answer = office.getByRole("textbox", { name: en("chats.write") });
  await answer.pressSequentially("None");
  await expect(desk.getByText(t("chats.typing", { name: colleague }))).toBeVisible();
  // What stays in the document is not announced anew.
  const here = desk.getByRole("status").filter({ hasText: t("chats.present", { names: colleague }) });
  await expect(here).toHaveClass("visually-hidden");
  await answer.fill("None this year.");
  await answer.press("Enter");
  await expect(log(desk)).toContainText("None this year.");
  await expect(here).not.toHaveClass("visually-hidden");
  // Of the client's own, a screen reader has heard the one that waited, which this one replaced.
  await expect(messages(desk).first()).toHaveAttribute("aria-live", "off");
  await expect(messages(desk).last()).not.toHaveAttribute("aria-live");
  // The actions of one message are stops of Tab; an arrow leads to those of the next.
  const [first, last] = [messages(office).first(), messages(office).last()];
  const stops = log(office).locator("[data-actions] [tabindex='0']");
  await expect(stops).toHaveCount(3);
  await last.getByRole("button", { name: en("chats.reply") }).focus();
  await office.keyboard.press("ArrowUp");
  await expect(first.getByRole("button", { name: en("chats.reply") })).toBeFocused();
  await expect(stops).toHaveCount(1);
  await office.keyboard.press("ArrowDown");
  await expectAccessible(office);

  // A file that is refused says why and holds nothing up; what is attached stays while the panel is closed.
  const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const fileOf = (name: string, content = Buffer.from(pixel, "base64")) => ({
    name,
    mimeType: "image/png",
    buffer: content,
  });
  const chooser = desk.locator("aside input[type=file]");
  const files = desk.getByRole("list", { name: t("chats.attached") }).getByRole("listitem");
  const { promise: held, resolve: go } = Promise.withResolvers<void>();
  await desk.route("**/api/upload/**", async (route) => {
    await held;
    await route.continue();
  });
  await chooser.setInputFiles([fileOf("page.png")]);
  // It is still sent while the panel is closed and another page open; what loads a new document asks.
  await expect(files).toContainText("page.png 0 %");
  await field.press("Escape");
  await expect(field).toHaveCount(0);
  await desk
    .getByRole("link", { name: t("shell.nav.portfolio"), exact: true })
    .first()
    .click();
  await expect(desk.getByRole("heading", { level: 1, name: t("portfolios.page.title") })).toBeVisible();
  await desk.getByRole("link", { name: /^EN / }).click();
  const question = desk.getByRole("dialog", { name: t("shell.sending.stopTitle") });
  await question.getByRole("button", { name: t("shell.sending.keepOn") }).click();
  await expect(question).toHaveCount(0);
  // The answer may not have been in view long enough to count as read: "Chat, 1 new".
  const launcher = desk.getByRole("button", {
    name: new RegExp(`^${t("shell.nav.chat")}(, ${t("shell.nav.new", { count: 1 })})?$`),
  });
  await launcher.click();
  await expect(files).toContainText("page.png 0 %");
  // A search takes the place of the messages; what is attached is still sent meanwhile.
  await desk.getByRole("button", { name: t("chats.search") }).click();
  const search = desk.getByRole("searchbox", { name: t("chats.search") });
  await expect(search).toBeFocused();
  await search.fill("таксите");
  await expect(desk.getByRole("button", { name: /какви са таксите/ })).toBeVisible();
  await expect(log(desk)).toHaveCount(0);
  go();
  await expect(files).toHaveText("page.png", { timeout: 30_000 });
  await search.press("Escape");
  await expect(search).toHaveCount(0);
  await expect(messages(desk)).toHaveCount(2);
  await desk.keyboard.press("Escape");
  await expect(launcher).toBeFocused();
  // An unsent message that is written again may bring more files than one message can have.
  const draft = `portico.draft.chat.files.user.${person.id}`;
  const before = await desk.evaluate((key) => {
    const kept = sessionStorage.getItem(key) ?? "[]";
    sessionStorage.setItem(key, JSON.stringify(Array.from({ length: 11 }, () => JSON.parse(kept)).flat()));
    return kept;
  }, draft);
  await launcher.press("Enter");
  await field.press("Enter");
  await expect(desk.getByRole("alert")).toHaveText(t("ui.file.tooMany", { count: 10 }));
  await expect(files).toHaveCount(11);
  await field.press("Escape");
  await desk.evaluate(([key, kept]) => sessionStorage.setItem(key, kept), [draft, before] as const);
  await launcher.press("Enter");
  await expect(files).toHaveText("page.png");
  await chooser.setInputFiles([fileOf("program.png", Buffer.from("MZ"))]);
  await expect(files.last()).toContainText(t("field.refusedType"), { timeout: 30_000 });
  await field.fill("Ето документа.");
  await field.press("Enter");
  await expect(messages(office).last().getByRole("button", { name: "page.png" })).toBeVisible();
  // Beyond ten they are named.
  await chooser.setInputFiles(Array.from({ length: 11 }, (_, at) => fileOf(`page ${at + 1}.png`)));
  await expect(files.filter({ hasText: "page 11.png" })).toContainText(t("ui.file.tooMany", { count: 10 }));

  // On the phone the chat is a page, and shows the same.
  await phone.goto("/bg/chat");
  await hydrated(phone);
  await expect(messages(phone)).toHaveCount(3);
  expect(await layoutFaults(phone, [320, 390])).toEqual([]);

  // What is written off line waits, and goes out in order when the line is back.
  await phone.context().setOffline(true);
  const onPhone = phone.getByRole("textbox", { name: t("chats.write") });
  for (const text of ["едно", "две"]) {
    await onPhone.fill(text);
    await phone.getByRole("button", { name: t("chats.send"), exact: true }).click();
  }
  await expect(phone.getByText(t("chats.waiting"))).toHaveCount(2);
  await expect(log(office)).not.toContainText("едно");
  await phone.context().setOffline(false);
  await expect(phone.getByText(t("chats.waiting"))).toHaveCount(0, { timeout: 20_000 });
  await expect(messages(office)).toHaveText([/таксите/, /None this year/, /документа/, /едно/, /две/]);

  // A longer text leaves less room, and the last message stays in sight.
  const lastOnPhone = messages(phone).last();
  await onPhone.fill("1\n2\n3\n4\n5\n6");
  await expect(lastOnPhone).toBeInViewport({ ratio: 1 });
  await onPhone.fill("");

  // The colleague takes the conversation over, and it stays so.
  // The first is the filter of the list, which shows what is nobody's.
  await office.getByLabel(en("admin.chats.assign")).first().selectOption({ index: 0 });
  const inCharge = office.getByLabel(en("admin.chats.assign")).last();
  await inCharge.selectOption({ label: colleague });
  await expect(office.getByRole("button", { name: new RegExp(`${clientName}.*${colleague}`, "s") })).toBeVisible();
  await expect(inCharge).toBeEnabled();
  await expect(inCharge.locator("option:checked")).toHaveText(colleague);

  // The colleague's note is nowhere on the client's side; an edit and a deletion are, at once.
  await office.getByLabel(en("admin.chats.note")).fill("Asks about fees");
  await office.getByRole("button", { name: en("admin.chats.addNote") }).click();
  await expect(office.getByText("Asks about fees")).toBeVisible();
  await messages(office).nth(1).hover();
  await messages(office)
    .nth(1)
    .getByRole("button", { name: en("chats.edit") })
    .click();
  await answer.fill("None until June.");
  await answer.press("Enter");
  await expect(messages(desk).nth(1)).toContainText("None until June.");
  await messages(phone)
    .nth(4)
    .getByRole("button", { name: t("chats.remove") })
    .click();
  await phone
    .getByRole("dialog")
    .getByRole("button", { name: t("chats.remove"), exact: true })
    .click();
  await expect(messages(desk).nth(4)).toContainText(t("chats.removed"));
  await expect(onPhone).toBeFocused();
  await expect(desk.locator("body")).not.toContainText("Asks about fees");
  // The colleague hands a message over to a ticket, which the client finds in the conversation.
  await office.getByRole("button", { name: en("admin.chats.handOver"), exact: true }).click();
  const handOver = office.getByRole("form", { name: en("admin.chats.handOver") });
  await messages(office).first().getByRole("checkbox").check();
  await handOver.getByLabel(en("admin.chats.handOverTitle")).fill("Fees of this year");
  await expectAccessible(office);
  await handOver.getByRole("button", { name: en("admin.chats.handOverSend") }).click();
  await expect(handOver).toBeHidden();
  const link = log(phone).getByRole("link", { name: "Fees of this year" });
  await expect(link).toBeVisible();
  expect(await layoutFaults(phone, [320, 390])).toEqual([]);
  await expect(log(office).getByRole("link", { name: "Fees of this year" })).toBeVisible();

  expect(await log(desk).getAttribute("aria-relevant")).toBe("additions");
  expect(faults.map((found) => found.filter((fault) => !fault.includes("ERR_INTERNET_DISCONNECTED")))).toEqual([
    [],
    [],
    [],
  ]);
});
