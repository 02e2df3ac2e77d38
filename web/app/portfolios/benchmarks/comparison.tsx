/** The portfolio beside up to three benchmarks: which, their lines, and their figures. */
import type { Performance } from "@portico/api/portfolios.ts";
import { BenchmarkPicker } from "./benchmark-picker.tsx";
import { ComparedChart } from "./compared-chart.tsx";
import { ComparedFigures } from "./compared-figures.tsx";

export interface ComparisonProps {
  performance: Performance;
  picked: readonly number[];
  onPick: (picked: readonly number[] | undefined) => void;
}

export function Comparison({ performance, picked, onPick }: ComparisonProps) {
  return (
    <>
      <ComparedChart performance={performance} />
      <ComparedFigures performance={performance} />
      <BenchmarkPicker picked={picked} onPick={onPick} />
    </>
  );
}
