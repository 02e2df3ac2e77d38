/** Kinds of files that are recognised, but not read where they were chosen. Wording: `imports.otherFile.<kind>`. */

/** Our own CSV of another kind, which is read elsewhere. */
export const ownFiles = [
  "statement",
  "prices",
  "rates",
  "navs",
  "benchmark",
  "announcements",
  "ownCosts",
  "mandates",
  "flags",
] as const;
export type OwnFile = (typeof ownFiles)[number];

export const otherFiles = [
  "json",
  "swift",
  "ofx",
  "camt",
  "semt",
  "iso20022",
  "positions",
  "cash",
  "lots",
  ...ownFiles,
] as const;
export type OtherFile = (typeof otherFiles)[number];
