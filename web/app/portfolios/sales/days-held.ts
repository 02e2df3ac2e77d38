/** How long what was sold had been held. */
import type { SaleRow } from "@portico/api/portfolio-sales.ts";
import { daysBetween } from "@portico/api/rules/calendar.ts";

export interface DaysHeld {
  /** Of the lot acquired last, and of the one acquired first. */
  least: number;
  most: number;
  /** A lot's day of acquisition is unknown: it was held longer than it has been in the ledger. */
  isAtLeast: boolean;
}

/** Null if no day is known: on average cost, or for cash without units. */
export function daysHeld({ day, lots }: Pick<SaleRow, "day" | "lots">): DaysHeld | null {
  const held = lots.flatMap(({ acquired, since }) => {
    const from = acquired ?? since;
    return from === null ? [] : daysBetween(from, day);
  });
  if (held.length === 0) return null;
  const isAtLeast = lots.some(({ acquired }) => acquired === null);
  return { least: Math.min(...held), most: Math.max(...held), isAtLeast };
}
