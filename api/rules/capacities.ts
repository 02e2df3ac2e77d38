/** In what capacity somebody acts for a company. Without zod, so that forms may load it. */
export const capacities = ["statutory", "proxy", "trader"] as const;
