/** Selected days become the range, and lead back to the range before. */
import { useState } from "react";
import type { DayRange } from "../performance/ranges.ts";
import type { Selected } from "./selection.ts";

interface Step {
  before: DayRange;
  chosen: DayRange;
}

const isSame = (one: DayRange, other: DayRange): boolean =>
  one.preset === other.preset && one.from === other.from && one.to === other.to;

export function useZoom(range: DayRange, setRange: (range: DayRange) => void) {
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const last = steps.at(-1);
  // Not after another range was chosen otherwise.
  const isThere = last !== undefined && isSame(last.chosen, range);
  return {
    zoom: ({ from, to }: Selected) => {
      const chosen: DayRange = { preset: "custom", from, to };
      setSteps([...(isThere ? steps : []), { before: range, chosen }]);
      setRange(chosen);
    },
    back: isThere
      ? () => {
          setSteps(steps.slice(0, -1));
          setRange(last.before);
        }
      : undefined,
  };
}
