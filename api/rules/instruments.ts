/** Facts of instruments. Without zod, so that pages may load it. */

/** The portal's own list of sectors; `diversified` for a fund over several, `government` for the debt of states and towns. */
export const sectors = [
  "technology",
  "communication",
  "health",
  "finance",
  "realEstate",
  "consumerGoods",
  "everydayGoods",
  "industry",
  "materials",
  "energy",
  "utilities",
  "government",
  "diversified",
] as const;
export type Sector = (typeof sectors)[number];

/** `contractual`: a fund without legal personality, whose units are no shares of a company. */
export const legalForms = ["company", "contractual"] as const;
export type LegalForm = (typeof legalForms)[number];

/** A market identifier (ISO 10383), such as "XNYS". */
export const isVenue = (text: string): boolean => /^[A-Z0-9]{4}$/.test(text);

/** Where a fact comes from: a custodian's file, or a colleague. */
export const factSources = ["file", "staff"] as const;
