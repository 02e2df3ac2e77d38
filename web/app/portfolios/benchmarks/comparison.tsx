/** The portfolio beside up to three benchmarks: which, their lines, and their figures. */
import type { Performance } from "@portico/api/portfolios.ts";
import { partWithTexts } from "../../ui/part-with-texts.tsx";
import { chartTexts } from "../chart/chart-texts.ts";
import { BenchmarkPicker } from "./benchmark-picker.tsx";
import { ComparedFigures } from "./compared-figures.tsx";

const ComparedChart = partWithTexts<{ performance: Performance; valuationDay: string }>(
  chartTexts,
  async () => (await import("./compared-chart.tsx")).ComparedChart,
);

export interface ComparisonProps {
  performance: Performance;
  /** The last day with figures. */
  valuationDay: string;
  picked: readonly number[];
  onPick: (picked: readonly number[] | undefined) => void;
}

export function Comparison({ performance, valuationDay, picked, onPick }: ComparisonProps) {
  return (
    <>
      <ComparedChart performance={performance} valuationDay={valuationDay} />
      <ComparedFigures performance={performance} />
      <BenchmarkPicker picked={picked} onPick={onPick} />
    </>
  );
}
