/** The rate that is shown is the one that the browser stores. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { ApiProvider } from "../../shell/calls/api.tsx";
import { show, t } from "../../ui/testing/show.tsx";
import { FxRates } from "./fx-rates.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const rateOf = (code: string) => ({
  code,
  oneLevEquals: 0.5,
  oneEuroEquals: 1.1,
  day: "2026-11-25",
  source: "ecb",
});
const storedCode = () => (JSON.parse(localStorage.getItem("selectedRate") ?? "{}") as { code?: string }).code;

const currencies = ["BGN", "CHF", "EUR", "USD"];

function shownRates(own: string[]) {
  localStorage.setItem("token", '"t"');
  vi.stubGlobal("fetch", async () => Response.json({ data: JSON.stringify(currencies.map(rateOf)) }));
  return (
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider base={location.origin}>
        <FxRates own={own} />
      </ApiProvider>
    </QueryClientProvider>
  );
}

// First: what one test has loaded stays for the next.
test("while they are loading nothing is said of there being none", async () => {
  const component = shownRates(["USD"]);
  const answered = Promise.withResolvers<Response>();
  vi.stubGlobal("fetch", () => answered.promise);
  await show(component);
  await expect.element(page.getByRole("status")).toMatchTextContent(t("ui.state.loading"));
  expect(page.getByText(t("portfolios.rates.none")).query()).toBeNull();
  answered.resolve(Response.json({ data: JSON.stringify(currencies.map(rateOf)) }));
  await expect.element(page.getByRole("combobox", { name: t("portfolios.rates.choose") })).toHaveValue("USD");
});

test("they open on the client's own currency, also if that becomes known later, but not over a choice", async () => {
  const { rerender } = await show(shownRates([]));
  const select = page.getByRole("combobox", { name: t("portfolios.rates.choose") });
  await expect.element(select).toHaveValue("CHF");
  await rerender(shownRates(["USD"]));
  await expect.element(select).toHaveValue("USD");
  await select.selectOptions("CHF");
  await rerender(shownRates(["USD"]));
  await expect.element(select).toHaveValue("CHF");
  await page.getByRole("button", { name: t("portfolios.rates.clear") }).click();
});

test("the first rate that is offered is stored, not one that is not, also after they were cleared", async () => {
  await show(shownRates(["USD"]));
  const select = page.getByRole("combobox", { name: t("portfolios.rates.choose") });
  await expect.element(select).toHaveValue("USD");
  await expect.poll(storedCode).toBe("USD");
  await select.selectOptions("CHF");
  expect(storedCode()).toBe("CHF");
  await page.getByRole("button", { name: t("portfolios.rates.clear") }).click();
  await page.getByRole("button", { name: t("portfolios.rates.load") }).click();
  await expect.element(select).toHaveValue("USD");
  await expect.poll(storedCode).toBe("USD");
});
