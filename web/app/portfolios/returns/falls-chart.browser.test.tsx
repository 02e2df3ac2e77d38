/** The chart of falls answers as the chart of the value: a range by dragging and by keyboard, and back to the former one. */
import { catalogue as chart } from "@portico/messages/generated/chart.en.ts";
import { catalogue as portfolios } from "@portico/messages/generated/portfolios.en.ts";
import { catalogue as returns } from "@portico/messages/generated/returns.en.ts";
import { createText } from "@portico/messages/text.ts";
import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { show } from "../../ui/testing/show.tsx";
import { MoreTexts } from "../../ui/text.tsx";
import type { DayRange } from "../performance/ranges.ts";
import { FallsChart } from "./falls-chart.tsx";

const catalogue = { ...portfolios, ...chart, ...returns };
const t = createText("en", [catalogue]);
const falls = Array.from({ length: 11 }, (_, index) => ({
  day: `2026-03-${String(index + 1).padStart(2, "0")}`,
  percent: -index,
}));

function Shown() {
  const [range, setRange] = useState<DayRange>({ preset: "1Y", from: "2026-03-01", to: "2026-03-11" });
  return (
    <MoreTexts catalogue={catalogue}>
      <p data-testid="range">{`${range.preset} ${range.from} ${range.to}`}</p>
      <FallsChart falls={falls} range={range} onRange={setRange} />
    </MoreTexts>
  );
}

test("dragging over the falls chooses the range, and a button leads back", async () => {
  await show(<Shown />);
  const slider = page.getByRole("slider", { name: t("portfolios.select.label") });
  const box = slider.element().getBoundingClientRect();
  slider.element().setPointerCapture = () => undefined;
  const send = (type: string, index: number) =>
    slider.element().dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        isPrimary: true,
        pointerId: 1,
        clientX: box.left + (box.width * index) / 10,
        clientY: box.top + 20,
      }),
    );
  send("pointerdown", 2);
  send("pointermove", 5);
  await expect.element(slider).toHaveAttribute("aria-valuetext", "Selected: 4 March 2026 – 6 March 2026");
  send("pointerup", 5);
  const range = page.getByTestId("range");
  await expect.element(range).toHaveTextContent("custom 2026-03-04 2026-03-06");
  await page.getByRole("button", { name: t("portfolios.select.back") }).click();
  await expect.element(range).toHaveTextContent("1Y 2026-03-01 2026-03-11");
});

test("so does the keyboard; a day is read with how far it is below the highest value", async () => {
  await show(<Shown />);
  const slider = page.getByRole("slider", { name: t("portfolios.select.label") });
  (slider.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(slider).toHaveAttribute("aria-valuetext", expect.stringMatching(/^10 March 2026.*9\.00%$/));
  await userEvent.keyboard("{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}{Enter}");
  await expect.element(page.getByTestId("range")).toHaveTextContent("custom 2026-03-09 2026-03-10");
});
