/** Choosing definitions to compare: three at most, as an address that a link keeps. */
import type { DefinitionCard } from "@portico/api/funds.ts";
import { useLocation } from "react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show, t } from "../ui/testing/show.tsx";
import { DefinitionList } from "./definition-list.tsx";

const texts = (text: string) => ({ bg: text, en: text, pl: text });
const definitions = ["Calm", "Steady", "Growth", "Bold"].map(
  (name, index): DefinitionCard => ({
    id: index + 1,
    order: index,
    featured: index === 0,
    name: texts(name),
    summary: texts(`About ${name}`),
    goal: texts("To grow"),
    risk: index + 2,
    years: 5,
    currency: "EUR",
    minimum: "1000",
    maximum: null,
    fees: { entry: "1", yearly: "0.8", exit: "0.4" },
    funds_costs: index === 3 ? null : "0.35",
  }),
);
const Address = () => <p data-testid="address">{useLocation().search}</p>;
const choice = (name: string) => page.getByRole("checkbox", { name: new RegExp(name) });

test("a fourth cannot be chosen until one of three is taken back", async () => {
  await show(
    <>
      <DefinitionList definitions={definitions} base="/target" compared={[]} />
      <Address />
    </>,
  );
  for (const name of ["Steady", "Growth", "Bold"]) await choice(name).click();
  await expect.element(page.getByText(t("funds.list.chosen", { count: 3 }))).toBeVisible();
  await expect.element(choice("Calm")).toBeDisabled();
  await choice("Growth").click();
  await expect.element(choice("Calm")).toBeEnabled();
  await page.getByRole("button", { name: t("funds.list.compare") }).click();
  await expect.element(page.getByTestId("address")).toHaveTextContent("?compare=2,4");
});

test("what the address compares is chosen, and risk is said in words", async () => {
  await show(<DefinitionList definitions={definitions} base="/target" compared={[3]} />);
  await expect.element(choice("Growth")).toBeChecked();
  await expect.element(choice("Bold")).not.toBeChecked();
  await expect.element(page.getByText(t("funds.card.risk", { risk: 2, words: t("funds.risk.2") }))).toBeVisible();
});

test("a card names all costs, and says which are not known", async () => {
  await show(<DefinitionList definitions={definitions} base="/target" compared={[]} />);
  const costsOf = (name: string) => page.getByRole("listitem").filter({ hasText: `About ${name}` });
  for (const [label, value] of [
    ["funds.fact.entry", "1.00%"],
    ["funds.fact.yearly", "0.80%"],
    ["funds.fact.exit", "0.40%"],
    ["funds.fact.fundsCosts", "0.35%"],
  ] as const) {
    await expect.element(costsOf("Calm").getByText(t(label))).toBeVisible();
    await expect.element(costsOf("Calm").getByText(value)).toBeVisible();
  }
  await expect.element(costsOf("Bold").getByText(t("funds.fact.unknown"))).toBeVisible();
});

test("without an offer the page says so", async () => {
  await show(<DefinitionList definitions={[]} base="/target" compared={[]} />);
  await expect.element(page.getByText(t("funds.list.none"))).toBeVisible();
});
