/**
 * What a firm's counsel decides for the forms: the declaration texts, each with its own versions, and the amount bands.
 * Versioned settings: a submission keeps the versions it was made with.
 */
import { incomeBands, wealthBands } from "@portico/kyc/risk-profile.ts";
import type { Language } from "../shapes.ts";

/** Declarations, by field name. */
export const declarationNames = [
  "terms",
  "privacy",
  "truth",
  "risk",
  "electronicSignature",
  "marketing",
  "taxCertification",
  "authorityConfirmed",
] as const;
export type DeclarationName = (typeof declarationNames)[number];

/**
 * Bands from lowest to highest, by the list that a field uses. The names come from the original limits and stay when
 * the limits change; the text shown is made from the limits.
 */
export const bandOptions = {
  amountBand: ["under10", "10to50", "50to100", "100to250", "250to1000", "over1000"],
  incomeBand: incomeBands,
  wealthBand: wealthBands,
  businessBand: ["under100", "100to500", "500to2000", "2000to10000", "over10000"],
  tradeVolume: ["under10", "10to50", "50to250", "over250"],
} as const;
export type BandList = keyof typeof bandOptions;
export const bandLists = Object.keys(bandOptions) as BandList[];

export interface AmountBands {
  /** Where one band ends and the next begins, in whole EUR: one fewer than there are bands. */
  limits: Record<BandList, number[]>;
  /** Proof of the source of funds is required from this limit of the expected amount. */
  fundsProofFrom: number;
  /** The source of wealth is asked from this limit of the expected amount. */
  wealthSourceFrom: number;
}

export const firstBands: AmountBands = {
  limits: {
    amountBand: [10_000, 50_000, 100_000, 250_000, 1_000_000],
    incomeBand: [10_000, 25_000, 50_000, 100_000, 250_000],
    wealthBand: [10_000, 50_000, 250_000, 1_000_000],
    businessBand: [100_000, 500_000, 2_000_000, 10_000_000],
    tradeVolume: [10_000, 50_000, 250_000],
  },
  fundsProofFrom: 100_000,
  wealthSourceFrom: 1_000_000,
};

export interface DeclarationText {
  name: string;
  version: number;
  words: Record<Language, string>;
}

/** The settings that apply to a form, or applied to a revision of it. */
export interface Settled {
  bands: AmountBands & { version: number };
  /** The newest version of each text, and the older ones that the answers name. */
  texts: DeclarationText[];
}

/** The delivered settings; the server has the texts. */
export const firstSettled: Settled = { bands: { ...firstBands, version: 1 }, texts: [] };

/** The text in force: a tick counts only for this version. */
export const currentText = ({ texts }: Settled, name: string): DeclarationText | undefined =>
  texts.filter((text) => text.name === name).toSorted((a, b) => b.version - a.version)[0];

/** The version that a box was ticked for; 0 if it is not ticked. `true` is a tick from before texts had versions. */
export const agreedVersion = (value: unknown): number =>
  value === true ? 1 : typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;

export const isOutdated = (settled: Settled, name: string, value: unknown): boolean =>
  agreedVersion(value) > 0 && agreedVersion(value) !== (currentText(settled, name)?.version ?? 1);

const isBandList = (list: string): list is BandList => Object.hasOwn(bandOptions, list);

/** Limits of a band in EUR: the lowest starts at 0, the highest has no end. Undefined if it is not a band. */
export function bandOf({ bands }: Settled, list: string, option: string): { from: number; to: number } | undefined {
  if (!isBandList(list)) return undefined;
  const place = (bandOptions[list] as readonly string[]).indexOf(option);
  if (place < 0) return undefined;
  const limits = bands.limits[list];
  return { from: limits[place - 1] ?? 0, to: limits[place] ?? Number.POSITIVE_INFINITY };
}
