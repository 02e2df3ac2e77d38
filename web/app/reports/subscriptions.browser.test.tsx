/** Regular reports and today's statement, as a hand does them: subscribed, unsubscribed, tried again, opened without a form. */
import type { ReportSubscription } from "@portico/api/reports/subscriptions.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { answerCalls, type Call, showPage } from "../shell/testing/answer-calls.tsx";
import { signedIn, signedOut } from "../shell/testing/signed-in.ts";
import { t } from "../ui/testing/show.tsx";
import StatementPage from "./statement.page.tsx";
import Subscriptions from "./subscriptions.tsx";

const holder = { holderType: "user", holderId: 4 } as const;
const one: ReportSubscription = {
  id: 3,
  kind: "assets",
  frequency: "month",
  language: "en",
  madeBy: "Olga Petrova",
  madeAt: "2026-10-02T08:00:00.000Z",
  dueOn: "2026-12-01",
  last: null,
  endedAt: null,
  endedBy: null,
  endedWhy: null,
};

let subscriptions: ReportSubscription[];
let failing: number;
let calls: Call[];
beforeEach(async () => {
  await signedIn();
  subscriptions = [];
  failing = 0;
  calls = answerCalls(({ method, path }) => {
    if (method === "POST" && failing > 0) {
      failing -= 1;
      return new Response(JSON.stringify({ code: "unavailable", requestId: "r" }), {
        status: 503,
        headers: { "content-type": "application/problem+json" },
      });
    }
    if (path.endsWith("/end")) return { done: true };
    if (method === "POST") return { id: 9 };
    return { subscriptions, offer: { kinds: ["assets", "taxPL"] } };
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await signedOut();
});
const posted = () => calls.filter(({ method }) => method === "POST");

test("a report is subscribed to; one of the year is offered by the year alone, and one that is there not again", async () => {
  subscriptions = [one];
  await showPage(<Subscriptions holder={holder} readOnly={false} />);
  const send = page.getByRole("button", { name: t("reports.regular.subscribe"), exact: true });
  await expect.element(page.getByText(t("reports.regular.known"))).toBeVisible();
  await expect.element(send).toBeDisabled();
  await page.getByLabelText(t("reports.ask.kind")).selectOptions("taxPL");
  await expect.element(page.getByLabelText(t("reports.regular.frequency"))).toHaveValue("year");
  await send.click();
  await vi.waitFor(() => expect(posted()).toHaveLength(1));
  expect(posted()[0]?.body).toEqual({ kind: "taxPL", frequency: "year", language: "en" });
});

test("it ends with one click, and says who had subscribed", async () => {
  subscriptions = [one];
  await showPage(<Subscriptions holder={holder} readOnly={false} />);
  await expect.element(page.getByText("Olga Petrova", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: t("reports.regular.end"), exact: false }).click();
  await vi.waitFor(() => expect(posted()).toHaveLength(1));
  expect(posted()[0]?.path).toMatch(/\/subscriptions\/3\/end$/);
});

test("what could not be made says why and when it is tried again, and is asked for by hand", async () => {
  const last = { from: "2026-10-01", to: "2026-10-31", state: "waiting", reportId: null } as const;
  subscriptions = [{ ...one, last: { ...last, failure: "unavailable", tryAt: "2026-11-01T09:00:00.000Z" } }];
  await showPage(<Subscriptions holder={holder} readOnly={false} />);
  await expect.element(page.getByText(t("reports.regular.again"), { exact: false })).toBeVisible();
  await page.getByRole("button", { name: t("ui.action.retry") }).click();
  await vi.waitFor(() => expect(posted()).toHaveLength(1));
  expect(posted()[0]?.body).toEqual({ kind: "assets", from: "2026-10-01", to: "2026-10-31", language: "en" });
});

test("one that ended says why, and who only looks can end and subscribe to none", async () => {
  subscriptions = [
    { ...one, endedAt: "2026-11-02T08:00:00.000Z", endedWhy: "rights" },
    { ...one, id: 4, frequency: "year" },
  ];
  await showPage(<Subscriptions holder={holder} readOnly />);
  await expect
    .element(page.getByText(t("reports.regular.ended.rights", { name: "Olga Petrova" }), { exact: false }))
    .toBeVisible();
  await expect.element(page.getByRole("button")).not.toBeInTheDocument();
});

test("today's statement is asked for without a form, once, and what fails is tried again", async () => {
  failing = 1;
  await showPage(<StatementPage />);
  await page.getByRole("button", { name: t("ui.action.retry") }).click();
  await vi.waitFor(() => expect(posted()).toHaveLength(2));
  expect(posted().map(({ path, body }) => [path.replace(/^.*\/report/, "/report"), body])).toEqual([
    ["/report/user/4/statement", { language: "en" }],
    ["/report/user/4/statement", { language: "en" }],
  ]);
});
