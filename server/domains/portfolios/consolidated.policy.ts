/** Whose portfolios a person's total has, and how much of each: the only place that decides it. */
import { isHeldOn } from "@portico/api/rules/ownership-shares.ts";
import type { Holder } from "@portico/api/shapes.ts";

/** A percentage over days, both included; without a last day until further notice. */
export interface CountedPeriod {
  percent: string;
  from: string;
  until: string | null;
}

/** A confirmed share of a company. */
export type ConfirmedShare = CountedPeriod & { companyId: number };

export interface CountedPart extends Holder {
  /** False for a company of which the person only owns a share: its total tells nothing else of it. */
  isOpen: boolean;
  /** The person's shares of it. */
  shares: CountedPeriod[];
  /** What counts of it; on other days nothing does. */
  counted: CountedPeriod[];
}

const whole: CountedPeriod = { percent: "100", from: "0001-01-01", until: null };

/** The percentage of a day; null if none is. */
export const percentOn = (periods: readonly CountedPeriod[], day: string): string | null =>
  periods.find((period) => isHeldOn(period, day))?.percent ?? null;

/**
 * The person, the companies that they act for, and those of which a share of theirs is confirmed. Of a company that they do not
 * act for, only their share counts, also in the whole.
 */
export function partsOf(
  userId: number,
  { companies, shares, of }: { companies: readonly number[]; shares: readonly ConfirmedShare[]; of: "whole" | "share" },
): CountedPart[] {
  const ids = [...new Set([...companies, ...shares.map(({ companyId }) => companyId)])];
  return [
    { holderType: "user", holderId: userId, isOpen: true, shares: [whole], counted: [whole] },
    ...ids.map((holderId): CountedPart => {
      const own = shares
        .filter(({ companyId }) => companyId === holderId)
        .map(({ percent, from, until }) => ({ percent, from, until }));
      const isOpen = companies.includes(holderId);
      return {
        holderType: "company",
        holderId,
        isOpen,
        shares: own,
        counted: isOpen && of === "whole" ? [whole] : own,
      };
    }),
  ];
}
