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

test("the first rate that is offered is stored, not one that is not, also after they were cleared", async () => {
  localStorage.setItem("token", '"t"');
  vi.stubGlobal("fetch", async () =>
    Response.json({ data: JSON.stringify(["BGN", "CHF", "EUR", "USD"].map((code) => rateOf(code))) }),
  );
  const shown = (
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider base={location.origin}>
        <FxRates hasLev={false} own={["USD"]} />
      </ApiProvider>
    </QueryClientProvider>
  );
  await show(shown);
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
