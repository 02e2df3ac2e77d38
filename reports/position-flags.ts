/** How much of a position is lent, pledged or transferred, and what of it is not protected. */
import { type FlagKind, flagKinds, unprotectedKinds } from "@portico/api/rules/mandates.ts";
import { Decimal } from "@portico/ledger/decimal.ts";

interface Flagged {
  kind: FlagKind;
  /** Null: the whole position. */
  quantity: string | null;
}

export interface FlaggedUnits {
  /** As flagged, also if it is more than is held. */
  units: Record<FlagKind, string>;
  /** Of one kind more is flagged than is held. */
  exceeds: boolean;
  /** Of what is held: what is not the client's property for the time, and what is encumbered. */
  unprotected: string;
  encumbered: string;
}

const never = (): Record<FlagKind, Decimal> => ({
  lent: new Decimal(0),
  pledged: new Decimal(0),
  transferred: new Decimal(0),
});

/** Of one position on one day. A debt (negative cash) has nothing that could be flagged. */
export function flaggedUnits(held: string, flags: readonly Flagged[]): FlaggedUnits {
  const most = Decimal.max(new Decimal(held), 0);
  const sums = flags.reduce((units, { kind, quantity }) => {
    units[kind] = units[kind].plus(quantity ?? most);
    return units;
  }, never());
  const unprotected = unprotectedKinds.reduce((sum, kind) => sum.plus(sums[kind]), new Decimal(0));
  return {
    units: { lent: sums.lent.toFixed(), pledged: sums.pledged.toFixed(), transferred: sums.transferred.toFixed() },
    exceeds: flagKinds.some((kind) => sums[kind].gt(most)) || unprotected.gt(most),
    unprotected: Decimal.min(unprotected, most).toFixed(),
    encumbered: Decimal.min(sums.pledged, most).toFixed(),
  };
}
