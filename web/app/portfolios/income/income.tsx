/** The page's part about income: what was received over the page's range, and what is announced. */
import { presetRange } from "@portico/api/rules/portfolio-ranges.ts";
import { useFirmToday } from "../../shell/firm-day.ts";
import { RangePicker } from "../performance/range-picker.tsx";
import { useRange } from "../performance/use-range.ts";
import { ExpectedSection } from "./expected-section.tsx";
import { ReceivedSection } from "./received-section.tsx";

export function Income() {
  const today = useFirmToday();
  const [range, setRange] = useRange(today);
  return (
    <>
      <RangePicker key={range.preset} range={range} onChange={setRange} today={today} />
      <ReceivedSection range={range} onWiden={() => setRange(presetRange("all", today))} />
      <ExpectedSection />
    </>
  );
}
