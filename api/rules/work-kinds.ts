/**
 * Kinds of work that colleagues look after, each thing in one of them: tickets by the firm's promise (late, about to be, or
 * later), conversations that wait, forms to be reviewed, contracts to be signed for the firm, clients' requests, payments
 * that no request explains, bank accounts to be confirmed, changes that need a second person, and candidates of screening. Without zod, because
 * pages load it.
 */
export const workKinds = [
  "ticketsLate",
  "ticketsSoon",
  "tickets",
  "conversations",
  "people",
  "companies",
  "contracts",
  "requests",
  "payments",
  "accounts",
  "proposals",
  "screening",
] as const;
export type WorkKind = (typeof workKinds)[number];

/** How many of each kind the desk names. */
export const namedOnDesk = 3;
