/** Rules of risk figures shared by server and pages; without zod, so that pages can import it. */

/** What the firm's risk-free rate may be, percent a year. */
export const riskFreeLimits = { name: 60, least: -10, most: 50 } as const;

/** Fewer returns say too little of how a value varies: of days by our definition, of months by GIPS 2020, 4.A.1. */
export const leastReturns = { days: 60, months: 36 } as const;
