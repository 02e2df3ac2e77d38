/** The comparison with benchmarks. */
import { partWithTexts } from "../../ui/part-with-texts.tsx";
import type { ComparisonProps } from "./comparison.tsx";

export default partWithTexts<ComparisonProps>(
  {
    bg: () => import("@portico/messages/generated/benchmarks.bg.ts"),
    en: () => import("@portico/messages/generated/benchmarks.en.ts"),
    pl: () => import("@portico/messages/generated/benchmarks.pl.ts"),
  },
  async () => (await import("./comparison.tsx")).Comparison,
);
