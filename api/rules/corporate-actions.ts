/** What corporate actions may be. Without zod, so that pages may load it. */

export const actionTypes = [
  "cashDividend",
  "stockDividend",
  "choiceDividend",
  "split",
  "rightsIssue",
  "spinOff",
  "merger",
  "tenderOffer",
  "returnOfCapital",
  "redemption",
] as const;
export type ActionType = (typeof actionTypes)[number];

/** `applying` and `undoing` while a run books or reverses; an undone action can be corrected, confirmed and applied again. */
export const actionStates = [
  "announced",
  "confirmed",
  "applying",
  "applied",
  "undoing",
  "undone",
  "cancelled",
] as const;
export type ActionState = (typeof actionStates)[number];

/** What a holder may choose; the first of a type is what most custodians take by default. */
export const actionOptions = {
  choiceDividend: ["cash", "shares"],
  rightsIssue: ["lapse", "subscribe"],
  tenderOffer: ["keep", "tender"],
} as const satisfies Partial<Record<ActionType, readonly string[]>>;
export const optionNames = ["cash", "shares", "lapse", "subscribe", "keep", "tender"] as const;
export type OptionName = (typeof optionNames)[number];

/** The options of a type; none if nothing is to be chosen. */
export const optionsOf = (type: ActionType): readonly OptionName[] =>
  (actionOptions as Partial<Record<ActionType, readonly OptionName[]>>)[type] ?? [];

/** What happens to parts of a unit: paid in cash at the price of the terms, dropped, or kept where a custodian holds them. */
export const fractionRules = ["cash", "down", "keep"] as const;
export type FractionRule = (typeof fractionRules)[number];

/** The parts of the terms that a type has: needed, possible, or refused. */
type Use = "needed" | "possible" | undefined;
interface TermsOfType {
  cash?: Use;
  ratio?: Use;
  target?: Use;
  price?: Use;
  taxRate?: Use;
  costShare?: Use;
}
export const termsOfTypes: Record<ActionType, TermsOfType> = {
  cashDividend: { cash: "needed", taxRate: "possible" },
  stockDividend: { ratio: "needed", price: "possible" },
  choiceDividend: { cash: "needed", ratio: "needed", price: "possible", taxRate: "possible" },
  split: { ratio: "needed", price: "possible" },
  rightsIssue: { ratio: "needed", price: "needed" },
  spinOff: { ratio: "needed", target: "needed", costShare: "needed", price: "possible" },
  merger: { cash: "possible", ratio: "possible", target: "possible", price: "possible" },
  tenderOffer: { cash: "needed" },
  returnOfCapital: { cash: "needed" },
  redemption: { cash: "needed" },
};
export const termNames = ["cash", "ratio", "target", "price", "taxRate", "costShare"] as const;
export type TermName = (typeof termNames)[number];

/** Terms as staff state them. */
export interface StatedTerms {
  cash: unknown;
  ratio: unknown;
  target: unknown;
  price: unknown;
  taxRate: unknown;
  costShare: unknown;
  fractions: FractionRule;
}

export interface TermFault {
  path: TermName;
  code: "required" | "notAllowed";
}

/** What lacks or does not belong to the terms of a type. */
export function termFaults(type: ActionType, terms: StatedTerms): TermFault[] {
  const uses: Partial<Record<TermName, Use>> = { ...termsOfTypes[type] };
  if (type === "merger") {
    // Shares, cash, or both: a ratio needs what it is of, and without one there must be cash.
    if (terms.ratio !== null) uses.target = "needed";
    else uses.cash = "needed";
    if (terms.target !== null) uses.ratio = "needed";
  }
  if (terms.ratio !== null && terms.fractions === "cash" && uses.price === "possible" && type !== "choiceDividend")
    uses.price = "needed";
  return termNames.flatMap((path): TermFault[] => {
    const isStated = terms[path] !== null;
    if (!isStated && uses[path] === "needed") return [{ path, code: "required" }];
    return isStated && uses[path] === undefined ? [{ path, code: "notAllowed" }] : [];
  });
}

/** `known`: a file booked it already. `unclear`: an entry may be it, which a person decides. */
export const shareStates = [
  "waiting",
  "ready",
  "nothing",
  "known",
  "unclear",
  "refused",
  "leftOut",
  "booked",
  "undone",
  "failed",
] as const;
export type ShareState = (typeof shareStates)[number];

/** Why a holder is refused or gets nothing. */
export const shareReasons = [
  "belowOneUnit",
  "optionWithoutEntry",
  "unitsGone",
  "entryRefused",
  "splitDiffers",
  "changedSince",
  "soldSince",
  "costUnknown",
  "error",
] as const;
export type ShareReason = (typeof shareReasons)[number];

export const runKinds = ["apply", "undo"] as const;
export type RunKind = (typeof runKinds)[number];
export const runStates = ["calculating", "previewed", "booking", "done", "blocked", "dropped"] as const;
export type RunState = (typeof runStates)[number];

export const electionStates = ["awaitingSigners", "standing", "replaced", "withdrawn", "lapsed"] as const;
export type ElectionState = (typeof electionStates)[number];

export const actionSourceLimit = 200;
export const actionNoteLimit = 1000;
export const actionReasonLimit = 500;
/** Hours before the clients' deadline at which those are reminded who have not elected. */
export const reminderHours = 48;
