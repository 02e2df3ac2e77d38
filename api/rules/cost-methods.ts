/** How the cost of a sale is found; without zod, so that pages can import it. */

/** `fifo`: by lots, the first acquired first. `average`: in proportion to the units. */
export const costMethods = ["fifo", "average"] as const;
export type CostMethod = (typeof costMethods)[number];
