/** Ranges of days that people choose from: both days included, calendar days without a time zone. Without zod, so that pages may load it. */
export const portfolioRanges = ["1M", "3M", "YTD", "1Y", "3Y", "all"] as const;
export type RangePreset = (typeof portfolioRanges)[number];

/**
 * The days of a preset that ends with `to`. A month before 31 March is the last day of February. Refers to nothing outside
 * itself: documents send its text (web/app/shell/calls/early-calls.ts).
 */
export function presetRange(preset: RangePreset, to: string): { preset: RangePreset; from: string; to: string } {
  // Before any possible entry.
  if (preset === "all") return { preset, from: "1970-01-01", to };
  if (preset === "YTD") return { preset, from: `${to.slice(0, 4)}-01-01`, to };
  const months = { "1M": 1, "3M": 3, "1Y": 12, "3Y": 36 }[preset];
  const [year = 0, month = 1, date = 1] = to.split("-").map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  const first = new Date(Date.UTC(year, month - 1 - months, Math.min(date, lastOfMonth)));
  return { preset, from: first.toISOString().slice(0, 10), to };
}
