/** A chart that is dragged, touched and moved by keyboard: which days are selected, what is told, and what is cancelled. */
import type { Mark } from "@portico/api/portfolio-holding.ts";
import { catalogue as chart } from "@portico/messages/generated/chart.en.ts";
import { catalogue as portfolios } from "@portico/messages/generated/portfolios.en.ts";
import { createText } from "@portico/messages/text.ts";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { show } from "../../ui/testing/show.tsx";
import { MoreTexts } from "../../ui/text.tsx";
import { ChartPicture, type Scales } from "../performance/chart-picture.tsx";
import { MarkLines } from "./mark-lines.tsx";
import { PlotLayer } from "./plot-layer.tsx";
import { useSelection } from "./use-selection.ts";

const catalogue = { ...portfolios, ...chart };
const t = createText("en", [catalogue]);
/** The close of 28 February, then the ten first days of March. */
const days = [
  "2026-02-28",
  ...Array.from({ length: 10 }, (_, index) => `2026-03-${String(index + 1).padStart(2, "0")}`),
];
const points = days.map((day, index) => ({ day, value: 1000 + index * 10, netDeposits: 900 }));
const marks = [
  {
    kind: "purchase" as const,
    from: "2026-03-05",
    to: "2026-03-05",
    count: 2,
    amount: "50.00",
    names: [],
    moreNames: 0,
  },
  { kind: "sale" as const, from: "2026-03-05", to: "2026-03-05", count: 1, amount: "9.00", names: [], moreNames: 0 },
];

const onSelect = vi.fn();
const onCancel = vi.fn();
beforeEach(() => {
  onSelect.mockClear();
  onCancel.mockClear();
});

const tipOf = (reading: string) => (near: readonly Mark[]) => (
  <>
    <b>{reading}</b>
    <MarkLines marks={near} textOf={({ kind, count }) => `${count} ${kind}`} />
  </>
);

const layerOf =
  (shown: typeof points, selection: ReturnType<typeof useSelection>, reading: string) => (scales: Scales) => (
    <PlotLayer
      scales={scales}
      points={shown}
      marks={marks}
      selection={selection}
      reading={reading}
      tip={tipOf(reading)}
    />
  );

function Chart() {
  const [first] = useState(points);
  const selection = useSelection({ points: first, from: "2026-03-01", onSelect, onCancel });
  const { pointed, selected } = selection;
  const reading = selected ? `${selected.from} to ${selected.to}, ${selected.change}` : (pointed ?? "last");
  return <ChartPicture points={first} layer={layerOf(first, selection, reading)} />;
}

async function open() {
  await show(
    <MoreTexts catalogue={catalogue}>
      <Chart />
    </MoreTexts>,
  );
  const slider = page.getByRole("slider", { name: t("portfolios.select.label") });
  const box = slider.element().getBoundingClientRect();
  const send = (type: string, index: number, more: PointerEventInit = {}) =>
    slider.element().dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        isPrimary: true,
        pointerId: 1,
        pointerType: "mouse",
        clientX: box.left + (box.width * index) / 10,
        clientY: box.top + 20,
        ...more,
      }),
    );
  // Only real pointers can be captured.
  slider.element().setPointerCapture = () => undefined;
  return { slider, send };
}

test("dragging selects days, tells their change meanwhile, and gives them when it ends", async () => {
  const { slider, send } = await open();
  send("pointerdown", 2);
  send("pointermove", 5);
  await expect.element(slider).toHaveAttribute("aria-valuetext", "2026-03-03 to 2026-03-05, 30");
  await expect.element(page.getByText("2026-03-03 to 2026-03-05, 30")).toBeVisible();
  send("pointermove", 1);
  await expect.element(slider).toHaveAttribute("aria-valuetext", "2026-03-02 to 2026-03-02, 10");
  send("pointermove", 7);
  await expect.element(slider).toHaveAttribute("aria-valuetext", "2026-03-03 to 2026-03-07, 50");
  expect(onSelect).not.toHaveBeenCalled();
  send("pointerup", 7);
  expect(onSelect.mock.calls).toEqual([[{ from: "2026-03-03", to: "2026-03-07", change: 50, paid: 0, opening: 1020 }]]);
});

test("a press without a drag, another button, and a touch that becomes a scroll select nothing", async () => {
  const { slider, send } = await open();
  send("pointerdown", 2);
  send("pointerup", 2);
  send("pointerdown", 2, { button: 2 });
  send("pointermove", 6);
  send("pointerup", 6, { button: 2 });
  expect(onCancel).not.toHaveBeenCalled();
  send("pointerdown", 2, { pointerType: "touch" });
  send("pointermove", 4, { pointerType: "touch" });
  await expect.element(slider).toHaveAttribute("aria-valuetext", "2026-03-03 to 2026-03-04, 20");
  send("pointercancel", 4, { pointerType: "touch" });
  send("pointerup", 4, { pointerType: "touch" });
  await expect.element(slider).toHaveAttribute("aria-valuetext", "last");
  expect([onSelect.mock.calls.length, onCancel.mock.calls.length]).toEqual([0, 1]);
  // The page still scrolls under a finger that moves up or down.
  expect(getComputedStyle(slider.element()).touchAction).toBe("pan-y");
});

test("Escape cancels a drag, wherever the focus is", async () => {
  const { slider, send } = await open();
  send("pointerdown", 2);
  send("pointermove", 6);
  await expect.element(slider).toHaveAttribute("aria-valuetext", "2026-03-03 to 2026-03-06, 40");
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  send("pointermove", 8);
  send("pointerup", 8);
  expect([onSelect.mock.calls.length, onCancel.mock.calls.length]).toEqual([0, 1]);
});

test("keys read day by day, select together with Shift, apply and cancel", async () => {
  const { slider } = await open();
  await userEvent.keyboard("{Tab}");
  await expect.element(slider).toHaveFocus();
  await userEvent.keyboard("{Home}");
  await expect.element(slider).toHaveAttribute("aria-valuetext", "2026-02-28");
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  await expect.element(slider).toHaveAttribute("aria-valuenow", "2");
  await userEvent.keyboard("{Shift>}{ArrowRight}{ArrowRight}{/Shift}");
  await expect.element(slider).toHaveAttribute("aria-valuetext", "2026-03-03 to 2026-03-04, 20");
  await userEvent.keyboard("{Escape}");
  await expect.element(slider).toHaveAttribute("aria-valuetext", "2026-03-04");
  expect(onCancel).toHaveBeenCalledTimes(1);
  await userEvent.keyboard("{Enter}");
  expect(onSelect).not.toHaveBeenCalled();
  await userEvent.keyboard("{Shift>}{End}{/Shift}{Enter}");
  expect(onSelect.mock.calls).toEqual([[{ from: "2026-03-05", to: "2026-03-10", change: 60, paid: 0, opening: 1040 }]]);
});

test("marks have a shape for each kind, and are told beside the day that is pointed at", async () => {
  const { slider, send } = await open();
  const shapes = [...slider.element().querySelectorAll("[data-kind]")];
  expect(shapes.map((shape) => shape.getAttribute("data-kind"))).toEqual(["purchase", "sale"]);
  expect(new Set(shapes.map((shape) => shape.querySelector("path")?.getAttribute("d"))).size).toBe(2);
  send("pointermove", 5);
  await expect.element(page.getByText("2 purchase")).toBeVisible();
  await expect.element(page.getByText("1 sale")).toBeVisible();
  send("pointermove", 2);
  await expect.element(page.getByText("2 purchase")).not.toBeInTheDocument();
});
