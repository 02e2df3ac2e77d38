/** The editor of a template: its fields, its texts by language, and what keeps a draft from being saved. */
import type { TemplateContent, TemplateVersion } from "@portico/api/contracts/shapes.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { closeConfirmation } from "../../shell/dialogs/confirmation.ts";
import { ConfirmationHost } from "../../shell/dialogs/confirmation-host.tsx";
import { answerCalls, type Call, showPage } from "../../shell/testing/answer-calls.tsx";
import { signedIn, signedOut } from "../../shell/testing/signed-in.ts";
import { t } from "../../ui/testing/show.tsx";
import { TemplateEditor } from "./template-editor.tsx";
import { TemplateForm } from "./template-form.tsx";

const inAll = (text: string) => ({ bg: text, en: text, pl: text });
const content: TemplateContent = {
  name: inAll("Mandate"),
  text: { bg: "", en: "# Mandate\nof {{holder.name}}\nand more", pl: "" },
  fields: [{ id: "sum", name: inAll("Sum"), kind: "amount", currency: "EUR", filledBy: "staff" }],
  for: "both",
  counterSign: true,
  signers: "any",
  expiryDays: 30,
  reminderDays: [7, 1],
  clientsPropose: false,
};
const draft: TemplateVersion = {
  type: "mandate",
  version: 2,
  state: "draft",
  edit: 5,
  content,
  changed_at: "2026-11-20T09:00:00.000Z",
  changed_by: "Olga Office",
};
let calls: Call[];
let faults: object[];

beforeEach(async () => {
  await signedIn({ id: 2, role: "office" });
  faults = [];
  calls = answerCalls(({ path }) =>
    path === "/contract/placeholders"
      ? [{ name: "holder.name", group: "holder", label: inAll("Name") }]
      : { ...draft, edit: 6, faults },
  );
});
afterEach(async () => {
  closeConfirmation();
  vi.unstubAllGlobals();
  await signedOut();
});

const onChanged = vi.fn();
const showForm = (canWrite = true) =>
  showPage(
    <TemplateForm
      type="mandate"
      open={draft}
      begin={undefined}
      draft={draft}
      canWrite={canWrite}
      onChanged={onChanged}
    />,
  );
const textIn = (language: "bg" | "en" | "pl") =>
  page.getByRole("textbox", { name: t("admin.templates.textIn", { language: t(`shell.language.${language}`) }) });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const save = () => button(t("admin.draft.save"));
const saved = () =>
  calls.filter(({ method }) => method === "POST").map(({ body }) => body as { content: TemplateContent });
const fieldId = (at: number) => page.getByRole("textbox", { name: t("admin.templates.fieldId") }).nth(at);

test("only what changed can be saved, with the edit that was read; discarding brings the stored text back", async () => {
  await showForm();
  await expect.element(save()).toBeDisabled();
  await textIn("en").fill("Other");
  await expect.poll(() => onChanged.mock.lastCall).toEqual([true]);
  await button(t("admin.draft.discard")).click();
  await expect.element(textIn("en")).toHaveValue(content.text.en);
  await expect.element(save()).toBeDisabled();
  await textIn("en").fill("# Other");
  await save().click();
  await expect.poll(saved).toEqual([{ content: { ...content, text: { ...content.text, en: "# Other" } }, edit: 5 }]);
});

test("a new field must have a name of its own; a removed one is gone", async () => {
  await showForm();
  await button(t("admin.templates.addField")).click();
  await fieldId(1).fill("Sum 2");
  await save().click();
  await expect.element(fieldId(1)).toHaveAccessibleDescription(new RegExp(t("admin.templates.fieldIdWrong")));
  await expect.element(page.getByText(t("admin.templates.toCorrect"))).toBeVisible();
  await fieldId(1).fill("sum");
  await save().click();
  await expect.element(fieldId(1)).toHaveAccessibleDescription(new RegExp(t("admin.templates.fieldTwice")));
  expect(saved()).toEqual([]);
  expect(page.getByRole("button", { name: /^field\.sum/ }).elements()).toHaveLength(1);
  await button(t("admin.templates.removeField")).first().click();
  await expect.element(fieldId(0)).toHaveValue("sum");
  for (const language of ["bg", "en", "pl"] as const)
    await page
      .getByRole("textbox", { name: t("admin.templates.nameIn", { language: t(`shell.language.${language}`) }) })
      .nth(1)
      .fill("Total");
  await save().click();
  await expect
    .poll(() => saved()[0]?.content.fields)
    .toEqual([{ id: "sum", name: inAll("Total"), kind: "text", filledBy: "staff" }]);
});

test("only an amount has a currency: another kind takes it away", async () => {
  await showForm();
  const currency = page.getByRole("combobox", { name: t("admin.templates.currency") });
  await expect.element(currency).toHaveValue("EUR");
  await page.getByRole("combobox", { name: t("admin.templates.fieldKind") }).selectOptions("number");
  await expect.element(currency).not.toBeInTheDocument();
  await save().click();
  await expect
    .poll(() => saved()[0]?.content.fields)
    .toEqual([{ id: "sum", name: inAll("Sum"), kind: "number", filledBy: "staff" }]);
});

test("each language has its text; a placeholder comes where the cursor is", async () => {
  await showForm();
  await page.getByRole("button", { name: /^holder\.name/ }).click();
  const area = textIn("en").element() as HTMLTextAreaElement;
  await expect.element(textIn("en")).toHaveFocus();
  expect(area.value).toContain("{{holder.name}}");
  await button(t("admin.draft.discard")).click();
  area.setSelectionRange(2, 9);
  await page.getByRole("button", { name: /^field\.sum/ }).click();
  await expect.element(textIn("en")).toHaveValue("# {{field.sum}}\nof {{holder.name}}\nand more");
  await page.getByText(t("shell.language.pl"), { exact: true }).first().click();
  await textIn("pl").fill("Umowa");
  await save().click();
  await expect
    .poll(() => saved()[0]?.content.text)
    .toEqual({ bg: "", en: "# {{field.sum}}\nof {{holder.name}}\nand more", pl: "Umowa" });
});

test("a fault of the saved text leads to its language and line", async () => {
  faults = [{ language: "en", code: "missingValue", line: 2, what: "holder.name" }];
  await showForm();
  await page.getByRole("textbox", { name: t("admin.contracts.options.expiryDays") }).fill("14");
  await save().click();
  const fault = page.getByRole("button", { name: new RegExp(t("contracts.fault.line", { line: 2 })) });
  await fault.click();
  const area = textIn("en").element() as HTMLTextAreaElement;
  await expect.element(textIn("en")).toHaveFocus();
  await expect.poll(() => area.value.slice(area.selectionStart, area.selectionEnd)).toBe("of {{holder.name}}");
});

test("who may not write reads", async () => {
  await showForm(false);
  await expect
    .element(
      page
        .getByRole("term")
        .filter({ hasText: t("admin.templates.fieldKind") })
        .first(),
    )
    .toBeVisible();
  await expect.element(textIn("en")).not.toBeInTheDocument();
  await expect.element(page.getByRole("combobox", { name: t("admin.templates.fieldKind") })).not.toBeInTheDocument();
  for (const name of [t("admin.draft.save"), t("admin.templates.addField"), t("admin.templates.removeField")])
    await expect.element(button(name)).not.toBeInTheDocument();
});

test("what is put into use is what was saved: not while something is changed, and after a question", async () => {
  const inUse = { ...draft, version: 1, edit: 3, state: "inUse" as const };
  await showPage(
    <>
      <TemplateEditor
        begin={undefined}
        type="mandate"
        versions={[draft, { ...inUse, content: { ...content, text: inAll("Before") } }]}
      />
      <ConfirmationHost />
    </>,
  );
  const use = button(t("admin.templates.use.action"));
  await expect.element(use).toBeEnabled();
  await textIn("en").fill("Other");
  await expect.element(use).toBeDisabled();
  await button(t("admin.draft.discard")).click();
  await use.click();
  const question = page.getByRole("dialog", { name: t("admin.templates.use.title", { version: 2 }) });
  // What changes for clients.
  await expect.element(question).toMatchTextContent("Before");
  expect(saved()).toEqual([]);
  await question.getByRole("button", { name: t("admin.templates.use.action"), exact: true }).click();
  await expect
    .poll(() => calls.filter(({ method }) => method === "POST").map(({ path, body }) => [path, body]))
    .toEqual([["/contract/templates/mandate/use", { version: 2, edit: 5 }]]);
});
