/** A contract that the client proposes: what is signed is the text that was shown for what was typed. */
import type { contracts } from "@portico/api/contracts.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { answerCalls, type Call, refuse, showPage } from "../shell/testing/answer-calls.tsx";
import { signedIn, signedOut } from "../shell/testing/signed-in.ts";
import { t } from "../ui/testing/show.tsx";
import { Proposal } from "./proposal.tsx";
import { agreement, contractOf, pdfText } from "./testing/contract-of.ts";

type Offered = Answer<(typeof contracts)["listProposable"]>[number];
const inAll = (text: string) => ({ bg: text, en: text, pl: text });
const offered: Offered = {
  type: "mandate",
  name: "Mandate",
  names: inAll("Mandate"),
  language: "en",
  languages: ["en", "pl"],
  fields: [{ id: "sum", name: inAll("Sum"), kind: "amount", currency: "EUR", filledBy: "client" }],
  agreement,
};
const pdf = { data: btoa(pdfText(1)), sha256: "cd".repeat(32), pages: 1, language: "en" };
let calls: Call[];
let signed: () => unknown;

beforeAll(async () => (await import("../shell/viewer/pdf.client.ts")).preparePdf());
beforeEach(async () => {
  await signedIn();
  signed = () => contractOf({ id: 12 });
  calls = answerCalls(({ path }) => {
    if (path.endsWith("/preview")) return { faults: [], pdf };
    if (path.endsWith("/factors")) return { authenticator: false, validation: ["mail"], passkeys: [] };
    if (path.endsWith("/code"))
      return { for: "contract:mandate", name_question: null, name_question_in_contract: null };
    return path.endsWith("/save") ? signed() : { valid: true };
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await signedOut();
});

const showProposal = (more: Partial<Offered> = {}) =>
  showPage(<Proposal offered={{ ...offered, ...more }} />, { path: "/en/contracts/propose/mandate" });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const sum = () => page.getByRole("textbox", { name: "Sum" });
const language = () => page.getByRole("combobox", { name: t("contracts.propose.language") });
const begin = () => button(t("contracts.propose.sign"));
const sent = (last: string) => calls.filter(({ path }) => path.endsWith(`/${last}`)).map(({ body }) => body);

async function sign(): Promise<void> {
  await expect.element(begin()).toBeEnabled();
  await begin().click();
  const dialog = page.getByRole("dialog", { name: t("contracts.sign.title") });
  await dialog.getByRole("checkbox", { name: t("contracts.sign.agree") }).click();
  await dialog.getByRole("textbox", { name: t("contracts.sign.name") }).fill("Ivan Petrov");
  await dialog.getByRole("button", { name: t("contracts.sign.sendCode") }).click();
  await dialog.getByRole("textbox", { name: t("contracts.sign.code") }).fill("123456");
  await dialog.getByRole("button", { name: t("contracts.sign.action"), exact: true }).click();
}

test("a change after the text was shown takes it away, with the button; the text of the last is signed", async () => {
  const { address } = await showProposal();
  await button(t("contracts.propose.show")).click();
  await expect.element(sum()).toHaveAccessibleDescription(new RegExp(t("contracts.fields.missing")));
  expect(calls).toEqual([]);
  await sum().fill("1000");
  await button(t("contracts.propose.show")).click();
  await expect.element(begin()).toBeVisible();
  await sum().fill("2 000");
  await expect.element(begin()).not.toBeInTheDocument();
  await button(t("contracts.propose.show")).click();
  await expect.element(begin()).toBeVisible();
  await language().selectOptions("pl");
  await expect.element(begin()).not.toBeInTheDocument();
  await button(t("contracts.propose.show")).click();
  await sign();
  await expect.poll(address).toBe("/en/contracts/12");
  expect(sent("preview").at(-1)).toEqual({ contract_data: { sum: "2000" }, language: "pl" });
  expect(sent("code")).toEqual([{ contract: "mandate", sha256: pdf.sha256, name: "Ivan Petrov", language: "en" }]);
  expect(sent("save")).toEqual([
    {
      contract_data: { sum: "2000" },
      language: "pl",
      sha256: pdf.sha256,
      signature: expect.objectContaining({ name: "Ivan Petrov", agreed: 3, sha256: pdf.sha256 }),
    },
  ]);
});

test("a language that is not the reader's is never taken for them", async () => {
  await showProposal({ languages: ["bg", "pl"], fields: [] });
  await expect.element(language()).toHaveValue("");
  await button(t("contracts.propose.show")).click();
  await expect.element(language()).toHaveAccessibleDescription(new RegExp(t("contracts.fields.missing")));
  expect(calls).toEqual([]);
  await language().selectOptions("bg");
  await button(t("contracts.propose.show")).click();
  await expect.poll(() => sent("preview")).toEqual([{ contract_data: {}, language: "bg" }]);
});

test("data that changed meanwhile: nothing is signed, what was typed stays, and the text is shown again first", async () => {
  signed = () => refuse(409, { code: "textChanged" });
  const { address } = await showProposal();
  await sum().fill("1000");
  await button(t("contracts.propose.show")).click();
  await sign();
  await expect.element(page.getByText(t("contracts.propose.textChanged"))).toBeVisible();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(begin()).not.toBeInTheDocument();
  await expect.element(sum()).toHaveValue("1000");
  expect(address()).toBe("/en/contracts/propose/mandate");
});
