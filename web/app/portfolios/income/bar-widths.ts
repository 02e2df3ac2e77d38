/** Widths of the bars of months. */

/** A figure's width in percent of the longest bar; nothing for what is unknown or below zero. */
export function barWidth(amount: string | null, longest: number): number {
  const value = Number(amount ?? 0);
  return longest <= 0 || value <= 0 ? 0 : Math.round((value / longest) * 1000) / 10;
}

/** The longest of several figures; those unknown do not count. */
export const longestOf = (amounts: readonly (string | null)[]): number =>
  amounts.reduce((most, amount) => Math.max(most, Number(amount ?? 0)), 0);
