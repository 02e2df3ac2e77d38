/** The parts of the portfolio page, as its address names them. */
export const otherParts = ["results", "returns", "income", "sales", "orders", "transactions", "find"] as const;
export type OtherPart = (typeof otherParts)[number];
