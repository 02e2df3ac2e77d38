/** Returns by month and year, and the risk of the page's range. */
import { useRange } from "../performance/use-range.ts";
import { MonthsSection } from "./months-section.tsx";
import { RiskSection } from "./risk-section.tsx";

export function Returns({ today }: { today: string }) {
  const [range, setRange] = useRange(today);
  return (
    <>
      <MonthsSection />
      <RiskSection range={range} onRange={setRange} today={today} />
    </>
  );
}
