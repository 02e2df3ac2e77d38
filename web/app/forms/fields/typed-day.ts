/** A day typed or pasted into three boxes. */

export type DayPart = "day" | "month" | "year";
export type DayParts = Readonly<Record<DayPart, string>>;

/** Bulgarian and Polish write day, month, year, as does European English. */
export const dayOrder: readonly DayPart[] = ["day", "month", "year"];
const lengths: Record<DayPart, number> = { day: 2, month: 2, year: 4 };

/** Content of the boxes after typing into one, and the box to continue in, if another. */
export function typeInto(parts: DayParts, part: DayPart, text: string): { parts: DayParts; next?: DayPart } {
  const digits = text.replace(/\D/g, "");
  const typed = { ...parts };
  const first = dayOrder.indexOf(part);
  let last = first;
  let rest = digits;
  // Input that does not fit continues in the next box, unless that has content.
  for (const [index, box] of dayOrder.entries()) {
    if (index < first) continue;
    if (index > first && (rest === "" || typed[box] !== "")) break;
    typed[box] = rest.slice(0, lengths[box]);
    rest = rest.slice(lengths[box]);
    last = index;
  }
  const box = dayOrder[last] ?? part;
  const isFull = digits.length > parts[part].length && typed[box].length === lengths[box];
  const isEnded = /\d\D$/.test(text);
  const next = dayOrder[isFull || isEnded ? last + 1 : last] ?? box;
  return next === part ? { parts: typed } : { parts: typed, next };
}

/** A complete day in common formats; undefined otherwise. */
export function readDay(text: string): DayParts | undefined {
  const [, year, month, day] = /^\s*(\d{4})\D(\d{1,2})\D(\d{1,2})(?!\d)/.exec(text) ?? [];
  if (year && month && day) return { day, month, year };
  const [, ownDay, ownMonth, ownYear] = /^\s*(\d{1,2})\D+(\d{1,2})\D+(\d{4})(?!\d)/.exec(text) ?? [];
  if (ownDay && ownMonth && ownYear) return { day: ownDay, month: ownMonth, year: ownYear };
  const [, d, m, y] = /^\s*(\d{2})(\d{2})(\d{4})\s*$/.exec(text) ?? [];
  return d && m && y ? { day: d, month: m, year: y } : undefined;
}
