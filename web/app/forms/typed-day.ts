/** A day as it is typed or pasted into three boxes. */

export type DayPart = "day" | "month" | "year";
export type DayParts = Readonly<Record<DayPart, string>>;

/** Bulgarian and Polish write day, month, year; so does everybody who reads English in Europe. */
export const dayOrder: readonly DayPart[] = ["day", "month", "year"];
const lengths: Record<DayPart, number> = { day: 2, month: 2, year: 4 };

/** What stands in the boxes once a text was typed into one of them, and the box to go on in, if it is another. */
export function typeInto(parts: DayParts, part: DayPart, text: string): { parts: DayParts; next?: DayPart } {
  const digits = text.replace(/\D/g, "");
  const typed = { ...parts };
  const first = dayOrder.indexOf(part);
  let last = first;
  let rest = digits;
  // What is too much for a box goes on in the next, but over nothing that stands there.
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

/** A whole day as people and programs write it; undefined where the text is none. */
export function readDay(text: string): DayParts | undefined {
  const [, year, month, day] = /^\s*(\d{4})\D(\d{1,2})\D(\d{1,2})(?!\d)/.exec(text) ?? [];
  if (year && month && day) return { day, month, year };
  const [, ownDay, ownMonth, ownYear] = /^\s*(\d{1,2})\D+(\d{1,2})\D+(\d{4})(?!\d)/.exec(text) ?? [];
  if (ownDay && ownMonth && ownYear) return { day: ownDay, month: ownMonth, year: ownYear };
  const [, d, m, y] = /^\s*(\d{2})(\d{2})(\d{4})\s*$/.exec(text) ?? [];
  return d && m && y ? { day: d, month: m, year: y } : undefined;
}
