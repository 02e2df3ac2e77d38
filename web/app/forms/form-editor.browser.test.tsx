/** Filling a form in by hand: its steps by keyboard, conditional fields, saving beside another device, remarks, sending. */
import type { Form } from "@portico/api/forms/drafts.ts";
import { fieldKey, groupKey, inconsistencyKey, stepKey } from "@portico/api/forms/text-keys.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { closeConfirmation } from "../shell/dialogs/confirmation.ts";
import { ConfirmationHost } from "../shell/dialogs/confirmation-host.tsx";
import { formText } from "../shell/form-text.ts";
import { answerCalls, type Call, refuse, showPage } from "../shell/testing/answer-calls.tsx";
import { signedIn, signedOut } from "../shell/testing/signed-in.ts";
import { t } from "../ui/testing/show.tsx";
import { FormEditor } from "./form-editor.tsx";
import { computed, countries, formOf, identity } from "./testing/form-of.tsx";

interface Body {
  version: number;
  changes: { step: string; field: string; value: unknown }[];
  currentStep?: string;
}
let calls: Call[];
/** What a save is answered with besides its version, and the refusals before, in turn. */
let merged: object;
let refusals: Response[];
let checked: { faults: object[]; inconsistencies: object[] };
const onSent = vi.fn();

beforeEach(async () => {
  await signedIn();
  onSent.mockClear();
  merged = {};
  refusals = [];
  checked = { faults: [], inconsistencies: [] };
  let version = 1;
  calls = answerCalls(({ method, path }) => {
    if (path.startsWith("/countr")) return { countries };
    if (path.endsWith("/persons-data")) return [];
    if (path.endsWith("/check")) return { ...checked, computed };
    if (path.endsWith("/snapshot")) return { revision: 1, state: "pendingKYC" };
    if (method !== "PATCH") return {};
    const refusal = refusals.shift();
    if (refusal) return refusal;
    version += 1;
    const more = merged;
    merged = {};
    return { version, changed_at: "2026-11-20T10:00:00.000Z", ...more };
  });
});
afterEach(async () => {
  closeConfirmation();
  await signedOut();
  vi.unstubAllGlobals();
});

const showForm = (form: Form = formOf(), { step, state = form.state }: { step?: string; state?: Form["state"] } = {}) =>
  showPage(
    <>
      <FormEditor
        holder={{ holderType: "user", holderId: 4 }}
        type="KYC"
        form={form}
        state={state}
        onSent={onSent}
        again={() => undefined}
      />
      <ConfirmationHost />
    </>,
    { path: "/en/form/KYC", at: `/en/form/KYC${step ? `?step=${step}` : ""}` },
  );
const field = (name: string) => page.getByRole("textbox", { name: new RegExp(`^${formText(t, fieldKey({ name }))}`) });
const heading = (step: string) => page.getByRole("heading", { name: formText(t, stepKey("KYC", step)), level: 2 });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const inList = (step: string) =>
  page
    .getByRole("navigation", { name: t("forms.page.steps") })
    .getByRole("button", { name: new RegExp(formText(t, stepKey("KYC", step))) });
const saves = () => calls.filter(({ method }) => method === "PATCH").map(({ body }) => body as Body);
const changes = () => saves().flatMap((save) => save.changes);
const saved = () => page.getByText(t("forms.save.saved"));

test("Enter stops at the first missing answer once, says how many there are, and then leads on", async () => {
  const { address } = await showForm();
  await field("firstName").fill("Ivan");
  // Nothing is said to be missing before the step is left.
  await field("lastName").click();
  await field("firstName").click();
  await expect.element(field("lastName")).not.toHaveAttribute("aria-invalid", "true");
  await userEvent.keyboard("{Enter}");
  await expect.element(field("lastName")).toHaveFocus();
  await expect.element(field("lastName")).toHaveAccessibleDescription(new RegExp(t("field.required")));
  await expect.element(page.getByText(t("forms.page.missing", { count: 5 }))).toBeVisible();
  button(t("forms.page.anyway")).element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(heading("nationalIdentifier")).toHaveFocus();
  expect(address()).toBe("/en/form/KYC?step=nationalIdentifier");
  await expect.poll(() => saves().at(-1)?.currentStep).toBe("nationalIdentifier");
});

test("a step without faults leads on at once; the list of steps and the button back lead anywhere", async () => {
  await showForm(formOf({ form_data: { identity } }));
  await expect.element(heading("identity")).toBeVisible();
  await expect.element(heading("identity")).not.toHaveFocus();
  await button(t("forms.page.next")).click();
  await expect.element(heading("nationalIdentifier")).toHaveFocus();
  inList("contact").element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(heading("contact")).toHaveFocus();
  await expect.element(inList("contact")).toHaveAttribute("aria-current", "step");
  await button(t("forms.page.back")).click();
  await expect.element(heading("document")).toHaveFocus();
});

test("a step that was left by the list says what it lacks when it is opened again", async () => {
  await showForm();
  await expect.element(field("lastName")).not.toHaveAttribute("aria-invalid", "true");
  await inList("contact").click();
  await expect.element(heading("contact")).toHaveFocus();
  await inList("identity").click();
  await expect.element(field("lastName")).toHaveAttribute("aria-invalid", "true");
});

test("a field is asked under its condition alone, and keeps its answer meanwhile", async () => {
  await showForm(formOf(), { step: "contact" });
  const elsewhere = page.getByRole("radiogroup", { name: formText(t, fieldKey({ name: "mailingElsewhere" })) });
  const yes = elsewhere.getByRole("radio", { name: t("forms.word.yes") });
  const no = elsewhere.getByRole("radio", { name: t("forms.word.no") });
  await expect.element(yes).toBeVisible();
  // Named as the fields of the residence.
  const mailing = page.getByRole("region", { name: formText(t, groupKey("mailing")) });
  await expect.element(mailing).not.toBeInTheDocument();
  await yes.click();
  await mailing.getByRole("textbox").first().fill("ul. Dluga 1");
  await no.click();
  await expect.element(mailing).not.toBeInTheDocument();
  await yes.click();
  await expect.element(mailing.getByRole("textbox").first()).toHaveValue("ul. Dluga 1");
});

test("what is typed is saved by field, on the version that was read", async () => {
  await showForm();
  await field("firstName").fill("Ivan");
  await expect.element(saved()).toBeVisible();
  await field("lastName").fill("Petrov");
  await expect.poll(() => saves().length).toBe(2);
  await expect.element(saved()).toBeVisible();
  expect(saves()).toEqual([
    { version: 1, changes: [{ step: "identity", field: "firstName", value: "Ivan" }] },
    { version: 2, changes: [{ step: "identity", field: "lastName", value: "Petrov" }] },
  ]);
});

test("another device's answers are shown and named; where both changed one, this device's stays", async () => {
  await showForm(formOf({ form_data: { identity: { birthPlace: "Plovdiv" } } }));
  merged = {
    form_data: { identity: { firstName: "Ivan", birthPlace: "Sofia" } },
    replaced: { identity: { firstName: "Jan" } },
  };
  await field("firstName").fill("Ivan");
  await expect.element(field("birthPlace")).toHaveValue("Sofia");
  await expect.element(field("firstName")).toHaveValue("Ivan");
  const names = { of: (name: string) => ({ fields: formText(t, fieldKey({ name })) }) };
  await expect.element(page.getByText(t("forms.save.merged", names.of("birthPlace")))).toBeVisible();
  await expect.element(page.getByText(t("forms.save.overwritten", names.of("firstName")))).toBeVisible();
  await button(t("forms.save.dismiss")).click();
  await expect.element(page.getByText(t("forms.save.merged", names.of("birthPlace")))).not.toBeInTheDocument();
});

test.each([
  ["stateConflict", "forms.save.closed"],
  ["notFound", "forms.save.gone"],
] as const)("%s: what is typed stays on the page, and can be kept", async (code, title) => {
  refusals = [refuse(code === "notFound" ? 404 : 409, { code })];
  await showForm();
  await field("firstName").fill("Ivan");
  await expect.element(page.getByText(t(title))).toBeVisible();
  await expect.element(field("firstName")).toHaveValue("Ivan");
  await expect.element(button(t("forms.save.download"))).toBeVisible();
});

test("a refused save says so, and the next one brings everything", async () => {
  refusals = [refuse(400, { code: "badInput" })];
  await showForm();
  await field("firstName").fill("Ivan");
  await expect.element(page.getByText(t("forms.save.failed"))).toBeVisible();
  await field("lastName").fill("Petrov");
  await expect.element(saved()).toBeVisible();
  expect(
    saves()
      .at(-1)
      ?.changes.map(({ field: name }) => name),
  ).toEqual(["firstName", "lastName"]);
});

const returned = formOf({
  state: "returnedKYC",
  reason: "Please look at the address.",
  form_data: { identity, contact: { residenceCity: "Sofia" } },
  accepted: ["identity"],
  // Where they stopped before it was returned.
  draft: { version: 1, based_on: 1, renew: null, current_step: "bank", changed_at: "2026-11-20T09:00:00.000Z" },
  remarks: [{ path: "contact.residenceCity", text: "Which district?", said: "Sofia" }],
});

test("a returned form opens at its remark; once that answer is another, nothing is left to answer", async () => {
  await showForm(returned);
  await expect.element(heading("contact")).toBeVisible();
  await expect.element(page.getByText("Please look at the address.")).toBeVisible();
  await expect.element(page.getByText("Which district?")).toBeVisible();
  await expect.element(page.getByText(t("forms.page.returned", { count: 1 }))).toBeVisible();
  await expect.element(inList("contact")).toMatchTextContent(t("forms.page.remarkShort"));
  await field("residenceCity").fill("Sofia ");
  await expect.element(page.getByText(t("forms.page.returned", { count: 1 }))).toBeVisible();
  await field("residenceCity").fill("Sofia, Lozenets");
  await expect.element(page.getByText(t("forms.page.allAnswered"))).toBeVisible();
  await expect.element(inList("contact")).not.toMatchTextContent(t("forms.page.remarkShort"));
});

test("an accepted step is read, not changed", async () => {
  await showForm(returned, { step: "identity" });
  await expect.element(heading("identity")).toBeVisible();
  await expect.element(page.getByText("Petrov")).toBeVisible();
  await expect.element(field("lastName")).not.toBeInTheDocument();
  await expect.element(inList("identity")).toMatchTextContent(t("forms.page.acceptedShort"));
});

test("what is missing leads to its step, and nothing can be sent meanwhile", async () => {
  checked = { faults: [{ path: "contact.phone", code: "required" }], inconsistencies: [] };
  await showForm(formOf({ form_data: { identity } }), { step: "lastLook" });
  const contact = t("forms.page.missingIn", { step: formText(t, stepKey("KYC", "contact")), count: 1 });
  await expect.element(button(contact)).toBeVisible();
  await expect.element(button(t("forms.page.send"))).toBeDisabled();
  await button(contact).click();
  await expect.element(heading("contact")).toHaveFocus();
});

test("explanations are saved before the form is sent, on the version that has them; unanswered remarks are named", async () => {
  checked = { faults: [], inconsistencies: [{ code: "retiredYoung", paths: ["work.employment"] }] };
  await showForm(returned, { step: "lastLook" });
  await page.getByRole("textbox", { name: formText(t, inconsistencyKey("retiredYoung")) }).fill("Early pension");
  await expect.element(button(t("forms.page.send"))).toBeEnabled();
  await button(t("forms.page.send")).click();
  const question = page.getByRole("dialog", { name: t("forms.page.sendTitle") });
  await expect.element(question).toMatchTextContent("Which district?");
  expect(onSent).not.toHaveBeenCalled();
  await question.getByRole("button", { name: t("forms.page.send"), exact: true }).click();
  await expect.poll(() => onSent.mock.calls.length).toBe(1);
  expect(changes()).toEqual([{ step: "lastLook", field: "retiredYoung", value: "Early pension" }]);
  const at = calls.findIndex(({ path }) => path.endsWith("/snapshot"));
  expect(calls[at]?.body).toEqual({ version: 2, language: "en" });
  expect(calls.findIndex(({ method }) => method === "PATCH")).toBeLessThan(at);
});
