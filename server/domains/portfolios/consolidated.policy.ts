/** Whose portfolios a person's total has, and how much of each: the only place that decides it. */
import { isHeldOn } from "@portico/api/rules/ownership-shares.ts";
import type { Holder } from "@portico/api/shapes.ts";

/** A confirmed share of a company, over days. */
export interface ConfirmedShare {
  companyId: number;
  percent: string;
  from: string;
  until: string | null;
}

export interface CountedPart extends Holder {
  /** False for a company of which the person only owns a share: its total tells nothing else of it. */
  isOpen: boolean;
  /** The person's share on a day, in percent; null if none is confirmed. */
  shareOn: (day: string) => string | null;
  /** What counts on a day, in percent; null if nothing does. */
  countedOn: (day: string) => string | null;
}

const whole = "100";

/**
 * The person, the companies that they act for, and those of which a share of theirs is confirmed on one of the days. Of a company
 * that they do not act for, only their share counts, also in the whole.
 */
export function partsOf(
  userId: number,
  { companies, shares, of }: { companies: readonly number[]; shares: readonly ConfirmedShare[]; of: "whole" | "share" },
): CountedPart[] {
  const ids = [...new Set([...companies, ...shares.map(({ companyId }) => companyId)])];
  return [
    { holderType: "user", holderId: userId, isOpen: true, shareOn: () => whole, countedOn: () => whole },
    ...ids.map((holderId): CountedPart => {
      const own = shares.filter(({ companyId }) => companyId === holderId);
      const isOpen = companies.includes(holderId);
      const shareOn = (day: string): string | null => own.find((share) => isHeldOn(share, day))?.percent ?? null;
      return {
        holderType: "company",
        holderId,
        isOpen,
        shareOn,
        countedOn: isOpen && of === "whole" ? () => whole : shareOn,
      };
    }),
  ];
}
