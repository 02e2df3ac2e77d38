/** A conversation of ten thousand messages: few of them are in the page, wherever the reader is, and places are kept. */
import { expect, test } from "@playwright/test";
import type { ChatMessage } from "@portico/api/chats.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { hydrated, watchAnnounced, watchFaults } from "./page-checks.ts";
import { newPerson } from "./people.ts";
import { signInByCalls } from "./sessions.ts";

const count = 10_000;
const loaded = 9_950;

test("of ten thousand messages a bounded number is in the page, and the reader's place stays", async ({ page }) => {
  const t = textIn("en");
  const faults = watchFaults(page);
  const person = await newPerson("Long Talk");
  await signInByCalls(page, person);
  const messageOf = (number: number): ChatMessage => ({
    number,
    key: `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
    change: number,
    operator: 999_999 - (number % 2),
    creator_id: 999_999,
    client: { type: "user", id: person.id },
    author: "Olga",
    by_staff: true,
    text: `message ${number} ${"word ".repeat(number % 40)}`,
    files: [],
    reply_to: number === count ? 20 : number === count - 1 ? count - 3 : number % 50 === 0 ? number - 1 : null,
    ticket_id: null,
    created_at: new Date(Date.UTC(2026, 0, 1) + number * 600_000).toISOString(),
    edited_at: null,
    deleted_at: null,
  });
  let own: ChatMessage | undefined;
  const pageOf = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, place) => messageOf(from + place));
  // What the server answers is replaced: only the page is looked at.
  await page.route(/\/chat\/user\/\d+$/, async (route) => {
    const answer = await route.fetch();
    const json = {
      ...(await answer.json()),
      change: count,
      messages: pageOf(count - loaded + 1, count),
      hasOlder: true,
    };
    await route.fulfill({ response: answer, json });
  });
  await page.route(/\/chat\/user\/\d+\/messages\?/, (route) =>
    route.fulfill({ json: { messages: pageOf(1, count - loaded), hasOlder: false } }),
  );
  await page.route(/\/chat\/user\/\d+\/read$/, (route) => route.fulfill({ json: { unread: 0 } }));
  const announced = await watchAnnounced(page);
  await page.goto("/en/chat");
  await hydrated(page);
  const log = page.getByRole("log");
  const messageAt = (number: number) => log.locator(`[data-number="${number}"]`);
  await expect(messageAt(count)).toBeInViewport();
  // Whoever does not see the days between messages is told the day of each.
  await expect(messageAt(count)).toContainText("Olga 11 March 2026, 12:40");
  const nodes = () => log.evaluate((element) => element.querySelectorAll("*").length);
  const scroller = page.locator(":has(> [role=log])");
  const most: number[] = [await nodes()];
  // Up through all of it, by more than a screen at a time.
  const height = await scroller.evaluate(({ scrollHeight }) => scrollHeight);
  expect(height).toBeGreaterThan(count * 40);
  for (let step = 1; step <= 40; step++) {
    await scroller.evaluate((element, part) => element.scrollTo({ top: element.scrollHeight * part }), 1 - step / 40);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    most.push(await nodes());
    const inView = await scroller.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return [...element.querySelectorAll("[data-number]")].some((one) => {
        const place = one.getBoundingClientRect();
        return place.bottom > top && place.top < bottom;
      });
    });
    expect(inView, `something is seen at ${step}`).toBe(true);
  }
  expect(Math.max(...most)).toBeLessThan(1500);

  // Older ones are put before: what is seen does not move.
  const firstLoaded = messageAt(count - loaded + 1);
  await scroller.evaluate((element) => element.scrollTo({ top: 0 }));
  await expect(firstLoaded).toBeInViewport();
  const place = await firstLoaded.boundingBox();
  await page.getByRole("button", { name: t("chats.older") }).click();
  await expect(messageAt(count - loaded)).toBeAttached();
  await expect(page.getByRole("button", { name: t("chats.older") })).toBeHidden();
  const after = await firstLoaded.boundingBox();
  expect(Math.abs((after?.y ?? 0) - (place?.y ?? 0))).toBeLessThan(2);

  // None of them is announced, nor what is drawn on the way to a new one; that one is told of.
  const { promise: said, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(/\/chat\/user\/\d+\/messages$/, async (route) => {
    const { key } = route.request().postDataJSON() as { key: string };
    own = { ...messageOf(count + 1), text: "mine", operator: person.id, by_staff: false, key };
    await said;
    // A change is missing: it is fetched, with an answer that came after.
    await route.fulfill({ json: { ...own, change: count + 2 } });
  });
  await page.route(/\/chat\/user\/\d+\/changes\?/, (route) =>
    route.fulfill({
      json: { change: count + 2, messages: [own, messageOf(count + 2)], readings: [], isTooMuch: false },
    }),
  );
  await expect(log).toHaveAttribute("aria-live", "polite");
  await page.getByRole("textbox", { name: t("chats.write") }).fill("mine");
  await page.getByRole("button", { name: t("chats.send") }).click();
  await expect(log).toContainText(t("chats.waiting"));
  const before = await announced();
  goOn();
  const below = page.getByRole("status").getByRole("button", { name: t("chats.newBelow") });
  await below.click();
  await expect(messageAt(count + 2)).toBeInViewport();
  await expect(below).toHaveCount(0);
  expect([...before, ...(await announced())].map((text) => text.replace(/\d\d:\d\d/, ""))).toEqual([
    `${t("chats.you")} mine${t("chats.waiting")}`,
  ]);

  // One that is found is shown at its place: within what is loaded, and before it.
  await page.reload();
  await hydrated(page);
  for (const number of [5000, 20]) {
    await page.route(/\/chat\/user\/\d+\/search\?/, (route) =>
      route.fulfill({ json: { messages: [messageOf(number)], nextCursor: null } }),
    );
    await page.getByRole("searchbox", { name: t("chats.search") }).fill(`message ${number}`);
    await page.getByRole("button", { name: `message ${number}` }).click();
    await expect(messageAt(number)).toBeFocused();
    await expect(messageAt(number)).toBeInViewport({ ratio: 1 });
    await expect(messageAt(number)).toHaveAttribute("aria-current", "true");
  }
  await expect(messageAt(51)).not.toBeAttached();
  await expect(page.getByRole("button", { name: t("chats.toNewest") })).toBeVisible();

  // A reply leads to what it answers, loaded or not; nothing of the way is announced.
  await page.reload();
  await hydrated(page);
  await expect(messageAt(count)).toBeInViewport();
  await announced();
  await messageAt(count - 1)
    .getByRole("button", { name: `message ${count - 3}` })
    .click();
  await expect(messageAt(count - 3)).toBeFocused();
  await messageAt(count)
    .getByRole("button", { name: t("chats.replyToEarlier") })
    .click();
  await expect(messageAt(20)).toBeFocused();
  await expect(messageAt(20)).toBeInViewport({ ratio: 1 });
  // The change that was fetched with the page is new.
  expect((await announced()).filter((text) => !text.includes(`message ${count + 2}`))).toEqual([]);
  expect(faults).toEqual([]);
});
