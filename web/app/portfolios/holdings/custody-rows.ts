/** Holdings divided by the custodian at which they lie. */
import type { Custody } from "@portico/api/portfolio-custody.ts";
import type { InstrumentRow } from "@portico/api/portfolios.ts";
import type { AllocationRow } from "./allocation.ts";

const toCents = (value: number): number => Math.round(value * 100);

/** One row for each part of a holding; their values add up to the holding's, to the cent. */
export function divideRows(rows: readonly InstrumentRow[], { holdings }: Pick<Custody, "holdings">): AllocationRow[] {
  const partsOf = new Map(holdings.map(({ key, parts }) => [key, parts]));
  return rows.flatMap((row): AllocationRow[] => {
    const parts = partsOf.get(row.key) ?? [];
    const units = parts.reduce((sum, { quantity }) => sum + Number(quantity), 0);
    // The holding changed since, or is not in the answer.
    if (parts.length === 0 || units === 0) return [{ ...row, custodian: null }];
    const cents = row.currentValue === null ? null : toCents(row.currentValue);
    let before = 0;
    return parts.map(({ custodian, quantity }, place) => {
      const given = before / units;
      before += Number(quantity);
      const until = place === parts.length - 1 ? 1 : before / units;
      const value = cents === null ? null : (Math.round(cents * until) - Math.round(cents * given)) / 100;
      return { ...row, custodian, ownedShares: Number(quantity), currentValue: value };
    });
  });
}
