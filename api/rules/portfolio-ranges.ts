/** Ranges of days that people choose from. Without zod, so that pages may load it. */
export const portfolioRanges = ["1M", "3M", "YTD", "1Y", "3Y", "all"] as const;
