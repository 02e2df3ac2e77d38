/** A wrong NAV: what a hand does to correct it, and what it is told. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ApiProvider } from "../../shell/calls/api.tsx";
import { show, t } from "../../ui/testing/show.tsx";
import { NavCorrection } from "./nav-correction.tsx";
import type { OpenedFund } from "./use-target.ts";

const fund = {
  id: 7,
  currency: "EUR",
  corrections: [
    {
      id: 1,
      day: "2024-01-03",
      before: "10.1",
      value: "11.1",
      reason: "A digit was lost",
      corrected_at: "2024-02-01T10:00:00.000Z",
      corrected_by: "Olga Office",
    },
  ],
} as unknown as OpenedFund;
const series = {
  currency: "EUR",
  days: ["2024-01-02", "2024-01-03"],
  values: ["10", "11.1"],
  sources: [],
  sourceOf: [],
  gaps: [],
};
const button = () => page.getByRole("button", { name: t("admin.funds.correct") });
const day = () => page.getByLabelText(t("admin.funds.navDay"));
const value = () => page.getByLabelText(t("admin.funds.correctValue", { currency: "EUR" }));

test("tells each fault at its field, and keeps what was typed", async () => {
  await show(
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider base={location.origin}>
        <NavCorrection fund={fund} series={series} />
      </ApiProvider>
    </QueryClientProvider>,
  );
  await userEvent.fill(value(), "nine");
  await button().click();
  await expect.element(page.getByText(t("field.required"))).toBeVisible();
  await expect.element(page.getByText(t("admin.funds.correctNumber"))).toBeVisible();
  await expect.element(page.getByText(t("admin.funds.correctReason"))).toBeVisible();
  await expect.element(value()).toHaveValue("nine");
  // The day says what is stored, so that nothing is corrected by mistake.
  await userEvent.fill(day(), "2024-01-02");
  await expect.element(page.getByText(t("admin.funds.correctStored", { value: "10" }))).toBeVisible();
  await userEvent.fill(value(), "10.00");
  await expect.element(page.getByText(t("admin.funds.correctSame"))).toBeVisible();
  await userEvent.fill(day(), "2024-01-05");
  await expect.element(page.getByText(t("admin.funds.correctNone"))).toBeVisible();
});

test("shows what was corrected, from which value, by whom and why", async () => {
  await show(
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider base={location.origin}>
        <NavCorrection fund={fund} series={series} />
      </ApiProvider>
    </QueryClientProvider>,
  );
  await expect.element(page.getByText("10.1 → 11.1")).toBeVisible();
  await expect.element(page.getByText("A digit was lost")).toBeVisible();
  await expect.element(page.getByText(/Olga Office/)).toBeVisible();
});
