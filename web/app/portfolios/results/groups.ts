/** Results of holdings put together by what they have in common. */
import type { HoldingResult } from "@portico/api/portfolio-results.ts";
import { sumAmounts } from "../../ui/sum-amounts.ts";

export const groupKinds = ["class", "currency", "country"] as const;
export type GroupKind = (typeof groupKinds)[number];

export type Group = Pick<
  HoldingResult,
  "key" | "priceGain" | "currencyGain" | "income" | "fees" | "tax" | "total" | "contribution" | "gaps"
> & { holdings: HoldingResult[] };

/** A class, a currency or a country; "unknown" if it is not stated, "cash" for what has no country. */
export const groupOf = ({ instrumentId, assetClass, currency, country }: HoldingResult, kind: GroupKind): string =>
  ({
    class: assetClass ?? "unknown",
    currency,
    country: country ?? (instrumentId === null ? "cash" : "unknown"),
  })[kind];

/** Percentage points with two decimals; null if one of them is unknown. */
const sumPoints = (points: readonly (number | null)[]): number | null => {
  const known = points.filter((point) => point !== null);
  return known.length < points.length ? null : known.reduce((sum, point) => sum + Math.round(point * 100), 0) / 100;
};

/** Each holding is in one group, so that the groups add up to what the holdings do. They have no return of their own. */
export function groupResults(holdings: readonly HoldingResult[], kind: GroupKind): Group[] {
  return [...Map.groupBy(holdings, (holding) => groupOf(holding, kind))].map(([key, own]) => {
    const sum = (part: "priceGain" | "currencyGain" | "income" | "fees" | "tax" | "total") =>
      sumAmounts(own.map((holding) => holding[part]));
    return {
      key,
      holdings: own,
      priceGain: sum("priceGain"),
      currencyGain: sum("currencyGain"),
      income: sum("income"),
      fees: sum("fees"),
      tax: sum("tax"),
      total: sum("total"),
      contribution: sumPoints(own.map(({ contribution }) => contribution)),
      gaps: own.flatMap(({ gaps }) => gaps),
    };
  });
}
