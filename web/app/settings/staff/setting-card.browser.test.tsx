/** A setting that a colleague saves while it is being changed: both are shown, and nothing is lost. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { ApiProvider } from "../../shell/calls/api.tsx";
import { ConfirmationHost } from "../../shell/dialogs/confirmation-host.tsx";
import { show, t } from "../../ui/testing/show.tsx";
import { RulesForm } from "./rules-form.tsx";
import { SettingCard } from "./setting-card.tsx";

const first = { timeZone: "Europe/Sofia", baseCurrency: "EUR", benchmarkIsin: null, feesInCost: true };
let stored: { data: typeof first; updated_at: string; updated_by: string };
let sent: { since: string; data: typeof first }[];
let recorded: object[];
let former: object;
let queries: QueryClient;

beforeEach(() => {
  sessionStorage.clear();
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  stored = { data: first, updated_at: "2026-11-27T08:00:00.000Z", updated_by: "Vera" };
  sent = [];
  recorded = [];
  vi.stubGlobal("fetch", async (input: Request | string | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const answer = () => Response.json({ name: "portalRules", ...stored, proposalId: null, can: { save: true } });
    if (request.url.includes("/history/")) return Response.json({ changes: recorded, nextCursor: null });
    if (request.url.includes("/former/")) return Response.json(former);
    if (request.method === "GET") return answer();
    const body = (await request.json()) as (typeof sent)[number];
    sent.push(body);
    if (body.since !== stored.updated_at)
      return Response.json({ code: "stateConflict", title: "", status: 409 }, { status: 409 });
    stored = { ...stored, data: body.data, updated_at: "2026-11-27T10:00:00.000Z" };
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

const zones = () => page.getByRole("textbox", { name: t("admin.settings.timeZone") });
const showCard = () =>
  show(
    <QueryClientProvider client={queries}>
      <ApiProvider base={location.origin}>
        <SettingCard name="portalRules" title="Rules">
          {(saved) => <RulesForm saved={saved} canChange={saved.can.save} />}
        </SettingCard>
        <ConfirmationHost />
      </ApiProvider>
    </QueryClientProvider>,
  );
const saveByColleague = () => {
  stored = {
    data: { ...first, timeZone: "Europe/Berlin", baseCurrency: "PLN" },
    updated_at: "2026-11-27T09:00:00.000Z",
    updated_by: "Vera",
  };
};
const saves = () => page.getByRole("button", { name: t("admin.settings.save") });
const dialog = () => page.getByRole("dialog");
const difference = () => page.getByRole("dialog", { name: t("admin.history.confirmTitle") });
/** Presses save, and again beside the difference. */
async function save(): Promise<void> {
  await saves().click();
  await difference()
    .getByRole("button", { name: t("admin.settings.save") })
    .click();
}

test("a refused save shows who saved what beside one's own, which goes on from there", async () => {
  await showCard();
  await zones().fill("Europe/Warsaw");
  saveByColleague();
  await save();
  await expect.element(page.getByText(/Vera/)).toBeVisible();
  const now = page.getByRole("region", { name: t("admin.conflict.stored") });
  await expect.element(now.getByRole("definition").filter({ hasText: "Europe/Berlin" })).toBeVisible();
  expect(now.getByRole("textbox").query(), "what may not be changed is text").toBeNull();
  await expect.element(zones().first()).toHaveValue("Europe/Warsaw");
  await expect.element(saves()).not.toBeInTheDocument();
  await page.getByRole("button", { name: t("admin.conflict.keep") }).click();
  await expect.element(now).not.toBeInTheDocument();
  await expect.element(page.getByRole("textbox", { name: t("admin.settings.baseCurrency") })).toHaveValue("PLN");
  await save();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toEqual({
    since: "2026-11-27T09:00:00.000Z",
    data: { ...first, timeZone: "Europe/Warsaw", baseCurrency: "PLN" },
  });
});

test("what is stored can be taken instead", async () => {
  await showCard();
  await zones().fill("Europe/Warsaw");
  saveByColleague();
  await save();
  await page.getByRole("button", { name: t("admin.conflict.take") }).click();
  await expect.element(zones()).toHaveValue("Europe/Berlin");
  await expect.element(page.getByText(t("admin.conflict.text"))).not.toBeInTheDocument();
});

test("what changes is shown before it is saved, and nothing is saved by itself", async () => {
  await showCard();
  await zones().fill("Europe/Warsaw");
  await saves().click();
  await expect.element(difference().getByText(t("admin.settings.timeZone"))).toBeVisible();
  await expect.element(difference().getByText("Europe/Sofia")).toBeVisible();
  await expect.element(difference().getByText("Europe/Warsaw")).toBeVisible();
  await difference()
    .getByRole("button", { name: t("ui.action.cancel") })
    .click();
  await expect.element(difference()).not.toBeInTheDocument();
  expect(sent).toEqual([]);
  await expect.element(zones()).toHaveValue("Europe/Warsaw");
});

test("a former value fills the form with its faults marked; what is in force stays until it is saved", async () => {
  const before = { ...first, benchmarkIsin: "IE00B4L5Y983", timeZone: "Europe/Berlin" };
  recorded = [
    {
      id: 2,
      at: "2026-11-27T08:00:00.000Z",
      by: "Vera",
      action: "setting.saved",
      key: "portalRules",
      before,
      after: first,
    },
    {
      id: 1,
      at: "2026-11-26T08:00:00.000Z",
      by: "Ivan",
      action: "setting.saved",
      key: "portalRules",
      before: null,
      after: before,
    },
  ];
  former = { data: before, faults: [{ path: "benchmarkIsin", code: "unknownInstrument" }] };
  await showCard();
  await page.getByRole("button", { name: t("admin.history.open"), exact: false }).click();
  await expect.element(dialog().getByText("Ivan")).toBeVisible();
  const restore = dialog().getByRole("button", { name: t("admin.history.restore") });
  expect(restore.elements(), "what is in force is not restored").toHaveLength(1);
  await restore.click();
  await expect.element(zones()).toHaveValue("Europe/Berlin");
  const benchmark = page.getByRole("textbox", { name: t("admin.settings.benchmark") });
  await expect.element(benchmark).toHaveAttribute("aria-invalid", "true");
  await expect.element(page.getByText(t("field.unknownInstrument"))).toBeVisible();
  expect(stored.data).toEqual(first);
  await benchmark.fill("");
  await save();
  await expect.poll(() => sent.map(({ data }) => data.timeZone)).toEqual(["Europe/Berlin"]);
});
