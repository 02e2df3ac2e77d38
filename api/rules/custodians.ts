/** Limits of the list of custodians. */
export const custodianLimits = { name: 200, count: 50 } as const;
