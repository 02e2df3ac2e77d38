/** Candidates of a new list worked off together: what is asked for, and how many clicks it takes. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answerCalls, type Call, showPage } from "../../shell/testing/answer-calls.tsx";
import { signedIn, signedOut } from "../../shell/testing/signed-in.ts";
import { t } from "../../ui/testing/show.tsx";
import ScreeningPage from "./screening.page.tsx";

let calls: Call[];
const candidates = Array.from({ length: 4 }, (_, at) => ({
  id: 70 + at,
  holder: { holder_type: "user", holder_id: 4 + at, name: `Client ${at}` },
  role: "client",
  state: at === 3 ? "proposed" : "open",
  score: 0.93,
  name: `Ivan Petrov ${at}`,
  entryName: at === 2 ? "Another Entry" : "Made Entry",
  topics: ["sanction"],
  foundAt: "2026-11-28T10:00:00.000Z",
  changedAt: "2026-11-28T10:00:00.000Z",
}));

beforeEach(async () => {
  await signedIn({ id: 2, name: "Olga Office", role: "office" });
  calls = answerCalls(({ path }) => {
    if (path === "/staff/screening/candidates") return { candidates, count: 60, nextCursor: null };
    if (path === "/staff/bulk-changes/preview")
      return {
        set: "s",
        more: false,
        changes: [{ id: 70, name: "Client 0", from: null }],
        change_count: 12,
        left: [],
        left_count: 0,
      };
    if (path === "/staff/bulk-changes")
      return { id: 1, changed: 12, undo_until: "2026-11-28T10:01:00.000Z", left: [], left_count: 0 };
    return path.startsWith("/staff/claims/") ? { claims: [] } : [];
  });
  await page.viewport(1280, 800);
  await showPage(<ScreeningPage />);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await signedOut();
});

const changes = (path: string) => calls.filter((call) => call.path === path).map(({ body }) => body as object);
const dialog = () => page.getByRole("dialog", { name: t("admin.screening.clear") });
const confirm = () => dialog().getByRole("button", { name: t("admin.screening.clearConfirm", { count: 12 }) });
const reason = () => dialog().getByRole("textbox", { name: t("admin.screening.reason") });
const choose = (name: string) => page.getByRole("checkbox", { name: t("admin.lists.chooseRow", { name }) }).click();
const bar = () => page.getByRole("toolbar", { name: t("admin.lists.bulk") });

test("all open candidates of one entry: select one, name it, give the reason, confirm; three clicks", async () => {
  await choose("Ivan Petrov 0");
  await bar()
    .getByRole("button", { name: t("admin.screening.clear") })
    .click();
  await expect.element(confirm()).toBeDisabled();
  await reason().fill("Born in another year");
  await confirm().click();
  await expect.element(dialog()).not.toBeInTheDocument();
  const like = { like: 70, by: "entry" };
  const change = { action: "clearCandidates", of: { filter: like }, ...like };
  expect(changes("/staff/bulk-changes/preview")).toEqual([{ ...change, reason: "" }]);
  expect(changes("/staff/bulk-changes")).toEqual([{ change: { ...change, reason: "Born in another year" }, set: "s" }]);
});

test("a selection of one entry goes by the entry, another one by the person; the scope can be chosen", async () => {
  await choose("Ivan Petrov 0");
  await choose("Ivan Petrov 1");
  await bar()
    .getByRole("button", { name: t("admin.screening.clear") })
    .click();
  await expect
    .poll(() => changes("/staff/bulk-changes/preview").at(-1))
    .toMatchObject({ of: { ids: [70, 71] }, by: "entry" });
  await dialog()
    .getByRole("radio", { name: t("admin.screening.clearPerson", { name: "Ivan Petrov 0" }) })
    .click();
  await expect
    .poll(() => changes("/staff/bulk-changes/preview").at(-1))
    .toMatchObject({ of: { filter: { like: 70, by: "person" } }, by: "person" });
  await userEvent.keyboard("{Escape}");
  await choose("Ivan Petrov 2");
  await bar()
    .getByRole("button", { name: t("admin.screening.clear") })
    .click();
  await expect
    .poll(() => changes("/staff/bulk-changes/preview").at(-1))
    .toMatchObject({ of: { ids: [70, 71, 72] }, by: "person" });
});

test("candidates are given to a colleague from the queue", async () => {
  await choose("Ivan Petrov 1");
  await bar()
    .getByRole("button", { name: t("admin.assign.open") })
    .click();
  await page.getByRole("radio", { name: t("admin.queue.me", { name: "Olga Office" }) }).click();
  await expect
    .poll(() => changes("/staff/bulk-changes/preview").at(-1))
    .toMatchObject({ action: "giveScreening", of: { ids: [71] }, to: 2 });
});
