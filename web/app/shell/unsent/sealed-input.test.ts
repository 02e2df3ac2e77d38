/** What is unsent when a session ends: unreadable in the browser, and there again for its writer. */
import { expect, test, vi } from "vitest";
import { elsewhere, entered, freshPage, profile, stored, storedInTab } from "../testing/fresh-page.ts";

const words = "Please sell my Lyxor fund";
const chat = "portico.form.chat.7.user.7";
const upload = "portico.form.upload.user:7.document.9.1.deed.pdf";
const draft = "portico.draft.chat.user.7";
const boris = { ...profile, id: 8 };

const everything = (): string => JSON.stringify([...stored, ...storedInTab]);
const isUnreadable = () =>
  vi.waitFor(() => expect(everything()).not.toMatch(/Lyxor|deed|portico\.(form|looked|seal")/));

async function typed() {
  const page = await freshPage();
  await page.signIn(entered(profile, "t"));
  page.writeKept(7, chat, words);
  page.writeKept(7, upload, "{}");
  storedInTab.set(draft, words);
  stored.set("portico.looked.clients.7", "2026-01-01");
  return page;
}

function expectAllBack(): void {
  expect(stored.get(chat)).toBe(words);
  expect(stored.get(upload)).toBe("{}");
  expect(storedInTab.get(draft)).toBe(words);
  expect(stored.get("portico.looked.clients.7")).toBe("2026-01-01");
  expect([...stored.keys()].filter((key) => key.startsWith("portico.sealed.7."))).toEqual([]);
}

test("when the session ends, what is unsent becomes unreadable; its writer has it again, on another page too", async () => {
  const page = await typed();
  page.forgetSession();
  await isUnreadable();
  const next = await freshPage();
  await next.signIn(entered(profile, "u"));
  expectAllBack();
});

test("somebody else who signs in meanwhile finds nothing of it, has a session of their own, and takes nothing away", async () => {
  const page = await typed();
  page.forgetSession();
  storedInTab.set("portico.wanted", "/contracts/5");
  storedInTab.set("portico.wanted-by", `${page.lastPerson()}`);
  await page.signIn(entered(boris, "u"));
  expect(everything()).not.toContain("Lyxor");
  expect(storedInTab.has("portico.wanted")).toBe(false);
  page.writeKept(8, "portico.form.chat.8.user.8", "Boris's Lyxor");
  page.forgetSession();
  await isUnreadable();
  await page.signIn(entered(profile, "v"));
  expectAllBack();
  expect(everything()).not.toContain("Boris");
});

test("somebody who signs in over another's session does not inherit what that person left unsent", async () => {
  const page = await typed();
  await page.signIn(entered(boris, "u"));
  expect(everything()).not.toContain("Lyxor");
  page.forgetSession();
  await page.signIn(entered(profile, "v"));
  expectAllBack();
});

test("another tab, in which the session ended without it, keeps its own drafts for their writer too", async () => {
  await typed();
  const other = await freshPage();
  stored.delete("token");
  other.hear("token");
  await vi.waitFor(() => expect(storedInTab.has(draft)).toBe(false));
  expect(stored.get(chat)).toBe(words);
  expect(everything().split("Lyxor")).toHaveLength(2);
});

test("a page that is closed in the middle is followed by one that finishes", async () => {
  await typed();
  stored.delete("token");
  stored.delete("profile");
  const next = await freshPage();
  await isUnreadable();
  await next.signIn(entered(profile, "u"));
  expectAllBack();
});

test("what is deleted on purpose is not kept, and without a key nothing is kept in plain text", async () => {
  const page = await typed();
  page.forgetSession({ onPurpose: true, keepsUnsent: false });
  expect(everything()).not.toContain("Lyxor");
  await page.signIn(entered(profile, "u"));
  expect(stored.has(chat)).toBe(false);

  elsewhere({ id: 7 });
  const old = await freshPage();
  stored.set(chat, words);
  old.forgetSession();
  await isUnreadable();
});

test("what is written late, after the writer's session ended, is dropped, also while somebody else is signed in", async () => {
  const page = await typed();
  page.forgetSession();
  page.writeKept(7, chat, "refused");
  await page.signIn(entered(boris, "u"));
  page.writeKept(7, chat, "refused");
  expect(stored.has(chat)).toBe(false);
  page.forgetSession();
  await page.signIn(entered(profile, "v"));
  expectAllBack();
});
