/** Nine expired papers are asked for on the page of document requests: clicks counted, and what is sent. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { answerCalls, type Call, showPage } from "../../shell/testing/answer-calls.tsx";
import { signedIn, signedOut } from "../../shell/testing/signed-in.ts";
import { t } from "../../ui/testing/show.tsx";
import DocumentRoundsPage from "./rounds.page.tsx";

const seen = {
  set: "a".repeat(64),
  more: false,
  changes: Array.from({ length: 9 }, (_, at) => ({ id: at + 1, name: `Person ${at} · Passport`, from: null })),
  change_count: 9,
  left: [{ id: 20, name: "Asked", reason: "unchanged" }],
  left_count: 1,
};
let calls: Call[];

beforeEach(async () => {
  await signedIn({ id: 2, name: "Olga Office", role: "office" });
  calls = answerCalls(({ path }) => {
    if (path === "/doc/rounds") return { rounds: [], can: { ask: true } };
    if (path === "/doc/types") return [];
    if (path === "/user/dist_groups") return [];
    if (path === "/staff/bulk-changes/preview") return seen;
    if (path === "/staff/bulk-changes")
      return { id: 1, changed: 9, undo_until: new Date().toISOString(), left: [], left_count: 0 };
    return {};
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await signedOut();
});

test("nine papers that expire take two clicks on the page; who is left out is told before", async () => {
  await showPage(<DocumentRoundsPage />);
  let clicks = 0;
  const click = async (name: string) => {
    clicks += 1;
    await page.getByRole("button", { name, exact: true }).click();
  };
  await click(t("admin.rounds.ask"));
  await expect.element(page.getByText("Person 8 · Passport")).toBeVisible();
  await expect.element(page.getByText(`Asked: ${t("admin.queue.unchanged")}`)).toBeVisible();
  // Words are no reason to look again who is asked.
  await page.getByRole("textbox", { name: t("admin.rounds.ownWords") }).fill("Both pages, please");
  await click(t("admin.rounds.askConfirm", { count: 9 }));
  await expect.poll(() => calls.some(({ path }) => path === "/staff/bulk-changes")).toBe(true);
  // With the link of the navigation three; the tasks of the office allow six.
  expect(clicks + 1).toBeLessThanOrEqual(6);
  const sent = calls.find(({ path }) => path === "/staff/bulk-changes")?.body as { change: object; set: string };
  expect(sent.set).toBe(seen.set);
  expect(sent.change).toMatchObject({ action: "renewDocuments", text: "Both pages, please", of: { filter: {} } });
  expect(calls.filter(({ path }) => path === "/staff/bulk-changes/preview")).toHaveLength(1);
});
