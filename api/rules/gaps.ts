/** Rules about gaps shared by server and pages; without zod, so that pages can import it. */

/** Gaps whose figure is known, but rests on a doubtful price or rate. */
export const doubtCodes = ["priceFromTrade", "priceStale", "rateStale"] as const;

/** True if the figure is known despite the gap. */
export const isDoubt = ({ code }: { code: string }): boolean => (doubtCodes as readonly string[]).includes(code);
