/** Own trades and income as marks on a chart of some width: neighbours that would overlap become one. Pure. */
import { type Mark, type MarkKind } from "@portico/api/portfolio-holding.ts";

/** Literal, so that the page does not load the API's schemas; the type keeps them equal. */
export const markKinds: readonly MarkKind[] = ["purchase", "sale", "deliveryIn", "deliveryOut", "exchange", "income"];

export interface MarkGroup extends Mark {
  /** From 0 to 1. */
  left: number;
}

const mostNames = 3;

/** One mark for several of a kind, in the order of their days. */
export function mergeMarks(kind: MarkKind, marks: readonly Mark[]): Mark {
  const names = [...new Set(marks.flatMap((mark) => mark.names))];
  return {
    kind,
    from: marks.reduce((first, { from }) => (from < first ? from : first), marks[0]?.from ?? ""),
    to: marks.reduce((last, { to }) => (to > last ? to : last), ""),
    count: marks.reduce((count, mark) => count + mark.count, 0),
    // Whole cents: the sum of such amounts is exact to more digits than it has.
    amount: marks.some(({ amount }) => amount === null) ? null : sumOf(marks.map(({ amount }) => amount ?? "0")),
    names: names.slice(0, mostNames),
    // Names beyond the first three are not told one by one, so the greatest number of a mark is the least that there are.
    moreNames: Math.max(0, names.length - mostNames, ...marks.map(({ moreNames }) => moreNames)),
  };
}

/** Exact: as whole units of the last decimal. */
function sumOf(amounts: readonly string[]): string {
  const digits = Math.max(0, ...amounts.map((amount) => amount.split(".")[1]?.length ?? 0));
  const units = amounts.reduce((sum, amount) => {
    const [whole = "0", fraction = ""] = amount.split(".");
    return sum + BigInt(whole + fraction.padEnd(digits, "0"));
  }, 0n);
  const text = String(units < 0n ? -units : units).padStart(digits + 1, "0");
  const cut = text.length - digits;
  return `${units < 0n ? "-" : ""}${text.slice(0, cut)}${digits > 0 ? `.${text.slice(cut)}` : ""}`;
}

/** The marks between two days, grouped into at most `slots` places of equal width for each kind. */
export function groupMarks(
  marks: readonly Mark[],
  { left, first, last, slots }: { left: (day: string) => number; first: string; last: string; slots: number },
): MarkGroup[] {
  const within = marks.filter(({ from, to }) => to >= first && from <= last);
  const placeOf = ({ from, to }: Pick<Mark, "from" | "to">): number =>
    (left(from < first ? first : from) + left(to > last ? last : to)) / 2;
  return markKinds.flatMap((kind) => {
    const own = within.filter((mark) => mark.kind === kind);
    const groups = Map.groupBy(own, (mark) => Math.min(slots - 1, Math.floor(placeOf(mark) * slots)));
    return [...groups.values()].map((group) => {
      const merged = mergeMarks(kind, group);
      return { ...merged, left: placeOf(merged) };
    });
  });
}

/** For each day of a table the marks since the day before it, one of each kind. */
export function marksByLine(days: readonly string[], marks: readonly Mark[]): Mark[][] {
  return days.map((day, index) => {
    const before = days[index - 1] ?? "";
    const own = marks.filter(({ to }) => to > before && to <= day);
    return markKinds.flatMap((kind) => {
      const ofKind = own.filter((mark) => mark.kind === kind);
      return ofKind.length > 0 ? [mergeMarks(kind, ofKind)] : [];
    });
  });
}
