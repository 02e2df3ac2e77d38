/** Kinds of reports, and how they are made; without zod, for pages too. */

/** In the order in which pages offer them. */
export const reportKinds = ["assets", "management", "confirmation", "costs", "taxPL", "taxBG", "review"] as const;
export type ReportKind = (typeof reportKinds)[number];

/** Those that a delegate reads with the part `tax`; the others belong to `reports`. */
export const taxKinds = ["taxPL", "taxBG"] as const satisfies readonly ReportKind[];
export const isTaxKind = (kind: ReportKind): kind is (typeof taxKinds)[number] =>
  (taxKinds as readonly ReportKind[]).includes(kind);
export const partOfKind = (kind: ReportKind): "reports" | "tax" => (isTaxKind(kind) ? "tax" : "reports");
/** Country of the tax, ISO 3166-1 alpha-2. */
export const taxCountryOf = (kind: (typeof taxKinds)[number]): "PL" | "BG" => (kind === "taxPL" ? "PL" : "BG");

export const reportStates = ["making", "made", "failed"] as const;
export type ReportState = (typeof reportStates)[number];

/**
 * Why a report could not be made: nothing was booked up to its end; its data or file are too large; the portal failed, and
 * asking again may succeed.
 */
export const reportFailures = ["beforeFirstEntry", "tooLarge", "unavailable"] as const;
export type ReportFailure = (typeof reportFailures)[number];
