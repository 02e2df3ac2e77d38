/** Webhooks by hand: the secret and its change, and a message that was given up and is sent again. */
import type { WebhookDelivery, WebhookEndpointState } from "@portico/api/webhooks.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { ConfirmationHost } from "../../shell/dialogs/confirmation-host.tsx";
import { answerCalls, type Call, showPage } from "../../shell/testing/answer-calls.tsx";
import { signedIn, signedOut } from "../../shell/testing/signed-in.ts";
import { t } from "../../ui/testing/show.tsx";
import WebhooksPage from "./webhooks.page.tsx";

const id = "3c7d8a90-1f5e-4c52-9a0a-0a5a3b6f1c11";
const fresh: WebhookEndpointState = {
  id,
  name: "Archive",
  url: "https://archive.firm.example/hook",
  events: ["document.published"],
  state: "noSecret",
  pausedFor: null,
  disabledFor: null,
  disabledAt: null,
  failingSince: null,
  lastSuccessAt: null,
  secretMadeAt: null,
  formerUntil: null,
  waiting: 0,
};
const givenUp: WebhookDelivery = {
  id: 9,
  messageId: "evt_9",
  type: "document.published",
  state: "givenUp",
  createdAt: "2026-11-20T08:00:00.000Z",
  tries: 14,
  nextTryAt: null,
  endedAt: "2026-11-23T08:00:00.000Z",
  status: 503,
  failure: "refused",
};
const attempt = {
  id: 1,
  at: "2026-11-23T08:00:00.000Z",
  durationMs: 812,
  status: 503,
  failure: "refused",
  detail: null,
  answer: "<b>Archive is being repaired</b>",
};

let endpoint: WebhookEndpointState;
let delivery: WebhookDelivery;
let calls: Call[];
let refusal: { code: string; status: number } | undefined;
let made: number;

beforeEach(async () => {
  await signedIn({ role: "admin" });
  [endpoint, delivery, refusal, made] = [fresh, givenUp, undefined, 0];
  calls = answerCalls(({ method, path, search }) => {
    if (method === "GET") {
      if (path.endsWith("/webhooks")) return { endpoints: [endpoint], events: ["document.published"] };
      if (!path.endsWith("/deliveries"))
        return { ...delivery, endpointId: id, body: '{"data":{"document":5}}', attempts: [attempt] };
      const state = new URLSearchParams(search).get("state");
      const deliveries = state === null || state === delivery.state ? [delivery] : [];
      return { deliveries, count: deliveries.length, nextCursor: null };
    }
    if (refusal) return Response.json({ ...refusal, title: refusal.code }, { status: refusal.status });
    if (path.endsWith("/again")) delivery = { ...delivery, state: "waiting", nextTryAt: "2026-11-27T08:00:00.000Z" };
    if (path.endsWith("/former-secret/end")) endpoint = { ...endpoint, formerUntil: null };
    if (!path.endsWith("/secret")) return { done: true };
    const formerUntil = made++ === 0 ? null : "2099-01-01T08:00:00.000Z";
    endpoint = { ...endpoint, state: "active", formerUntil };
    return { secret: `whsec_${made}`, formerUntil };
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await signedOut();
});

const open = () =>
  showPage(
    <>
      <WebhooksPage />
      <ConfirmationHost />
    </>,
  );
const sent = () =>
  calls
    .filter(({ method }) => method === "POST")
    .map(({ path }) => path.replace(`/staff/webhooks/`, "").replace(id, "it"));
const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = () => page.getByRole("dialog");

test("the secret is shown once, changed without a gap, and the one before is ended by hand", async () => {
  await open();
  await button(t("admin.webhooks.makeSecret")).click();
  await expect.element(page.getByText("whsec_1")).toBeVisible();
  await button(t("admin.webhooks.rotate")).click();
  await dialog()
    .getByRole("button", { name: t("admin.webhooks.rotate") })
    .click();
  await expect.element(page.getByText("whsec_2")).toBeVisible();
  await expect.element(page.getByText("whsec_1")).not.toBeInTheDocument();
  // There are never three: it is changed again once this is over.
  await expect.element(button(t("admin.webhooks.rotate"))).not.toBeInTheDocument();
  await button(`${t("admin.webhooks.endFormer")}: Archive`).click();
  await expect.element(button(t("admin.webhooks.rotate"))).toBeVisible();
  expect(sent()).toEqual(["it/secret", "it/secret", "it/former-secret/end"]);
});

test("a change of the secret that is refused says why, and shows none", async () => {
  endpoint = { ...fresh, state: "active" };
  await open();
  refusal = { code: "stateConflict", status: 409 };
  await button(t("admin.webhooks.rotate")).click();
  await dialog()
    .getByRole("button", { name: t("admin.webhooks.rotate") })
    .click();
  await expect.element(dialog().getByText(t("error.stateConflict"))).toBeVisible();
  await expect.element(page.getByText(/whsec_/)).not.toBeInTheDocument();
});

test("a message that was given up shows what was sent and answered, and is sent again", async () => {
  endpoint = { ...fresh, state: "active", failingSince: "2026-11-20T08:00:00.000Z" };
  await open();
  await page
    .getByRole("combobox", { name: t("admin.webhooks.showState") })
    .selectOptions(t("admin.webhooks.deliveryState.delivered"));
  await expect.element(page.getByText(t("admin.webhooks.messagesNone"))).toBeVisible();
  await page
    .getByRole("combobox", { name: t("admin.webhooks.showState") })
    .selectOptions(t("admin.webhooks.deliveryState.givenUp"));
  await button(`${t("admin.webhooks.open")}: document.published evt_9`).click();
  await expect.element(dialog().getByText(/"document": 5/)).toBeVisible();
  // As text, whatever the receiver answered.
  await expect.element(dialog().getByText("<b>Archive is being repaired</b>")).toBeVisible();
  refusal = { code: "stateConflict", status: 409 };
  await dialog()
    .getByRole("button", { name: t("admin.webhooks.sendAgain") })
    .click();
  await expect.element(dialog().getByText(t("error.stateConflict"))).toBeVisible();
  refusal = undefined;
  await dialog()
    .getByRole("button", { name: t("admin.webhooks.sendAgain") })
    .click();
  await expect.element(dialog().getByText(/evt_9 · Waiting/)).toBeVisible();
  expect(sent()).toEqual(["deliveries/9/again", "deliveries/9/again"]);
});
