/**
 * The growth of one unit of money over days, by the links of the time-weighted return: deposits and withdrawals do not
 * move it. For statistics and pictures; a return that is shown as one is linked exactly (time-weighted.ts).
 */
import type { Day, DecimalString } from "./entry.ts";
import { faultOf, linkOf, type NoReturn, type ReturnRow } from "./time-weighted.ts";
import { toUnits } from "./units.ts";

export interface IndexPoint {
  day: Day;
  index: number;
}

/**
 * The index at the close of each day; it is 1 at the close before the first. `startDay` names that close. Its first point is
 * the start. With the reason and day if one of the days has no return.
 */
export function returnIndex(
  { opening, startDay }: { opening: DecimalString; startDay: Day },
  rows: Iterable<ReturnRow>,
): IndexPoint[] | NoReturn {
  const points: IndexPoint[] = [{ day: startDay, index: 1 }];
  let before = toUnits(opening);
  let index = 1;
  let isHeld = false;
  for (const row of rows) {
    const link = linkOf(before, row);
    const reason = faultOf(link);
    if (reason) return { reason, day: row.day };
    before = link.after;
    if (link.base !== 0n) {
      index *= Number(link.end) / Number(link.base);
      isHeld = true;
    }
    points.push({ day: row.day, index });
  }
  return isHeld ? points : { reason: "nothingHeld", day: points.length > 1 ? (points.at(-1)?.day ?? null) : null };
}
