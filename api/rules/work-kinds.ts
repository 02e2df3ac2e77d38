/**
 * Kinds of work that colleagues look after: tickets that wait for an answer, those of which a promise is not kept, forms to be
 * reviewed, and contracts to be signed for the firm. Without zod, because pages load it.
 */
export const workKinds = ["tickets", "ticketsLate", "people", "companies", "contracts"] as const;
export type WorkKind = (typeof workKinds)[number];
