/** Writing a contract for one client: what is sent is what was previewed last. */
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { answerCalls, type Call, refuse, showPage } from "../../shell/testing/answer-calls.tsx";
import { signedIn, signedOut } from "../../shell/testing/signed-in.ts";
import { t } from "../../ui/testing/show.tsx";
import { isAnythingUnsaved } from "../../ui/unsaved.ts";
import { contractOf, pdfText } from "../testing/contract-of.ts";
import { SendText } from "./send-text.tsx";

let calls: Call[];
let answer: (path: string) => unknown;
const onSent = vi.fn();
const pdf = { data: btoa(pdfText(1)), sha256: "ab".repeat(32), pages: 1, language: "en" };

beforeAll(async () => (await import("../../shell/viewer/pdf.client.ts")).preparePdf());
beforeEach(async () => {
  await signedIn({ id: 2, role: "office" });
  onSent.mockClear();
  answer = (path) => (path.endsWith("/preview") ? { faults: [], pdf } : contractOf());
  calls = answerCalls(({ path }) => answer(path));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await signedOut();
});

const showForm = (holderType: "user" | "company" = "user") =>
  showPage(<SendText holder={{ holderType, holderId: 4 }} previous={undefined} onSent={onSent} />);
const text = () => page.getByRole("textbox", { name: t("admin.contracts.send.textTitle") });
const name = () => page.getByRole("textbox", { name: t("admin.contracts.send.name") });
const days = () => page.getByRole("textbox", { name: t("admin.contracts.options.expiryDays") });
const button = (of: string) => page.getByRole("button", { name: of, exact: true });
const preview = () => button(t("admin.contracts.send.preview"));
const send = () => button(t("admin.contracts.send.action"));
const viewer = () => page.getByRole("heading", { name: "Loan", exact: true });

async function write(): Promise<void> {
  await text().fill("# Loan\n\nAs agreed.");
  await name().fill(" Loan ");
}

test("nothing is previewed while name, text or days are missing or wrong, and each says so", async () => {
  await showForm();
  await days().fill("0");
  await preview().click();
  await expect.element(text()).toHaveAccessibleDescription(new RegExp(t("contracts.fields.missing")));
  await expect.element(name()).toHaveAccessibleDescription(new RegExp(t("contracts.fields.missing")));
  await expect.element(days()).toHaveAccessibleDescription(new RegExp(t("admin.contracts.options.expiryWrong")));
  await write();
  await days().fill("366");
  await preview().click();
  await expect.element(days()).toHaveAccessibleDescription(new RegExp(t("admin.contracts.options.expiryWrong")));
  expect(calls).toEqual([]);
});

test("it is sent only as it was seen: a change takes the preview and its button away", async () => {
  await showForm();
  await expect.element(send()).not.toBeInTheDocument();
  await write();
  await preview().click();
  await expect.element(viewer()).toBeVisible();
  expect(isAnythingUnsaved()).toBe(true);
  await text().fill("# Loan\n\nOtherwise.");
  await expect.element(send()).not.toBeInTheDocument();
  await expect.element(viewer()).not.toBeInTheDocument();
  await preview().click();
  await expect.element(send()).toBeVisible();
  await days().fill("14");
  await expect.element(send()).not.toBeInTheDocument();
  await page.getByRole("checkbox", { name: t("admin.contracts.options.counterSign") }).click();
  await preview().click();
  await send().click();
  await expect.poll(() => onSent.mock.calls.length).toBe(1);
  expect(isAnythingUnsaved()).toBe(false);
  expect(calls.at(-1)).toMatchObject({
    path: "/contract/user/4/custom",
    body: {
      contract_name: "Loan",
      language: "en",
      counterSign: true,
      signers: "any",
      expiryDays: 14,
      content: { text: "# Loan\n\nOtherwise." },
    },
  });
  expect(calls.map(({ path }) => path.split("/").at(-1))).toEqual(["preview", "preview", "preview", "custom"]);
});

test("a text that cannot become a PDF says in which line, and cannot be sent", async () => {
  answer = () => ({ faults: [{ code: "missingGlyph", line: 3, what: "字" }], pdf: null });
  await showForm();
  await write();
  await preview().click();
  const fault = `${t("contracts.fault.line", { line: 3 })}: ${t("contracts.fault.missingGlyph", { what: "字" })}`;
  await expect.element(page.getByText(fault)).toBeVisible();
  await expect.element(send()).not.toBeInTheDocument();
});

test("a refusal keeps the text; of changed data the preview is over and must be seen again", async () => {
  await showForm();
  await write();
  await preview().click();
  await expect.element(send()).toBeVisible();
  answer = () => refuse(400, { code: "forbidden" });
  await send().click();
  await expect.element(page.getByText(t("error.forbidden"))).toBeVisible();
  await expect.element(text()).toHaveValue("# Loan\n\nAs agreed.");
  await expect.element(send()).toBeVisible();
  answer = () => refuse(409, { code: "textChanged" });
  await send().click();
  await expect.element(page.getByText(t("error.textChanged"))).toBeVisible();
  await expect.element(send()).not.toBeInTheDocument();
  await expect.element(text()).toHaveValue("# Loan\n\nAs agreed.");
  expect(onSent).not.toHaveBeenCalled();
});

test("only a company's contract asks who signs", async () => {
  const signers = page.getByRole("combobox", { name: t("admin.contracts.options.signers") });
  await showForm();
  await expect.element(name()).toBeVisible();
  await expect.element(signers).not.toBeInTheDocument();
  await showForm("company");
  await signers.selectOptions("two");
  await write();
  await preview().click();
  await send().click();
  await expect.poll(() => calls.at(-1)).toMatchObject({ path: "/contract/company/4/custom", body: { signers: "two" } });
});
