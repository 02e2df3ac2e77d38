/** Returns by month and year, and of the page's range the risk and where the difference from the benchmark came from. */
import { useRange } from "../performance/use-range.ts";
import { AttributionPart } from "./attribution-part.tsx";
import { MonthsSection } from "./months-section.tsx";
import { RiskSection } from "./risk-section.tsx";

export function Returns({ today }: { today: string }) {
  const [range, setRange] = useRange(today);
  return (
    <>
      <MonthsSection />
      <RiskSection range={range} onRange={setRange} today={today} />
      <AttributionPart range={range} />
    </>
  );
}
