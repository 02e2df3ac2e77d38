/** What the server and the pages both say about gaps; free of schemas, so that pages can import it. */

/** Of a gap whose figure is known, from a price or rate that the reader should know of. */
export const doubtCodes = ["priceFromTrade", "priceStale", "rateStale"] as const;

/** True where the figure is known in spite of the gap. */
export const isDoubt = ({ code }: { code: string }): boolean => (doubtCodes as readonly string[]).includes(code);
