/** A contract on staff's page: signed for the firm once it was read, rejected, withdrawn, sent again. */
import type { ContractDetail } from "@portico/api/contracts.ts";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { closeConfirmation } from "../../shell/dialogs/confirmation.ts";
import { ConfirmationHost } from "../../shell/dialogs/confirmation-host.tsx";
import { answerCalls, type Call, refuse, showPage } from "../../shell/testing/answer-calls.tsx";
import { signedIn, signedOut } from "../../shell/testing/signed-in.ts";
import { t } from "../../ui/testing/show.tsx";
import { contractOf, pdfAnswer } from "../testing/contract-of.ts";
import StaffContractPage from "./staff-contract.page.tsx";

let calls: Call[];
/** As the server has it. */
let contract: ContractDetail;
let pages: number;
let refusals: Response[];

beforeAll(async () => (await import("../../shell/viewer/pdf.client.ts")).preparePdf());
beforeEach(async () => {
  await signedIn({ id: 2, name: "Olga Office", role: "office" });
  pages = 1;
  refusals = [];
  contract = contractOf({ state: "awaitingAdmin", signed: 1, can: { countersign: true, reject: true } });
  calls = answerCalls(({ method, path }) => {
    if (path.startsWith("/file/")) return pdfAnswer(pages);
    if (method !== "GET") return refusals.shift() ?? contract;
    if (path === "/staff/claims/contract") return { claims: [] };
    if (path.startsWith("/canned-answer")) return { language: "en", answers: [], values: { today: "2026-11-28" } };
    return path === "/contract/user/4/9/data" ? contract : {};
  });
});
afterEach(async () => {
  closeConfirmation();
  vi.unstubAllGlobals();
  await signedOut();
});

const showContract = () =>
  showPage(
    <>
      <StaffContractPage />
      <ConfirmationHost />
    </>,
    { path: "/en/admin/:profileMode/:id/contracts/:contractId", at: "/en/admin/user/4/contracts/9" },
  );
const button = (name: string) => page.getByRole("button", { name, exact: true });
const countersign = () => button(t("admin.contracts.countersign.action"));
const changes = () => calls.filter(({ method }) => method !== "GET").map(({ path, body }) => [path, body]);

test("the firm signs what was read whole, after a question, and says how it was read", async () => {
  pages = 2;
  await showContract();
  await expect.element(page.getByText(t("contracts.reading.missing", { pages: "2" }))).toBeVisible();
  await expect.element(countersign()).toBeDisabled();
  await button(t("viewer.nextPage")).click();
  await expect.element(countersign()).toBeEnabled();
  await countersign().click();
  const question = page.getByRole("dialog", { name: t("admin.contracts.countersign.title", { name: "Mandate" }) });
  await expect.element(question).toMatchTextContent(t("admin.contracts.countersign.text", { holder: "Ivan Petrov" }));
  expect(changes()).toEqual([]);
  refusals = [refuse(409, { code: "stateConflict" })];
  const confirm = question.getByRole("button", { name: t("admin.contracts.countersign.action"), exact: true });
  await confirm.click();
  await expect.element(question.getByText(t("error.stateConflict"))).toBeVisible();
  contract = contractOf({ state: "approved", signed: 1 });
  await confirm.click();
  await expect.element(question).not.toBeInTheDocument();
  // The page shows what the server has now.
  await expect.element(countersign()).not.toBeInTheDocument();
  const read = { sha256: contract.sha256, shown: { how: "displayed", secondsAgo: expect.any(Number) } };
  expect(changes()).toEqual([1, 2].map(() => ["/contract/user/4/9/sign", { read }]));
});

test("the firm rejects with words to the client", async () => {
  await showContract();
  await button(t("admin.contracts.reject.action")).click();
  const question = page.getByRole("dialog", { name: t("admin.contracts.reject.title", { name: "Mandate" }) });
  const confirm = question.getByRole("button", { name: t("admin.contracts.reject.action"), exact: true });
  await expect.element(confirm).toBeDisabled();
  await question.getByRole("textbox", { name: t("admin.contracts.reject.words") }).fill("Your number is wrong.");
  await confirm.click();
  await expect.element(question).not.toBeInTheDocument();
  expect(changes()).toEqual([["/contract/user/4/9/reject", { clientRejectMsg: "Your number is wrong." }]]);
});

test("what may not be done is not offered; what ended shows whose words ended it, and is sent again", async () => {
  contract = contractOf({
    state: "rejectedByClient",
    client_reject_msg: "The fee is too high.",
    can: { sendAgain: true },
  });
  await showContract();
  const words = page.getByText("The fee is too high.");
  await expect.element(words).toBeVisible();
  await expect.element(page.getByText(t("admin.contracts.clientWords"))).toBeVisible();
  await expect.element(page.getByText(t("admin.contracts.firmWords"))).not.toBeInTheDocument();
  await expect
    .element(page.getByRole("link", { name: t("admin.contracts.sendAgain") }))
    .toHaveAttribute("href", "/en/admin/user/4/contracts/new?again=9");
  for (const name of [
    t("admin.contracts.countersign.action"),
    t("admin.contracts.reject.action"),
    t("contracts.withdraw.action"),
  ])
    await expect.element(button(name)).not.toBeInTheDocument();
});

test("a contract that nobody signed is withdrawn after a question", async () => {
  contract = contractOf({ can: { withdraw: true } });
  await showContract();
  await button(t("contracts.withdraw.action")).click();
  const question = page.getByRole("dialog", { name: t("contracts.withdraw.title", { name: "Mandate" }) });
  expect(changes()).toEqual([]);
  await question.getByRole("button", { name: t("contracts.withdraw.action"), exact: true }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(changes().map(([path]) => path)).toEqual(["/contract/9/withdraw"]);
});
