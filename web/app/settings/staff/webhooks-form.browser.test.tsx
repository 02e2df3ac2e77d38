/** Endpoints of webhooks by hand: added, changed, refused by the server. */
import type { WebhookEndpoint } from "@portico/api/webhooks/settings.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { ConfirmationHost } from "../../shell/dialogs/confirmation-host.tsx";
import { answerCalls, type Call, showPage } from "../../shell/testing/answer-calls.tsx";
import { signedIn, signedOut } from "../../shell/testing/signed-in.ts";
import { t } from "../../ui/testing/show.tsx";
import { SettingCard } from "./setting-card.tsx";
import { WebhooksForm } from "./webhooks-form.tsx";

const archive: WebhookEndpoint = {
  id: "3c7d8a90-1f5e-4c52-9a0a-0a5a3b6f1c11",
  name: "Archive",
  url: "https://archive.firm.example/hook",
  events: ["document.published"],
};
let stored: { endpoints: WebhookEndpoint[] };
let refusal: object | undefined;
let fourEyes: boolean;
let calls: Call[];

beforeEach(async () => {
  sessionStorage.clear();
  await signedIn({ role: "admin" });
  [stored, refusal, fourEyes] = [{ endpoints: [archive] }, undefined, false];
  calls = answerCalls(({ method, path, body }) => {
    if (path.endsWith("/webhooks") && path.includes("/staff/"))
      return { endpoints: [], events: ["contract.signed", "document.published"] };
    if (path.includes("/history/")) return { changes: [], nextCursor: null };
    if (path.endsWith("fourEyes")) return { name: "fourEyes", data: { on: fourEyes }, updated_at: null, can: {} };
    if (method !== "GET") {
      if (refusal) return Response.json(refusal, { status: 400 });
      stored = (body as { data: typeof stored }).data;
    }
    const updated_at = "2026-11-27T08:00:00.000Z";
    return { name: "webhooks", data: stored, updated_at, updated_by: "Vera", proposalId: null, can: { save: true } };
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await signedOut();
});

const open = () =>
  showPage(
    <>
      <SettingCard name="webhooks" title="Endpoints">
        {(saved) => <WebhooksForm saved={saved} canChange />}
      </SettingCard>
      <ConfirmationHost />
    </>,
  );
const save = () => page.getByRole("button", { name: t("admin.settings.save"), exact: true });
const field = (name: "name" | "url") => page.getByRole("textbox", { name: t(`admin.webhooks.${name}`), exact: true });
const openEvents = () => page.getByText(t("admin.webhooks.eventsChosen", { chosen: 1, all: 2 })).click();
async function confirm(): Promise<void> {
  await save().click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("admin.settings.save") })
    .click();
}
const sent = () =>
  calls.filter(({ method }) => method !== "GET").map(({ body }) => (body as { data: typeof stored }).data.endpoints);

test("an endpoint is added; what is missing is said at its place before anything is sent", async () => {
  await open();
  await page.getByRole("button", { name: t("admin.webhooks.add") }).click();
  await field("name").last().fill("Accounting");
  await field("url").last().fill("ftp://accounting.firm.example");
  await save().click();
  await expect.element(page.getByText(t("admin.webhooks.fault"))).toBeVisible();
  await expect.element(page.getByText(t("admin.webhooks.faultEvents"))).toBeVisible();
  expect(sent()).toEqual([]);
  await field("url").last().fill("https://accounting.firm.example/hook");
  await page
    .getByRole("checkbox", { name: t("admin.webhooks.event.contract.signed") })
    .last()
    .click();
  await confirm();
  await expect.poll(() => sent().length).toBe(1);
  expect(sent()[0]?.[0]).toEqual(archive);
  expect(sent()[0]?.[1]).toMatchObject({
    name: "Accounting",
    url: "https://accounting.firm.example/hook",
    events: ["contract.signed"],
  });
});

test("what the server refuses is said at its field, and what was typed stays", async () => {
  refusal = {
    code: "badInput",
    title: "badInput",
    status: 400,
    errors: [{ path: "data.endpoints.0.url", code: "badFormat" }],
  };
  await open();
  await field("url").fill("https://archive.firm.example:99999/hook");
  await openEvents();
  await page.getByRole("checkbox", { name: t("admin.webhooks.event.contract.signed") }).click();
  await confirm();
  await expect.element(page.getByText(t("field.badFormat"))).toBeVisible();
  await expect.element(field("url")).toHaveValue("https://archive.firm.example:99999/hook");
  await expect.element(page.getByRole("checkbox", { name: t("admin.webhooks.event.contract.signed") })).toBeChecked();
  refusal = undefined;
  await field("url").fill("https://archive.firm.example:9999/hook");
  await confirm();
  await expect.poll(() => stored.endpoints[0]?.url).toBe("https://archive.firm.example:9999/hook");
});

test("one more event is proposed with a reason while four eyes are on; events are stored in the order of the list", async () => {
  fourEyes = true;
  await open();
  await openEvents();
  await page.getByRole("checkbox", { name: t("admin.webhooks.event.contract.signed") }).click();
  await save().click();
  const dialog = page.getByRole("dialog", { name: t("admin.settings.weaken.title") });
  const propose = dialog.getByRole("button", { name: t("admin.proposals.propose") });
  await expect.element(propose).toBeDisabled();
  await dialog.getByRole("textbox").fill("Contracts are filed too");
  await propose.click();
  await expect.poll(() => sent().length).toBe(1);
  expect(sent()[0]?.[0]?.events).toEqual(["contract.signed", "document.published"]);
});
