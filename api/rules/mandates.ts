/** What categories of clients, mandates and flags of positions may be. Without zod, so that pages may load it. */

/** Retail unless said otherwise. */
export const clientCategories = ["retail", "professional", "eligible"] as const;
export type ClientCategory = (typeof clientCategories)[number];

export const mandateServices = ["management", "advice", "execution"] as const;
export type MandateService = (typeof mandateServices)[number];

/** How often the periodic statement of portfolio management is due. */
export const statementFrequencies = ["month", "quarter", "year"] as const;
export type StatementFrequency = (typeof statementFrequencies)[number];

/** Lent: securities financing. Pledged: or otherwise encumbered. Transferred: by a title transfer collateral arrangement. */
export const flagKinds = ["lent", "pledged", "transferred"] as const;
export type FlagKind = (typeof flagKinds)[number];
/** Kinds of what is not the client's property for the time: it is not protected by the rules on client assets. */
export const unprotectedKinds: readonly FlagKind[] = ["lent", "transferred"];

export const mandateReasonLimit = 500;
export const flagNoteLimit = 500;
/** Longest file of mandates or flags, in characters, and its rows. */
export const mandateFileLimits = { length: 1_000_000, rows: 5_000 } as const;
/** What a file can be of. */
export const mandateFileKinds = ["mandates", "flags"] as const;
export type MandateFileKind = (typeof mandateFileKinds)[number];

/** What was agreed, as staff state it. */
export interface StatedMandate {
  service: MandateService;
  leverage: boolean;
  benchmark: number | null;
  frequency: StatementFrequency | null;
  singleConfirmations: boolean;
}
export type MandateField = "leverage" | "benchmark" | "frequency" | "singleConfirmations";

/**
 * What contradicts the service or the law: only portfolio management has a benchmark, a frequency and the other agreements; a portfolio
 * with leverage has a statement each month, and a yearly one needs single confirmations (Delegated Regulation 2017/565, Article 60(3)).
 */
export function mandateFaults({
  service,
  leverage,
  benchmark,
  frequency,
  singleConfirmations,
}: StatedMandate): { path: MandateField; code: "notAllowed" | "required" }[] {
  if (service !== "management")
    return [
      ...(leverage ? [{ path: "leverage", code: "notAllowed" } as const] : []),
      ...(benchmark === null ? [] : [{ path: "benchmark", code: "notAllowed" } as const]),
      ...(frequency === null ? [] : [{ path: "frequency", code: "notAllowed" } as const]),
      ...(singleConfirmations ? [{ path: "singleConfirmations", code: "notAllowed" } as const] : []),
    ];
  if (frequency === null) return [{ path: "frequency", code: "required" }];
  const isAllowed = leverage ? frequency === "month" : frequency !== "year" || singleConfirmations;
  return isAllowed ? [] : [{ path: "frequency", code: "notAllowed" }];
}
