/** The calculator: what a hand types, what the result says, and what the address keeps. */
import { monthlySeries } from "@portico/scenarios/series.ts";
import { madeUpSeries } from "@portico/scenarios/testing/made-up-series.ts";
import { historicalRange } from "@portico/scenarios/windows.ts";
import { useLocation } from "react-router";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { show, t } from "../ui/testing/show.tsx";
import { Calculator } from "./calculator.tsx";

const months = monthlySeries(madeUpSeries({ seed: 12, from: "2016-01-01", days: 3000 }));
const fees = { entry: 1, yearly: 1.2, exit: 0.5 };
const usual = { now: "10000", monthly: "", years: "5" };
const Address = () => <p data-testid="address">{useLocation().search}</p>;
const whole = (amount: number) => new Intl.NumberFormat("en", { maximumFractionDigits: 0 }).format(amount);

const shown = () =>
  show(
    <>
      <Calculator months={months} fees={fees} currency="EUR" usual={usual} />
      <Address />
    </>,
  );
const rangeOf = (now: number, monthly: number, years: number) => {
  const range = historicalRange(months, { now, monthly, months: years * 12 }, fees);
  if (range.outcome !== "range") throw new Error("too short");
  return range;
};

test("shows worst, middle and best, and again for what is typed, which the address keeps", async () => {
  await shown();
  const first = rangeOf(10_000, 0, 5);
  await expect.element(page.getByText(`${whole(first.worst.value)} EUR`)).toBeVisible();
  await userEvent.fill(page.getByLabelText(t("funds.plan.monthly", { currency: "EUR" })), "1,250.50");
  await userEvent.fill(page.getByLabelText(t("funds.plan.years")), "3");
  const { worst, median, best, windows } = rangeOf(10_000, 1250.5, 3);
  for (const { value } of [worst, median, best])
    await expect.element(page.getByText(`${whole(value)} EUR`)).toBeVisible();
  await expect.element(page.getByText(new RegExp(`^Out of ${windows} periods`))).toBeVisible();
  await expect.element(page.getByTestId("address")).toHaveTextContent("?monthly=1250.5&years=3");
});

test("says the result to those who do not see it, once typing has paused", async () => {
  await shown();
  await userEvent.fill(page.getByLabelText(t("funds.plan.years")), "2");
  const { worst, median, best } = rangeOf(10_000, 0, 2);
  const written = (value: number) => `${whole(value)} EUR`;
  await expect.element(page.getByRole("status")).toHaveTextContent(
    t("funds.plan.announced", {
      worst: written(worst.value),
      median: written(median.value),
      best: written(best.value),
    }),
  );
});

test("tells at its field what is wrong, keeps what was typed, and shows no result then", async () => {
  await shown();
  const now = page.getByLabelText(t("funds.plan.now", { currency: "EUR" }));
  await userEvent.fill(now, "ten thousand");
  await expect.element(page.getByText(t("funds.plan.fault.number"))).toBeVisible();
  await expect.element(now).toHaveAttribute("aria-invalid", "true");
  await expect.element(now).toHaveValue("ten thousand");
  await expect.element(page.getByText(t("funds.plan.worst"))).not.toBeInTheDocument();
});

test("says that the history is too short, how long it is, and which plan is the longest", async () => {
  await shown();
  await userEvent.fill(page.getByLabelText(t("funds.plan.years")), "20");
  await expect.element(page.getByText(t("funds.plan.tooShort", { years: 20 }), { exact: true }).first()).toBeVisible();
  const told = `${t("funds.plan.history", { months: 98 })} ${t("funds.plan.longest", { years: 8 })}`;
  await expect.element(page.getByText(told)).toBeVisible();
  await expect.element(page.getByText(t("funds.plan.worst"))).not.toBeInTheDocument();
  await userEvent.fill(page.getByLabelText(t("funds.plan.years")), "8");
  await expect.element(page.getByText(t("funds.plan.worst"))).toBeVisible();
});

test("what was not offered yet gives no figure, whatever its parts were worth", async () => {
  const simulated = madeUpSeries({ seed: 12, from: "2016-01-01", days: 3000 }).map((point) => ({
    ...point,
    isSimulated: true,
  }));
  await show(<Calculator months={monthlySeries(simulated)} fees={fees} currency="EUR" usual={usual} />);
  const told = `${t("funds.plan.history", { months: 0 })} ${t("funds.plan.underYear")}`;
  await expect.element(page.getByText(told)).toBeVisible();
  await expect.element(page.getByText(t("funds.plan.worst"))).not.toBeInTheDocument();
});
