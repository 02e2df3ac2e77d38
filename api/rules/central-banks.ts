/** Central banks whose rates are kept for tax forms, and limits of their files. */
export const bankCodes = ["NBP"] as const;
export type CentralBank = (typeof bankCodes)[number];

/** Characters of a file and lines of days in it: a yearly archive has some 80,000 and 260. */
export const archiveLimits = { length: 1_000_000, days: 1000, currencies: 100 } as const;
