/** The bars of the chart by day: links that narrow the period, reached by one Tab and then by arrow keys. */
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { show } from "../../ui/testing/show.tsx";
import { DayChart } from "./day-chart.tsx";

const bars = ["2026-11-23", "2026-11-24", "2026-11-25"].map((day, index) => ({
  from: day,
  to: day,
  signIns: index * 2,
  failures: index,
  suspicious: index === 2 ? 1 : 0,
}));

test("each bar says its figures and leads to its day; arrows move along them", async () => {
  await show(<DayChart bars={bars} label="By day" />);
  const last = page.getByRole("link", { name: /25 November 2026: 4 sign-ins, 2 failed attempts, 1 suspicious/ });
  await expect.element(last).toHaveAttribute("href", expect.stringContaining("from=2026-11-25&to=2026-11-25"));
  await userEvent.keyboard("{Tab}");
  await expect.element(last).toHaveFocus();
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(page.getByRole("link", { name: /24 November 2026/ })).toHaveFocus();
  await userEvent.keyboard("{Home}{ArrowLeft}");
  await expect.element(page.getByRole("link", { name: /23 November 2026: 0 sign-ins/ })).toHaveFocus();
  await userEvent.keyboard("{End}");
  await expect.element(last).toHaveFocus();
});
