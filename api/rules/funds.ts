/** What definitions and funds may be. Without zod, so that pages may load it. */

/** `draft`: never public. `published`: public, perhaps with a newer draft beside it. `archived`: no longer offered. */
export const definitionStates = ["draft", "published", "archived"] as const;
export type DefinitionState = (typeof definitionStates)[number];

/** The firm's own scale, from the lowest to the highest risk; it is not the SRI of a fund's KID. */
export const riskLevels = [1, 2, 3, 4, 5, 6, 7] as const;

/** Classes that an allocation may name instead of a fund or an instrument. */
export const allocationClasses = ["equity", "bond", "moneyMarket", "commodity", "realEstate", "other"] as const;
export type AllocationClass = (typeof allocationClasses)[number];

/** When the weights are restored. */
export const rebalancings = ["none", "monthly", "quarterly", "yearly"] as const;
export type Rebalancing = (typeof rebalancings)[number];

export const fundTypes = ["equity", "bond", "mixed", "moneyMarket", "commodity", "realEstate", "other"] as const;
export const legalForms = ["ucits", "aif", "etf", "contractual", "other"] as const;
export const distributions = ["accumulating", "distributing"] as const;
export const fundDocumentKinds = ["kid", "factsheet", "prospectus"] as const;
export type FundDocumentKind = (typeof fundDocumentKinds)[number];

/** States of a holder's request to join a definition. `left`: joined once, and no longer. */
export const joinStates = ["asked", "joined", "declined", "withdrawn", "left"] as const;
export type JoinState = (typeof joinStates)[number];

/** Why a holder cannot ask to join, with what to do in their wording `funds.fit.<code>`. */
export const fitFaults = [
  "notApproved",
  "noClientNumber",
  "noRiskProfile",
  "riskTooHigh",
  "horizonTooShort",
  "alreadyAsked",
  "alreadyJoined",
] as const;
export type FitFault = (typeof fitFaults)[number];

/** Days without a NAV that count as a gap: more than a week with holidays around it. */
export const gapDays = 10;

/** Marks of a suspicious NAV, which must be accepted first; as those of prices in a file. */
export const navMarks = ["zero", "digits", "jump", "weekend", "gap", "early"] as const;

export const definitionLimits = {
  name: 120,
  summary: 400,
  goal: 400,
  docs: 20_000,
  question: 300,
  answer: 3000,
  questions: 30,
  label: 120,
  allocation: 40,
  years: 50,
} as const;
export const fundNameLimits = { name: 200, manager: 200, venue: 120 } as const;
/** Longest file of NAVs, in characters, and its rows. */
export const navFileLimits = { length: 4_000_000, rows: 100_000 } as const;
/** Documents of funds whose validity ends within so many days are shown, and told of. */
export const expiringDays = 60;
