/** The owners of a company by hand: shares through companies, the drawing, and who answers more questions. */
import type { Field, OwnershipAnswers } from "@portico/api/forms/field.ts";
import { fieldKey } from "@portico/api/forms/text-keys.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { formText } from "../../shell/form-text.ts";
import { answerCalls, showPage } from "../../shell/testing/answer-calls.tsx";
import { signedIn, signedOut } from "../../shell/testing/signed-in.ts";
import { t } from "../../ui/testing/show.tsx";
import { OneField } from "../testing/form-of.tsx";

const field = {
  kind: "ownership",
  name: "owners",
  fields: [{ kind: "text", name: "birthPlace" }],
} as const satisfies Field;
const form = { entity: { legalName: "Oak OOD" } };
const onValue = vi.fn<(value: unknown) => void>();
const graph = () => onValue.mock.lastCall?.[0] as OwnershipAnswers;

beforeEach(async () => {
  await signedIn();
  onValue.mockClear();
  answerCalls(() => []);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await signedOut();
});

type Faults = Parameters<typeof OneField>[0]["faultAt"];
const showOwners = (first?: OwnershipAnswers, faultAt?: Faults) =>
  showPage(
    <OneField
      field={field}
      type="companyKYC"
      form={form}
      onValue={onValue}
      first={first}
      {...(faultAt && { faultAt })}
    />,
  );
const button = (name: string) => page.getByRole("button", { name, exact: true });
const share = () => page.getByRole("textbox", { name: t("forms.owners.percent") });
const details = () => page.getByRole("textbox", { name: formText(t, fieldKey({ name: "birthPlace" })) });
const drawing = () => page.getByRole("img", { name: /./ });
const drawn = () => [...drawing().element().querySelectorAll("text")].map(({ textContent }) => textContent);

const person = (id: string, name: string) => ({ id, kind: "person", name }) as const;
const company = (id: string, name: string) => ({ id, kind: "company", name }) as const;
const edge = (owner: string, owned: string, percent: string) => ({ owner, owned, percent });

test("an owner is added with the focus at the name, drawn with the share, and asked more from the threshold on", async () => {
  await showOwners();
  await button(t("forms.owners.addPerson")).click();
  await expect.element(page.getByRole("textbox", { name: t("forms.owners.personName") })).toHaveFocus();
  await userEvent.keyboard("Ivan Petrov");
  await share().fill("24.9");
  await expect.element(details()).not.toBeInTheDocument();
  await share().fill("25");
  await expect.element(details()).toBeVisible();
  await details().fill("Sofia");
  const [node] = graph().nodes;
  expect(node).toEqual({
    id: expect.any(String),
    kind: "person",
    name: "Ivan Petrov",
    details: { birthPlace: "Sofia" },
  });
  expect(graph().edges).toEqual([edge(node?.id ?? "", "company", "25")]);
  expect(drawn()).toEqual(
    expect.arrayContaining(["Oak OOD", "Ivan Petrov", "25%", t("forms.owners.indirect", { percent: "25" })]),
  );
});

test("a share through a company counts as the product, and the rest is said to be unknown", async () => {
  await showOwners({
    nodes: [company("h", "Holding"), person("p", "Ivan Petrov")],
    edges: [edge("h", "company", "60"), edge("p", "h", "50")],
  });
  expect(drawn()).toEqual(expect.arrayContaining(["60%", "50%", t("forms.owners.indirect", { percent: "30" })]));
  await expect.element(page.getByText(t("forms.owners.unknown", { percent: "70" }))).toBeVisible();
  await expect.element(page.getByText(t("forms.owners.beneficial"))).toBeVisible();
  await expect.element(details()).toBeVisible();
  // What is drawn above stands higher.
  const place = (name: string) =>
    Number(
      [...drawing().element().querySelectorAll("text")].find((text) => text.textContent === name)?.getAttribute("y"),
    );
  expect(place("Ivan Petrov")).toBeLessThan(place("Holding"));
  expect(place("Holding")).toBeLessThan(place("Oak OOD"));
});

test("nobody owns themselves, or through a person", async () => {
  await showOwners({
    nodes: [company("h", "Holding"), person("p", "Ivan Petrov")],
    edges: [edge("h", "company", "60"), edge("p", "h", "50")],
  });
  const owned = page.getByRole("combobox", { name: t("forms.owners.owns") });
  const offered = (at: number) => [...(owned.nth(at).element() as HTMLSelectElement).options].map(({ text }) => text);
  await expect.element(owned.first()).toBeVisible();
  expect(offered(0)).toEqual(["Oak OOD"]);
  expect(offered(1)).toEqual(["Oak OOD", "Holding"]);
});

test("more than a hundred percent is said at the company at once, and marks the shares", async () => {
  await showOwners({
    nodes: [person("p", "Ivan Petrov"), person("q", "Vera Koleva")],
    edges: [edge("p", "company", "60"), edge("q", "company", "30")],
  });
  const tooMuch = (percent: string) => page.getByText(t("forms.owners.tooMuch", { name: "Oak OOD", percent }));
  await share().nth(1).fill("50");
  await expect.element(tooMuch("110")).toBeVisible();
  await expect.element(share().first()).toHaveAttribute("aria-invalid", "true");
  await expect.element(page.getByText(t("forms.owners.beneficial"))).not.toBeInTheDocument();
  await share().nth(1).fill("40");
  await expect.element(tooMuch("110")).not.toBeInTheDocument();
  await expect.element(share().first()).not.toHaveAttribute("aria-invalid", "true");
});

test("who controls by other means is asked more whatever the share, until the control is taken back", async () => {
  await showOwners({ nodes: [person("p", "Ivan Petrov")], edges: [edge("p", "company", "5")] });
  const control = page.getByRole("combobox", { name: t("forms.owners.control") });
  await expect.element(details()).not.toBeInTheDocument();
  await control.selectOptions("votes");
  await expect.element(details()).toBeVisible();
  expect(graph().edges).toEqual([{ ...edge("p", "company", "5"), control: "votes" }]);
  await control.selectOptions("");
  await expect.element(details()).not.toBeInTheDocument();
  expect(graph().edges).toEqual([edge("p", "company", "5")]);
});

test("a removed owner takes its shares along, those in it too, and the focus stays in the field", async () => {
  await showOwners({
    nodes: [company("h", "Holding"), person("p", "Ivan Petrov")],
    edges: [edge("h", "company", "60"), edge("p", "h", "50"), edge("p", "company", "10")],
  });
  await button(t("forms.list.remove")).first().click();
  expect(graph()).toEqual({ nodes: [person("p", "Ivan Petrov")], edges: [edge("p", "company", "10")] });
  await expect.element(button(t("forms.owners.addPerson"))).toHaveFocus();
});

test("an owner has several shares, each of which can go but the last", async () => {
  await showOwners({
    nodes: [company("h", "Holding"), person("p", "Ivan Petrov")],
    edges: [edge("h", "company", "60"), edge("p", "h", "50")],
  });
  await expect.element(button(t("forms.owners.removeShare"))).not.toBeInTheDocument();
  await button(t("forms.owners.addShare")).nth(1).click();
  await expect.element(page.getByRole("combobox", { name: t("forms.owners.owns") }).nth(2)).toHaveFocus();
  await share().nth(2).fill("10");
  expect(graph().edges).toEqual([edge("h", "company", "60"), edge("p", "h", "50"), edge("p", "company", "10")]);
  await button(t("forms.owners.removeShare")).first().click();
  expect(graph().edges).toEqual([edge("h", "company", "60"), edge("p", "company", "10")]);
});

test("a fault stands at its owner, a missing share at the share", async () => {
  const faults: Record<string, "required" | "ownershipCircle"> = {
    "trial.owners.p": "required",
    "trial.owners.p.name": "required",
    "trial.owners.h": "ownershipCircle",
  };
  await showOwners(
    {
      nodes: [company("h", "Holding"), person("p", "")],
      edges: [edge("h", "company", "60"), edge("p", "h", "")],
    },
    (path) => faults[path],
  );
  await expect
    .element(page.getByRole("textbox", { name: t("forms.owners.personName") }))
    .toHaveAccessibleDescription(new RegExp(t("field.required")));
  await expect.element(share().nth(1)).toHaveAccessibleDescription(new RegExp(t("field.required")));
  await expect.element(page.getByText(t("field.ownershipCircle"))).toBeVisible();
});
