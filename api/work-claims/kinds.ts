/** What staff claim before they work on it; without zod, for pages. Tickets and breaks have their own owner. */
export const workKinds = ["form", "request", "contract", "proposal", "screening"] as const;
export type ClaimedKind = (typeof workKinds)[number];
