/** Money-weighted return: the yearly rate at which the flows grew to what is there now. */
import type { Day } from "./entry.ts";

export interface Flow {
  day: Day;
  /** As the investor sees it: paid in is negative, got back (and the closing value) positive. */
  amount: number;
}

export type MoneyWeighted = { rate: number } | { reason: "noFlows" | "noRoot" | "severalRoots" | "tooShort" };

const dayMs = 86_400_000;
const lowest = -0.999_999;
const highest = 1_000;
/** Where a sign change of the net present value is looked for. */
const grid = [
  lowest,
  -0.99,
  -0.95,
  -0.9,
  -0.8,
  -0.7,
  -0.6,
  -0.5,
  -0.4,
  -0.3,
  -0.2,
  -0.1,
  -0.05,
  0,
  0.05,
  0.1,
  0.15,
  0.2,
  0.3,
  0.4,
  0.5,
  0.75,
  1,
  1.5,
  2,
  3,
  5,
  10,
  30,
  100,
  highest,
];

/**
 * XIRR, Actual/365 as spreadsheets compute it. A rate is no amount of money: doubles are exact enough by far. Several flows
 * back and forth can have several rates, or none; then there is no figure, and the reason is told.
 */
export function xirr(flows: readonly Flow[]): MoneyWeighted {
  const moved = flows.filter(({ amount }) => amount !== 0);
  const first = moved.reduce((least, { day }) => (day < least ? day : least), "9999-12-31");
  const start = Date.parse(first);
  const terms = moved.map(({ day, amount }) => ({ years: (Date.parse(day) - start) / dayMs / 365, amount }));
  if (!terms.some(({ amount }) => amount > 0) || !terms.some(({ amount }) => amount < 0)) return { reason: "noFlows" };
  if (terms.every(({ years }) => years === 0)) return { reason: "tooShort" };
  const presentValue = (rate: number): number =>
    terms.reduce((sum, { years, amount }) => sum + amount / (1 + rate) ** years, 0);
  const brackets: [number, number][] = [];
  for (let index = 1; index < grid.length; index++) {
    const [low = 0, high = 0] = [grid[index - 1], grid[index]];
    const [atLow, atHigh] = [presentValue(low), presentValue(high)];
    if (atLow === 0 || Math.sign(atLow) !== Math.sign(atHigh)) brackets.push([low, high]);
  }
  const [bracket, ...others] = brackets;
  if (!bracket) return { reason: "noRoot" };
  // Two neighbouring brackets meet where the root lies on the grid itself.
  if (others.length > 0 && !(others.length === 1 && others[0]?.[0] === bracket[1] && presentValue(bracket[1]) === 0))
    return { reason: "severalRoots" };
  return { rate: rootIn(bracket, presentValue) };
}

/** Halves a bracket until doubles cannot be told apart. */
function rootIn([low, high]: [number, number], presentValue: (rate: number) => number): number {
  const sign = Math.sign(presentValue(low));
  if (sign === 0) return low;
  for (let step = 0; step < 200; step++) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (Math.sign(presentValue(middle)) === sign) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
