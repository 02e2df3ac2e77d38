/** The chart of the value with what a reader can do on it: loaded after the picture. */
import { useLanguage, useText } from "../../ui/text.tsx";
import { ChartPicture } from "../performance/chart-picture.tsx";
import { useRange } from "../performance/use-range.ts";
import { type DrawnProps, ValueFigure } from "../performance/value-figure.tsx";
import { useChartTools } from "./use-chart-tools.tsx";
import { ValueTable } from "./value-table.tsx";
import { dayLines, selectionLines } from "./value-tip.tsx";

export function LiveValueChart({ performance, valuationDay }: DrawnProps) {
  const t = useText();
  const language = useLanguage();
  const [range, setRange] = useRange(valuationDay);
  const { points, contractCurrency } = performance;
  const tools = useChartTools({
    points,
    range,
    setRange,
    shown: performance,
    linesOf: (point) => dayLines(t, language, point, contractCurrency),
    linesOfSelected: (selected) => selectionLines(t, language, selected, contractCurrency),
  });
  return (
    <ValueFigure
      performance={performance}
      read={tools.read}
      under={
        <>
          <ValueTable points={points} currency={contractCurrency} marks={tools.marks} markText={tools.markText} />
          {tools.controls}
        </>
      }
    >
      <ChartPicture points={points} layer={tools.layer} />
    </ValueFigure>
  );
}
