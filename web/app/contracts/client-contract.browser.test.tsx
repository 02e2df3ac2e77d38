/** A contract on its holder's page: read, filled in, signed with a code, rejected. */
import type { ContractDetail, ContractField } from "@portico/api/contracts.ts";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { closeConfirmation } from "../shell/dialogs/confirmation.ts";
import { ConfirmationHost } from "../shell/dialogs/confirmation-host.tsx";
import { answerCalls, type Call, refuse, showPage } from "../shell/testing/answer-calls.tsx";
import { signedIn, signedOut } from "../shell/testing/signed-in.ts";
import { t } from "../ui/testing/show.tsx";
import { ClientContract } from "./client-contract.tsx";
import { contractOf, pdfAnswer } from "./testing/contract-of.ts";

const toSign = contractOf({ can: { sign: true, reject: true } });
let calls: Call[];
let pages: number;
/** Refusals by the end of the path, in turn; when they are used up, the call succeeds. */
let refusals: Record<string, Response[]>;
/** Asked about a name that is not the account's. */
let question: string | null;

// The reader of PDFs, whose loading the first test would wait for.
beforeAll(async () => (await import("../shell/viewer/pdf.client.ts")).preparePdf());
beforeEach(async () => {
  await signedIn();
  pages = 1;
  refusals = {};
  question = null;
  calls = answerCalls(({ path, body }) => {
    const last = path.split("/").at(-1) ?? "";
    const refusal = refusals[last]?.shift();
    if (refusal) return refusal;
    if (path.startsWith("/file/")) return pdfAnswer(pages);
    if (last === "factors") return { authenticator: false, validation: ["mail"], passkeys: [] };
    if (last === "check-validation") return { valid: true };
    if (last !== "code") return toSign;
    const isAnswered = (body as { name_question?: string }).name_question !== undefined;
    return {
      for: "contract:9",
      name_question: isAnswered ? null : question,
      name_question_in_contract: null,
    };
  });
});
afterEach(async () => {
  closeConfirmation();
  vi.unstubAllGlobals();
  await signedOut();
});

const showContract = (contract: ContractDetail = toSign, readOnly = false) =>
  showPage(
    <>
      <ClientContract contract={contract} readOnly={readOnly} />
      <ConfirmationHost />
    </>,
  );
const button = (name: string) => page.getByRole("button", { name, exact: true });
const sign = () => button(t("contracts.actions.sign"));
const dialog = () => page.getByRole("dialog", { name: t("contracts.sign.title") });
const name = () => dialog().getByRole("textbox", { name: t("contracts.sign.name") });
const agree = () => dialog().getByRole("checkbox", { name: t("contracts.sign.agree") });
const code = () => dialog().getByRole("textbox", { name: t("contracts.sign.code") });
const send = (text: string) => dialog().getByRole("button", { name: text, exact: true });
const sent = (last: string) => calls.filter(({ method, path }) => method !== "GET" && path.endsWith(`/${last}`));

async function openDialog(): Promise<void> {
  await showContract();
  await expect.element(sign()).toBeEnabled();
  await sign().click();
  await expect.element(dialog()).toBeVisible();
}
async function askForCode(typed = "Ivan Petrov"): Promise<void> {
  await openDialog();
  await agree().click();
  await name().fill(typed);
  await send(t("contracts.sign.sendCode")).click();
}

test("the button waits until each page was before the reader's eyes", async () => {
  pages = 2;
  await showContract();
  await expect.element(page.getByText(t("contracts.reading.missing", { pages: "2" }))).toBeVisible();
  await expect.element(sign()).toBeDisabled();
  await expect.element(sign()).toHaveAccessibleDescription(t("contracts.reading.missing", { pages: "2" }));
  await button(t("viewer.nextPage")).click();
  await expect.element(sign()).toBeEnabled();
  await expect.element(page.getByText(t("contracts.reading.shown", { count: 2 }))).toBeVisible();
});

test("without agreement and name no code is asked for; both are said", async () => {
  await openDialog();
  await send(t("contracts.sign.sendCode")).click();
  await expect.element(dialog().getByText(t("contracts.sign.agreeMissing"))).toBeVisible();
  await expect.element(name()).toHaveAccessibleDescription(new RegExp(t("contracts.sign.nameMissing")));
  await name().fill("Ivan Petrov");
  await send(t("contracts.sign.sendCode")).click();
  await agree().click();
  await name().fill("I");
  await send(t("contracts.sign.sendCode")).click();
  await expect.element(name()).toHaveAccessibleDescription(new RegExp(t("contracts.sign.nameMissing")));
  expect(sent("code")).toEqual([]);
});

test("the code is for this text and name; the signature says how it was read and what was agreed to", async () => {
  await askForCode("  Ivan Petrov ");
  await expect.element(code()).toHaveFocus();
  expect(sent("code").map(({ path, body }) => [path, body])).toEqual([
    ["/contract/user/4/code", { contract: 9, sha256: toSign.sha256, name: "Ivan Petrov", language: "en" }],
  ]);
  await code().fill("12345");
  await send(t("contracts.sign.action")).click();
  await expect.element(dialog().getByText(t("contracts.sign.codeMissing"))).toBeVisible();
  expect(sent("check-validation")).toEqual([]);
  await code().fill("123456");
  await send(t("contracts.sign.action")).click();
  await expect.element(page.getByText(t("contracts.said.signed"))).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(sent("check-validation").map(({ body }) => body)).toEqual([{ string: "123456", for: "contract:9" }]);
  expect(sent("sign").map(({ path, body }) => [path, body])).toEqual([
    [
      "/contract/user/4/9/sign",
      {
        signature: {
          name: "Ivan Petrov",
          agreed: 3,
          sha256: toSign.sha256,
          shown: { how: "displayed", secondsAgo: expect.any(Number) },
        },
      },
    ],
  ]);
});

test("a wrong code is said at its field, and everything that was typed stays", async () => {
  refusals = { "check-validation": [refuse(400, { code: "invalidCode" })] };
  await askForCode();
  await code().fill("111111");
  await send(t("contracts.sign.action")).click();
  await expect.element(code()).toHaveAccessibleDescription(t("error.invalidCode"));
  await expect.element(name()).toHaveValue("Ivan Petrov");
  await expect.element(agree()).toBeChecked();
  expect(sent("sign")).toEqual([]);
  await code().fill("222222");
  await send(t("contracts.sign.action")).click();
  await expect.poll(() => sent("sign").length).toBe(1);
  expect(sent("check-validation").map(({ body }) => (body as { string: string }).string)).toEqual(["111111", "222222"]);
});

test("a code works once: when only signing fails, it is not asked for again", async () => {
  refusals = { sign: [refuse(400, { code: "forbidden" })] };
  await askForCode();
  await code().fill("123456");
  await send(t("contracts.sign.action")).click();
  await expect.element(dialog().getByText(t("error.forbidden"))).toBeVisible();
  await expect.element(dialog().getByText(t("contracts.sign.codeConfirmed"))).toBeVisible();
  await expect.element(name()).toHaveValue("Ivan Petrov");
  await send(t("contracts.sign.action")).click();
  await expect.poll(() => sent("sign").length).toBe(2);
  expect(sent("check-validation")).toHaveLength(1);
});

test.each(["textChanged", "stateConflict"] as const)("%s: nothing is signed, and the page says why", async (reason) => {
  refusals = { sign: [refuse(409, { code: reason })] };
  await askForCode();
  await code().fill("123456");
  await send(t("contracts.sign.action")).click();
  await expect.element(page.getByText(t(`contracts.said.${reason}`))).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(page.getByText(t("contracts.said.signed"))).not.toBeInTheDocument();
});

test("another name than the account's is confirmed before a code is mailed; a third name is asked about anew", async () => {
  question = "Is Ivan P. you?";
  await askForCode("Ivan P.");
  await expect.element(dialog().getByText(question)).toBeVisible();
  await expect.element(code()).not.toBeInTheDocument();
  await name().fill("Ivan Pe.");
  await expect.element(dialog().getByText(question)).not.toBeInTheDocument();
  await send(t("contracts.sign.sendCode")).click();
  await send(t("contracts.sign.otherNameYes", { name: "Ivan Pe." })).click();
  await code().fill("123456");
  await send(t("contracts.sign.action")).click();
  await expect.poll(() => sent("sign").length).toBe(1);
  expect(sent("code").map(({ body }) => (body as { name_question?: string }).name_question)).toEqual([
    undefined,
    undefined,
    question,
  ]);
  expect(sent("sign")[0]?.body).toMatchObject({ signature: { name: "Ivan Pe.", name_question: question } });
});

test("rejecting needs words; a refusal keeps them, and cancelling sends nothing", async () => {
  refusals = { reject: [refuse(409, { code: "stateConflict" })] };
  await showContract();
  const question = page.getByRole("dialog", { name: t("contracts.reject.title", { name: "Mandate" }) });
  const words = question.getByRole("textbox", { name: t("contracts.reject.words") });
  const confirm = question.getByRole("button", { name: t("contracts.reject.action"), exact: true });
  await button(t("contracts.reject.action")).click();
  await expect.element(confirm).toBeDisabled();
  await words.fill("   ");
  await expect.element(confirm).toBeDisabled();
  await words.fill(" The fee is too high. ");
  await confirm.click();
  await expect.element(question.getByText(t("error.stateConflict"))).toBeVisible();
  await expect.element(words).toHaveValue(" The fee is too high. ");
  await confirm.click();
  await expect.element(question).not.toBeInTheDocument();
  expect(sent("reject").map(({ path, body }) => [path, body])).toEqual(
    [1, 2].map(() => ["/contract/user/4/9/reject", { clientRejectMsg: "The fee is too high." }]),
  );
});

test("one's own proposal is withdrawn after a question", async () => {
  await showContract(contractOf({ by_admin: false, state: "awaitingAdmin", signed: 1, can: { withdraw: true } }));
  await expect.element(sign()).not.toBeInTheDocument();
  await button(t("contracts.withdraw.action")).click();
  const question = page.getByRole("dialog", { name: t("contracts.withdraw.title", { name: "Mandate" }) });
  await expect.element(question).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(question).not.toBeInTheDocument();
  expect(sent("withdraw")).toEqual([]);
  await button(t("contracts.withdraw.action")).click();
  await question.getByRole("button", { name: t("contracts.withdraw.action"), exact: true }).click();
  await expect.poll(() => sent("withdraw").map(({ path }) => path)).toEqual(["/contract/9/withdraw"]);
});

test("its opening is recorded once; somebody who looks at the client's pages records and does nothing", async () => {
  await showContract();
  await expect.poll(() => sent("opened").map(({ path }) => path)).toEqual(["/contract/user/4/9/opened"]);
  await showContract(contractOf({ can: { sign: true, reject: true, fill: true } }), true);
  await expect.element(page.getByText(t("contracts.signatures.title"))).toBeVisible();
  await expect.element(sign()).not.toBeInTheDocument();
  await expect.element(button(t("contracts.reject.action"))).not.toBeInTheDocument();
  expect(sent("opened")).toHaveLength(1);
});

const own = (id: string, kind: ContractField["kind"], label: string): ContractField => ({
  id,
  kind,
  name: { bg: label, en: label, pl: label },
  filledBy: "client",
});

test("what the client fills in is saved before it can be signed; a refused value stays with the reason", async () => {
  refusals = {
    data: [refuse(400, { code: "badInput", errors: [{ path: "contract_data.iban", code: "unprintable" }] })],
  };
  await showContract(
    contractOf({
      can: { sign: true, fill: true },
      fields: [
        own("iban", "text", "Account"),
        own("sum", "amount", "Sum"),
        { ...own("fee", "number", "Fee"), filledBy: "staff" },
      ],
    }),
  );
  await expect.element(page.getByText(t("contracts.reading.shown", { count: 1 }))).not.toBeInTheDocument();
  await expect.element(sign()).toHaveAccessibleDescription(t("contracts.actions.fillFirst"));
  await expect.element(sign()).toBeDisabled();
  await expect.element(page.getByRole("textbox", { name: "Fee" })).not.toBeInTheDocument();
  const account = page.getByRole("textbox", { name: "Account" });
  const sum = page.getByRole("textbox", { name: "Sum" });
  const save = button(t("contracts.fill.action"));
  await expect.element(save).toBeDisabled();
  await account.fill("BG80");
  await save.click();
  await expect.element(sum).toHaveAccessibleDescription(new RegExp(t("contracts.fields.missing")));
  expect(sent("data")).toEqual([]);
  await sum.fill("1 250,5");
  await save.click();
  await expect.element(account).toHaveAccessibleDescription(new RegExp(t("field.unprintable")));
  await expect.element(account).toHaveValue("BG80");
  await expect.element(sum).toHaveValue("1 250,5");
  await account.fill("BG81");
  await save.click();
  await expect.element(page.getByText(t("contracts.said.filled"))).toBeVisible();
  expect(sent("data").at(-1)?.body).toEqual({ contract_data: { iban: "BG81", sum: "1250.5" }, sha256: toSign.sha256 });
});
