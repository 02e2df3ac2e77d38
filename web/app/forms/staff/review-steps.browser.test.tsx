/** Reviewing the steps of a submission by hand: what changed, remarks at their fields, and acceptance. */
import { fieldKey, stepKey } from "@portico/api/forms/text-keys.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { formText } from "../../shell/form-text.ts";
import { answerCalls, type Call, refuse, showPage } from "../../shell/testing/answer-calls.tsx";
import { signedIn, signedOut } from "../../shell/testing/signed-in.ts";
import { t } from "../../ui/testing/show.tsx";
import { identity } from "../testing/form-of.tsx";
import { remarkOf, reviewOf, revisionOf } from "../testing/review-of.ts";
import { DecisionBar } from "./decision-bar.tsx";
import { RemarkToolsProvider } from "./remark-tools.ts";
import { ReviewSteps } from "./review-steps.tsx";
import type { FormOf, Review } from "./review-types.ts";

const form: FormOf = { holderType: "user", holderId: 4, type: "KYC" };
const answers = { identity, bank: { bank: "First Bank" } };
const path = "/form/user/4/KYC/revisions/2";
let calls: Call[];
let answer: () => unknown;

beforeEach(async () => {
  await signedIn({ id: 2, name: "Olga Office", role: "office" });
  answer = () => ({ accepted: [] });
  calls = answerCalls(() => answer());
});
afterEach(async () => {
  await page.viewport(1280, 800);
  vi.unstubAllGlobals();
  await signedOut();
});

const showSteps = (review: Review) =>
  showPage(<ReviewSteps form={form} review={review} findings={null} decision={null} />);
const step = (name: string) => page.getByRole("region", { name: formText(t, stepKey("KYC", name)), exact: true });
const nameOf = (name: string) => formText(t, fieldKey({ name }));
const remarkOn = (name: string) =>
  page.getByRole("button", { name: t("admin.review.remarkOn", { field: nameOf(name) }), exact: true });
const dialog = () => page.getByRole("dialog");
const pin = () => dialog().getByRole("button", { name: t("admin.review.pin"), exact: true });
const text = () => dialog().getByRole("textbox", { name: t("admin.review.remarkText") });
const changes = () =>
  calls.filter(({ method }) => method !== "GET").map(({ method, path: at, body }) => [`${method} ${at}`, body]);

test("a remark is pinned to its field for the client, or for colleagues alone; a refused one stays", async () => {
  await showSteps(reviewOf({ answers }));
  await remarkOn("lastName").click();
  await expect.element(pin()).toBeDisabled();
  await text().fill("   ");
  await expect.element(pin()).toBeDisabled();
  await text().fill(" As in the passport? ");
  answer = () => refuse(409, { code: "stateConflict" });
  await pin().click();
  await expect.element(dialog().getByText(t("error.stateConflict"))).toBeVisible();
  await expect.element(text()).toHaveValue(" As in the passport? ");
  answer = () => remarkOf();
  await pin().click();
  await expect.element(dialog()).not.toBeInTheDocument();
  const body = { path: "identity.lastName", audience: "client", text: "As in the passport?" };
  expect(changes()).toEqual([1, 2].map(() => [`POST ${path}/remarks`, body]));
  await remarkOn("lastName").click();
  await expect.element(text()).toHaveValue("");
  await dialog()
    .getByRole("radio", { name: t("admin.review.for.staff") })
    .click();
  await text().fill("Looks forged.");
  await pin().click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(changes().at(-1)?.[1]).toMatchObject({ audience: "staff", text: "Looks forged." });
});

test("a remark stands at its field with its author, and is withdrawn by whoever may review", async () => {
  await showSteps(reviewOf({ answers, remarks: [remarkOf({ id: 6, audience: "staff" })] }));
  await expect.element(step("identity").getByText("As in the passport?")).toBeVisible();
  await expect.element(page.getByText(`${t("admin.review.for.staff")} · Vera Koleva`)).toBeVisible();
  await page.getByRole("button", { name: t("admin.review.withdraw") }).click();
  await expect.poll(() => changes().map(([call]) => call)).toEqual([`DELETE ${path}/remarks/6`]);
  await showSteps(reviewOf({ answers, remarks: [remarkOf()], can: { review: false, accept: false, approve: false } }));
  await expect.element(page.getByText("As in the passport?")).toBeVisible();
  await expect.element(page.getByRole("button", { name: t("admin.review.withdraw") })).not.toBeInTheDocument();
  await expect.element(remarkOn("lastName")).not.toBeInTheDocument();
});

test("what changed says what it was before, and alone is shown on request, with what was remarked on", async () => {
  const before = { ...answers, identity: { ...identity, lastName: "Petrow" } };
  await showSteps(
    reviewOf({
      answers,
      previous: revisionOf(1, before),
      previousRemarks: [remarkOf({ path: "identity.birthPlace", text: "Which Sofia?" })],
    }),
  );
  const identityStep = step("identity");
  await expect.element(identityStep).toMatchTextContent(t("admin.review.changes", { count: 1 }));
  await expect.element(identityStep.getByText(t("admin.review.before", { text: "Petrow" }))).toBeVisible();
  await expect.element(identityStep.getByText(nameOf("firstName"))).toBeVisible();
  await page.getByRole("checkbox", { name: t("admin.review.onlyChanged") }).click();
  await expect.element(identityStep.getByText(nameOf("firstName"))).not.toBeInTheDocument();
  await expect.element(identityStep.getByText(nameOf("lastName"))).toBeVisible();
  await expect.element(identityStep.getByText(t("admin.review.askedBefore", { text: "Which Sofia?" }))).toBeVisible();
  // Steps without a change are hidden, and counted.
  await expect.element(step("bank")).not.toBeInTheDocument();
  await expect.element(page.getByText(/^\d+ steps? without a change/)).toBeVisible();
});

test("a ready remark goes to the end of what is typed, for the field that is remarked on", async () => {
  const asked: (string | undefined)[] = [];
  await showPage(
    <RemarkToolsProvider
      value={({ field, onInsert }) => {
        asked.push(field);
        return (
          <button type="button" onClick={() => onInsert("Please send both pages.")}>
            ready
          </button>
        );
      }}
    >
      <ReviewSteps form={form} review={reviewOf({ answers })} findings={null} decision={null} />
    </RemarkToolsProvider>,
  );
  await remarkOn("lastName").click();
  await text().fill("Hello.");
  await dialog().getByRole("button", { name: "ready" }).click();
  await expect.element(text()).toHaveValue("Hello.\nPlease send both pages.");
  expect(new Set(asked)).toEqual(new Set(["lastName"]));
});

test("a step is accepted, and that is taken back", async () => {
  const accepted = [{ step: "identity", by: { id: 2, name: "Olga Office" }, at: "2026-11-28T09:00:00.000Z" }];
  await showSteps(reviewOf({ answers }));
  const accept = step("identity").getByRole("button", { name: t("admin.review.accept"), exact: true });
  await expect.element(accept).toHaveAttribute("aria-pressed", "false");
  await accept.click();
  await expect.poll(changes).toEqual([[`POST ${path}/accept`, { step: "identity", accepted: true }]]);
  await showSteps(reviewOf({ answers, accepted }));
  const taken = step("identity").getByRole("button", { name: t("admin.review.accepted"), exact: true });
  await expect.element(taken).toHaveAttribute("aria-pressed", "true");
  await taken.click();
  await expect.poll(() => changes().at(-1)).toEqual([`POST ${path}/accept`, { step: "identity", accepted: false }]);
  await showSteps(reviewOf({ answers, accepted, can: { accept: false, approve: false } }));
  await expect.element(page.getByText(t("admin.review.acceptedBy", { name: "Olga Office" }))).toBeVisible();
  await expect.element(taken).not.toBeInTheDocument();
});

test("steps without a change are accepted together, but none that changed, has a remark or is accepted", async () => {
  const before = { ...answers, identity: { ...identity, lastName: "Petrow" } };
  await showSteps(
    reviewOf({
      answers,
      previous: revisionOf(1, before),
      remarks: [remarkOf({ path: "contact" })],
      accepted: [{ step: "document", by: { id: 2, name: "Olga Office" }, at: "2026-11-28T09:00:00.000Z" }],
    }),
  );
  await page.getByRole("button", { name: t("admin.review.acceptUnchanged", { count: 7 }) }).click();
  const steps = ["nationalIdentifier", "tax", "work", "knowledge", "finances", "bank", "declarations"];
  await expect.poll(changes).toEqual([[`POST ${path}/accept-many`, { steps }]]);
});

test.each([
  ["a desktop", 1440, 900],
  ["a phone", 390, 844],
  ["a phone on its side", 844, 390],
])("on %s the decision stays in view wherever the reviewer reads", async (_, width, height) => {
  await page.viewport(width, height);
  const review = reviewOf({ answers, can: { review: true, accept: true, approve: true } });
  await showPage(
    <ReviewSteps
      form={form}
      review={review}
      findings={null}
      decision={<DecisionBar form={form} review={review} onDecided={() => undefined} screening={null} />}
    />,
  );
  const bar = page.getByRole("toolbar", { name: t("admin.review.decide") });
  await expect.element(bar).toBeVisible();
  const end = document.documentElement.scrollHeight - innerHeight;
  expect(end).toBeGreaterThan(height / 2);
  for (const top of [0, end / 2, end]) {
    scrollTo(0, top);
    await expect
      .poll(() => {
        const { top: above, bottom } = bar.element().getBoundingClientRect();
        return above >= 0 && Math.floor(bottom) <= innerHeight;
      })
      .toBe(true);
  }
});
