/** The decision on a submission by hand: what it needs, what it sends, and a colleague who decides first. */
import { useEffect, useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { ScreeningWaits } from "../../screening/staff/screening-waits.tsx";
import { answerCalls, type Call, refuse, showPage } from "../../shell/testing/answer-calls.tsx";
import { signedIn, signedOut } from "../../shell/testing/signed-in.ts";
import { t } from "../../ui/testing/show.tsx";
import { remarkOf, reviewOf } from "../testing/review-of.ts";
import { DecisionBar } from "./decision-bar.tsx";
import type { FormOf, Review } from "./review-types.ts";

const form: FormOf = { holderType: "user", holderId: 4, type: "KYC" };
let calls: Call[];
let answer: () => unknown;
/** The longest waiting besides this one. */
let next: object[];
/** What the server has now. */
let become: (review: Review) => void;
const onDecided = vi.fn();

beforeEach(async () => {
  await signedIn({ id: 2, name: "Olga Office", role: "office" });
  onDecided.mockClear();
  next = [];
  answer = () => ({ state: "postKYC", proposalId: null });
  calls = answerCalls(({ method, path }) => {
    if (method !== "GET") return answer();
    if (path.startsWith("/settings/")) return { data: { on: false }, version: 1 };
    return { forms: next, count: next.length, nextCursor: null };
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await signedOut();
});

function Deciding({ of, first }: { of: FormOf; first: Review }) {
  const [review, setReview] = useState(first);
  useEffect(() => {
    become = setReview;
  }, []);
  return <DecisionBar form={of} review={review} onDecided={onDecided} screening={<ScreeningWaits holder={of} />} />;
}
const showBar = (review: Review = reviewOf(), of: FormOf = form) => showPage(<Deciding of={of} first={review} />);
type Decision = "approve" | "return" | "reject";
const offered = (decision: Decision) =>
  page
    .getByRole("toolbar", { name: t("admin.review.decide") })
    .getByRole("button", { name: t(`admin.review.action.${decision}`), exact: true });
const dialog = (decision: Decision) =>
  page.getByRole("dialog", { name: t(`admin.review.ask.${decision}`, { name: "Ivan Petrov" }) });
const confirm = (decision: Decision) =>
  dialog(decision).getByRole("button", { name: t(`admin.review.action.${decision}`), exact: true });
const reason = () => page.getByRole("textbox", { name: t("admin.review.reason") });
const number = () => page.getByRole("textbox", { name: t("admin.client.number") });
const changes = () => calls.filter(({ method }) => method !== "GET").map(({ path, body }) => [path, body]);

test("an approval takes the client number along; one that cannot be a number is refused at its field", async () => {
  await showBar();
  await offered("approve").click();
  await expect.element(reason()).not.toBeInTheDocument();
  await number().fill("not a number!");
  await expect.element(number()).toHaveAccessibleDescription(new RegExp(t("admin.client.numberBad")));
  await expect.element(confirm("approve")).toBeDisabled();
  await number().fill(" C-77 ");
  await confirm("approve").click();
  await expect.poll(() => onDecided.mock.calls.length).toBe(1);
  await expect.element(dialog("approve")).not.toBeInTheDocument();
  expect(changes()).toEqual([["/user/modify-state/4", { newState: "postKYC", revision: 2, clientNumber: "C-77" }]]);
});

test("who has a number is not given another; a company is decided as one", async () => {
  const review = reviewOf();
  await showBar(
    { ...review, holder: { ...review.holder, client_number: "C-4" } },
    {
      holderType: "company",
      holderId: 5,
      type: "companyKYC",
    },
  );
  await offered("approve").click();
  await expect.element(number()).not.toBeInTheDocument();
  await confirm("approve").click();
  await expect.poll(changes).toEqual([["/company/modify-state/5", { newState: "postKYC", revision: 2 }]]);
});

test("a form is returned with a remark or a reason, rejected with a reason alone", async () => {
  await showBar(reviewOf({ remarks: [remarkOf({ audience: "staff" })] }));
  await offered("return").click();
  await expect.element(confirm("return")).toBeDisabled();
  await reason().fill("  ");
  await expect.element(confirm("return")).toBeDisabled();
  await showBar(reviewOf({ remarks: [remarkOf({ audience: "client" })] }));
  await offered("return").click();
  await confirm("return").click();
  await expect.poll(changes).toEqual([["/user/modify-state/4", { newState: "returnedKYC", revision: 2 }]]);
  await showBar(reviewOf({ remarks: [remarkOf({ audience: "client" })] }));
  await offered("reject").click();
  await expect.element(confirm("reject")).toBeDisabled();
  await reason().fill(" No proof of money. ");
  await confirm("reject").click();
  await expect
    .poll(() => changes().at(-1))
    .toEqual(["/user/modify-state/4", { newState: "rejected", revision: 2, reason: "No proof of money." }]);
});

test("a refusal keeps the reason; the decision is on the revision that was read", async () => {
  answer = () => refuse(409, { code: "stateConflict" });
  await showBar();
  await offered("reject").click();
  await reason().fill("No proof of money.");
  become(reviewOf({ revision: 3 }));
  await confirm("reject").click();
  await expect.element(page.getByText(t("error.stateConflict"))).toBeVisible();
  await expect.element(reason()).toHaveValue("No proof of money.");
  await expect.element(confirm("reject")).toBeEnabled();
  expect(changes()).toEqual([
    ["/user/modify-state/4", { newState: "rejected", revision: 2, reason: "No proof of money." }],
  ]);
  expect(onDecided).not.toHaveBeenCalled();
});

test("a colleague who decides first is named, and what was typed stays to be copied", async () => {
  await showBar();
  await offered("reject").click();
  await reason().fill("No proof of money.");
  become(
    reviewOf({
      decision: {
        decision: "approved",
        reason: null,
        by: { id: 3, name: "Vera Koleva" },
        at: "2026-11-28T10:00:00.000Z",
      },
      can: { review: false },
    }),
  );
  await expect.element(page.getByText(/Vera Koleva/)).toBeVisible();
  await expect.element(reason()).toHaveValue("No proof of money.");
  await expect.element(confirm("reject")).toBeDisabled();
  await expect.element(page.getByRole("toolbar")).not.toBeInTheDocument();
});

test("without the contract that it needs it is not approved, which the button says; without the right not offered", async () => {
  await showBar(reviewOf({ can: { approve: false } }));
  await expect.element(offered("approve")).toBeDisabled();
  await expect.element(offered("approve")).toHaveAccessibleDescription(t("error.contractMissing"));
  await expect.element(offered("return")).toBeEnabled();
  await showBar(reviewOf({ can: { accept: false, approve: false } }));
  await expect.element(offered("reject")).toBeVisible();
  await expect.element(offered("approve")).not.toBeInTheDocument();
});

test("after the decision it goes on to the form that waits longest, not to this one", async () => {
  next = [
    { holder_type: "user", holder_id: 4, revision: 2 },
    { holder_type: "user", holder_id: 8, revision: 1 },
  ];
  const { address } = await showBar();
  await offered("approve").click();
  await dialog("approve")
    .getByRole("button", { name: t("admin.review.thenNext", { action: t("admin.review.action.approve") }) })
    .click();
  await expect.poll(address).toMatch(/^\/en\/admin\/user\/8\/review\?revision=1/);
  expect(changes()).toHaveLength(1);
});

/** As the client's screening is answered, with as many open candidates. */
const screeningWith = (count: number) => ({
  state: count > 0 ? "open" : "due",
  screenedAt: null,
  list: "targets.simple.csv",
  runs: [],
  candidates: Array.from({ length: count + 1 }, (_, at) => ({
    id: 70 + at,
    holder: { holder_type: "user", holder_id: 4, name: "Ivan Petrov" },
    role: "client",
    state: at < count ? "open" : "false",
    score: 0.93,
    name: "Ivan Petrov",
    entryName: `Entry ${at}`,
    topics: [],
    foundAt: "2026-11-28T10:00:00.000Z",
    changedAt: "2026-11-28T10:00:00.000Z",
  })),
});
const waitFor = async (role: "office" | "internal", count: number) => {
  await signedIn({ id: 2, name: "Olga Office", role });
  calls = answerCalls(({ method, path }) => {
    if (method !== "GET") return refuse(409, { code: "screeningOpen" });
    if (path.startsWith("/staff/screening/holders/")) return screeningWith(count);
    return path.startsWith("/settings/")
      ? { data: { on: false }, version: 1 }
      : { forms: [], count: 0, nextCursor: null };
  });
  const shown = await showBar();
  await offered("approve").click();
  await confirm("approve").click();
  await expect.element(dialog("approve").getByText(t("error.screeningOpen"))).toBeVisible();
  return shown;
};
const linksOf = () =>
  [...document.querySelectorAll("[role=alert] a")].map((link) => [
    link.textContent,
    link.getAttribute("href")?.split("?")[0],
  ]);

test("an approval that waits for screening leads to the very candidates, and knows the way back", async () => {
  const { address } = await waitFor("office", 2);
  await expect.poll(linksOf).toEqual([
    ["Ivan Petrov · Entry 0 (0.93)", "/en/admin/screening/70"],
    ["Ivan Petrov · Entry 1 (0.93)", "/en/admin/screening/71"],
  ]);
  await dialog("approve")
    .getByRole("link", { name: /Entry 1/ })
    .click();
  await expect.poll(address).toMatch(/^\/en\/admin\/screening\/71\?from=/);
});

test("of many candidates the first, and the way to all; who is not screened yet is named so", async () => {
  await waitFor("office", 7);
  await expect.poll(() => linksOf().length).toBe(6);
  expect(linksOf().at(-1)).toEqual([t("admin.screening.toAll", { count: 7 }), "/en/admin/user/4/screening"]);
  await waitFor("office", 0);
  await expect.poll(linksOf).toEqual([[t("admin.screening.toHolder"), "/en/admin/user/4/screening"]]);
});

test("who may not read candidates reads who decides, and asks for none", async () => {
  await waitFor("internal", 2);
  await expect.element(page.getByText(t("admin.screening.whoDecides"))).toBeVisible();
  expect(linksOf()).toEqual([]);
  expect(calls.filter(({ path }) => path.startsWith("/staff/screening"))).toEqual([]);
});
