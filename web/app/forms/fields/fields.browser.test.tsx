/** The fields of a form by hand: amounts, days, persons, entries, choices, texts to agree to. */
import type { Field } from "@portico/api/forms/field.ts";
import { firstSettled } from "@portico/api/forms/settled.ts";
import { fieldKey } from "@portico/api/forms/text-keys.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { formText } from "../../shell/form-text.ts";
import { answerCalls, showPage } from "../../shell/testing/answer-calls.tsx";
import { signedIn, signedOut } from "../../shell/testing/signed-in.ts";
import { t } from "../../ui/testing/show.tsx";
import { countries, OneField } from "../testing/form-of.tsx";

const onValue = vi.fn<(value: unknown) => void>();
const value = () => onValue.mock.lastCall?.[0];

beforeEach(async () => {
  await signedIn();
  onValue.mockClear();
  answerCalls(({ path }) =>
    path.startsWith("/countr")
      ? { countries }
      : [{ from: "Oak", answers: { id: "x", firstName: "Vera", lastName: "Koleva", secret: "no" } }],
  );
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await signedOut();
});

type More = Partial<Parameters<typeof OneField>[0]>;
const showField = (field: Field, more: More = {}) => showPage(<OneField field={field} onValue={onValue} {...more} />);
const nameOf = (field: { name: string }) => formText(t, fieldKey(field));
const box = (name: string) => page.getByRole("textbox", { name });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const leave = () => button("after").click();

const limit = { kind: "amount", name: "limitAmount" } as const satisfies Field;
test.each([
  ["1,000.5", "1000.5"],
  ["1 000", "1000"],
  ["12,5", "12.5"],
  ["1500,500", "1500,500"],
  ["abc", "abc"],
])("an amount typed as %s is %s once its field is left", async (typed, kept) => {
  const touch = vi.fn();
  await showField(limit, { touch });
  await box(nameOf(limit)).fill(typed);
  expect(value()).toBe(typed);
  expect(touch).not.toHaveBeenCalled();
  await leave();
  await expect.element(box(nameOf(limit))).toHaveValue(kept);
  expect(value()).toBe(kept);
  expect(touch).toHaveBeenCalledWith("trial.limitAmount");
});

const birth = { kind: "date", name: "birthDate" } as const satisfies Field;
const part = (of: "day" | "month" | "year") => box(`${nameOf(birth)}: ${t(`forms.date.${of}`)}`);

test("a day is typed through its boxes, and back; it is never guessed", async () => {
  await showField(birth);
  await part("day").click();
  await userEvent.keyboard("01051980");
  await expect.element(part("day")).toHaveValue("01");
  await expect.element(part("month")).toHaveValue("05");
  await expect.element(part("year")).toHaveValue("1980");
  await expect.element(part("year")).toHaveFocus();
  expect(value()).toBe("1980-05-01");
  await part("month").fill("");
  expect(value()).toBe("1980--01");
  await part("month").click();
  await userEvent.keyboard("{Backspace}");
  await expect.element(part("day")).toHaveFocus();
  await part("day").fill("");
  await part("year").fill("");
  expect(value()).toBe("");
});

test("a pasted day fills all boxes", async () => {
  await showField(birth);
  const data = new DataTransfer();
  data.setData("text", "1.5.1980");
  const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
  expect(part("day").element().dispatchEvent(event)).toBe(false);
  await expect.element(part("year")).toHaveValue("1980");
  expect(value()).toBe("1980-05-01");
});

test("persons are ticked by their ids; one whose entry is gone is said to be, until it is unticked", async () => {
  const touch = vi.fn();
  const field = {
    kind: "persons",
    name: "jointlyWith",
    persons: () => [
      { ids: ["a", "a2"], name: "Ivan Petrov" },
      { ids: ["b"], name: "Vera Koleva" },
    ],
  } as const satisfies Field;
  await showField(field, { first: ["gone", "a"], touch });
  const person = (name: string) => page.getByRole("checkbox", { name });
  await expect.element(person("Ivan Petrov")).toBeChecked();
  await expect.element(person("Vera Koleva")).not.toBeChecked();
  await expect.element(person(t("forms.persons.gone"))).toBeChecked();
  await person("Vera Koleva").click();
  expect(value()).toEqual(["gone", "a", "b"]);
  expect(touch).toHaveBeenCalledWith("trial.jointlyWith");
  await person(t("forms.persons.gone")).click();
  expect(value()).toEqual(["a", "b"]);
  await expect.element(person(t("forms.persons.gone"))).not.toBeInTheDocument();
});

const people = {
  kind: "list",
  name: "representatives",
  persons: true,
  max: 3,
  fields: [
    { kind: "text", name: "firstName" },
    { kind: "text", name: "lastName" },
  ],
} as const satisfies Field;
const entries = [
  { id: "a", firstName: "Ivan", lastName: "Petrov" },
  { id: "b", firstName: "Anna", lastName: "Petrova" },
];

test("an entry is added with the focus in it, and no more than fit", async () => {
  await showField(people, { first: entries });
  await button(t("forms.list.add")).click();
  await expect.element(box(nameOf({ name: "firstName" })).nth(2)).toHaveFocus();
  await userEvent.keyboard("Vera");
  expect(value()).toEqual([...entries, { id: expect.any(String), firstName: "Vera" }]);
  await expect.element(button(t("forms.list.add"))).not.toBeInTheDocument();
});

test("a removed entry comes back to its place", async () => {
  await showField(people, { first: entries });
  await button(t("forms.list.remove")).first().click();
  expect(value()).toEqual([entries[1]]);
  await expect.element(button(t("forms.list.undo"))).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(value()).toEqual(entries);
  await expect.element(box(nameOf({ name: "firstName" })).first()).toHaveFocus();
  await expect.element(button(t("forms.list.undo"))).not.toBeInTheDocument();
});

test("a person known from elsewhere is taken with what is asked here alone, and not offered twice", async () => {
  await showField(people, { first: [] });
  await button(t("forms.list.known")).click();
  await page.getByRole("menuitem", { name: /Vera Koleva/ }).click();
  expect(value()).toEqual([{ id: expect.not.stringMatching(/^x$/), firstName: "Vera", lastName: "Koleva" }]);
  await expect.element(button(t("forms.list.known"))).not.toBeInTheDocument();
});

test("an answer of yes or no is one, and may be taken back only where it is optional", async () => {
  const field = { kind: "yesNo", name: "mailingElsewhere" } as const satisfies Field;
  await showField(field);
  await expect.element(button(t("forms.page.unset"))).not.toBeInTheDocument();
  await page.getByRole("radio", { name: t("forms.word.no") }).click();
  expect(value()).toBe(false);
  await button(t("forms.page.unset")).click();
  expect(value()).toBe(null);
  await expect.element(page.getByRole("radio", { name: t("forms.word.no") })).not.toBeChecked();
  await showField({ ...field, required: true }, { first: true });
  await expect.element(page.getByRole("radio", { name: t("forms.word.yes") })).toBeChecked();
  await expect.element(button(t("forms.page.unset"))).not.toBeInTheDocument();
});

test("agreeing keeps the version that was read; a newer text is not agreed to yet", async () => {
  const words = (text: string) => ({ bg: text, en: text, pl: text });
  const settled = {
    ...firstSettled,
    texts: [
      { name: "terms", version: 1, words: words("Old terms") },
      { name: "terms", version: 2, words: words("New terms") },
    ],
  };
  const field = { kind: "agreement", name: "terms", required: true } as const satisfies Field;
  await showField(field, { settled, first: 1 });
  const agree = page.getByRole("checkbox", { name: "New terms" });
  await expect.element(agree).not.toBeChecked();
  await agree.click();
  expect(value()).toBe(2);
  await expect.element(agree).toBeChecked();
  await agree.click();
  expect(value()).toBe(false);
});

test("countries are added one by one and removed", async () => {
  const field = { kind: "countries", name: "nationalities" } as const satisfies Field;
  await showField(field, { first: ["PL"] });
  const chooser = page.getByRole("combobox", { name: nameOf(field) });
  await expect.element(button(t("forms.removeCountry", { name: "Poland" }))).toBeVisible();
  await expect.element(chooser.getByRole("option", { name: "Poland" })).not.toBeInTheDocument();
  await chooser.selectOptions("BG");
  expect(value()).toEqual(["PL", "BG"]);
  await button(t("forms.removeCountry", { name: "Poland" })).click();
  expect(value()).toEqual(["BG"]);
  await expect.element(chooser).toHaveFocus();
});

test("a remark and a fault stand at their field", async () => {
  await showField(
    { kind: "text", name: "sector", required: true },
    {
      remarksAt: (path) => (path === "trial.sector" ? ["Which one?"] : []),
      faultAt: (path) => (path === "trial.sector" ? "required" : undefined),
    },
  );
  await expect.element(page.getByText("Which one?")).toBeVisible();
  await expect.element(page.getByRole("textbox")).toHaveAccessibleDescription(new RegExp(t("field.required")));
});
