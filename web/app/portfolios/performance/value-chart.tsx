/** Value over time against net deposits: a picture at once, and what a reader can do on it when that is loaded. */
import type { Performance } from "@portico/api/portfolios.ts";
import { partWithTexts } from "../../ui/part-with-texts.tsx";
import { Empty } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import { chartTexts } from "../chart/chart-texts.ts";
import { ChartPicture } from "./chart-picture.tsx";
import { type DrawnProps, ValueFigure } from "./value-figure.tsx";

/** Why there is no line to draw. */
function emptyKey(points: Performance["points"], from: string, valuationDay: string) {
  if (from > valuationDay) return "portfolios.chart.future";
  return points.length === 0 ? "portfolios.chart.nothingHeld" : "portfolios.chart.none";
}

const LiveValueChart = partWithTexts<DrawnProps>(
  chartTexts,
  async () => (await import("../chart/live-value-chart.tsx")).LiveValueChart,
  ({ performance }) => (
    <ValueFigure performance={performance}>
      <ChartPicture points={performance.points} />
    </ValueFigure>
  ),
);

export function ValueChart({ performance, valuationDay }: DrawnProps) {
  const t = useText();
  const { points, from } = performance;
  return points.length < 2 ? (
    <Empty title={t(emptyKey(points, from, valuationDay))} />
  ) : (
    <LiveValueChart performance={performance} valuationDay={valuationDay} />
  );
}
