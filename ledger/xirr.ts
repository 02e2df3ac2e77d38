/** Money-weighted return: the yearly rate of return on the cash flows. */
import type { Day } from "./entry.ts";

export interface Flow {
  day: Day;
  /** Signed from the investor's view: paid in is negative, received (and the closing value) positive. */
  amount: number;
}

/** `tooShort`: a yearly rate over a few days is meaningless. */
export type MoneyWeighted = { rate: number } | { reason: "noFlows" | "noRoot" | "severalRoots" | "tooShort" };

interface Term {
  years: number;
  amount: number;
}

const dayMs = 86_400_000;
/** Minimum days between first and last flow for a yearly rate. */
const shortest = 28;
/** Search points for flows that change sign more than once. */
const steps = 2000;

/**
 * XIRR, Actual/365, as in spreadsheets. Doubles are exact enough for a rate. Flows that change sign once have exactly
 * one rate (Descartes' rule of signs, also valid for real exponents); others can have several or none, which is
 * returned as the reason. The last flow is the closing value.
 */
export function xirr(flows: readonly Flow[]): MoneyWeighted {
  const days = flows.flatMap(({ day, amount }) => (amount === 0 ? [] : [Date.parse(day)]));
  if (!flows.some(({ amount }) => amount < 0)) return { reason: "noFlows" };
  const terms = termsOf(flows);
  // A total loss over any number of days; a closing debt is more than a total loss. A positive closing value is not a
  // total loss, even if netting it with the deposits of its day leaves nothing.
  const closing = flows.at(-1)?.amount ?? 0;
  if (terms.length > 0 && closing <= 0 && !terms.some(({ amount }) => amount > 0))
    return closing < 0 ? { reason: "noRoot" } : { rate: -1 };
  if (Math.max(...days) - Math.min(...days) < shortest * dayMs) return { reason: "tooShort" };
  const changes = terms.filter(({ amount }, index) => index > 0 && amount * (terms[index - 1]?.amount ?? 0) < 0).length;
  const roots = changes === 1 ? [onlyRoot(terms)] : rootsOf(terms);
  const [root, ...others] = roots;
  if (root === undefined) return { reason: "noRoot" };
  return others.length > 0 ? { reason: "severalRoots" } : { rate: Math.expm1(root) };
}

/** One term per day, in order, in years since the first. */
function termsOf(flows: readonly Flow[]): Term[] {
  const byDay = new Map<Day, number>();
  for (const { day, amount } of flows) byDay.set(day, (byDay.get(day) ?? 0) + amount);
  const days = [...byDay].filter(([, amount]) => amount !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const start = Date.parse(days[0]?.[0] ?? "1970-01-01");
  return days.map(([day, amount]) => ({ years: (Date.parse(day) - start) / dayMs / 365, amount }));
}

/**
 * Present value at the continuous rate `force` = ln(1 + rate), divided by its largest discount factor: same sign and
 * roots, without overflow.
 */
function presentValue(terms: readonly Term[], force: number): number {
  const largest = force < 0 ? -force * (terms.at(-1)?.years ?? 0) : 0;
  return terms.reduce((sum, { years, amount }) => sum + amount * Math.exp(-force * years - largest), 0);
}

/** Widens a bracket around 0 until the signs at its ends differ, then bisects it. */
function onlyRoot(terms: readonly Term[]): number {
  for (let reach = 1; reach < 1e6; reach *= 2)
    if (Math.sign(presentValue(terms, -reach)) !== Math.sign(presentValue(terms, reach)))
      return halve(terms, -reach, reach);
  return Number.NaN;
}

/** Range of the force of interest for several roots: −99.9999 % to 100,000 % a year. */
const [lowest, highest] = [Math.log(1e-6), Math.log(1001)];

/** All roots: sign changes between neighbouring points, and double roots between them. */
function rootsOf(terms: readonly Term[]): number[] {
  const at = (step: number): number => lowest + ((highest - lowest) * step) / steps;
  const values = Array.from({ length: steps + 1 }, (_, step) => presentValue(terms, at(step)));
  const roots: number[] = [];
  for (let step = 0; step < steps; step++) {
    const [here, next, after] = [values[step] ?? 0, values[step + 1] ?? 0, values[step + 2] ?? Number.NaN];
    if (here === 0) roots.push(at(step));
    else if (here * next < 0) roots.push(halve(terms, at(step), at(step + 1)));
    else if (here * after > 0 && Math.abs(next) < Math.abs(here) && Math.abs(next) < Math.abs(after))
      roots.push(...rootsInDip(terms, at(step), at(step + 2)));
  }
  return roots;
}

/** Between two points of the same sign the value may touch or cross zero twice: checks its turning point. */
function rootsInDip(terms: readonly Term[], low: number, high: number): number[] {
  const sign = Math.sign(presentValue(terms, low));
  let [left, right] = [low, high];
  for (let step = 0; step < 100; step++) {
    const [first, second] = [left + (right - left) / 3, right - (right - left) / 3];
    if (presentValue(terms, first) * sign < presentValue(terms, second) * sign) right = second;
    else left = first;
  }
  const turn = (left + right) / 2;
  const value = presentValue(terms, turn);
  const size = terms.reduce((sum, { amount }) => sum + Math.abs(amount), 0);
  if (Math.abs(value) < size * 1e-14) return [turn];
  return value * sign > 0 ? [] : [halve(terms, low, turn), halve(terms, turn, high)];
}

/** Bisects a bracket to the precision of doubles. */
function halve(terms: readonly Term[], from: number, to: number): number {
  let [low, high] = [from, to];
  const sign = Math.sign(presentValue(terms, low));
  for (let step = 0; step < 200; step++) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (Math.sign(presentValue(terms, middle)) === sign) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
