/** Where a holding lies: its units, or an amount of cash, by the custodian that its entries state. */
import { Decimal, zero } from "./decimal.ts";

/** Units at one custodian; null for what cannot be told. */
export interface CustodyPart {
  custodian: string | null;
  quantity: Decimal;
}

const isBelow = (quantity: Decimal): boolean => quantity.isNegative() && !quantity.isZero();

/**
 * The parts of a holding, none of which is zero; they sum to `held` exactly. `moved` is the sum of the entries of each custodian, null
 * for those that state none. Parts of opposite signs mean that entries which state none, or none at all, moved units of those that
 * do: units are then a custodian's only as far as nothing else is possible, and the rest is not told. Cash may be below zero, so it is
 * taken as it is if each of its entries states its custodian.
 */
export function divideByCustodian(
  moved: readonly { custodian: string | null; quantity: Decimal }[],
  held: Decimal,
  isCash: boolean,
): CustodyPart[] {
  const stated = new Map<string, Decimal>();
  for (const { custodian, quantity } of moved)
    if (custodian !== null) stated.set(custodian, (stated.get(custodian) ?? zero).plus(quantity));
  const sum = [...stated.values()].reduce((all, one) => all.plus(one), zero);
  const unstated = held.minus(sum);
  const isWhole =
    unstated.isZero() && !moved.some(({ custodian, quantity }) => custodian === null && !quantity.isZero());
  const parts = isCash && isWhole ? stated : possible(stated, unstated);
  const known = [...parts].filter(([, quantity]) => !quantity.isZero());
  const rest = known.reduce((left, [, quantity]) => left.minus(quantity), held);
  return [
    ...known.map(([custodian, quantity]): CustodyPart => ({ custodian, quantity })),
    ...(rest.isZero() ? [] : [{ custodian: null, quantity: rest }]),
  ];
}

/** What lies at each custodian at least, whatever the entries that state none moved. */
function possible(stated: ReadonlyMap<string, Decimal>, unstated: Decimal): Map<string, Decimal> {
  const lacking = [...stated.values()].reduce((all, one) => (isBelow(one) ? all.plus(one) : all), zero);
  // More left than came with any entry: it was moved between custodians, and nobody said from which.
  if (isBelow(lacking) && isBelow(unstated.plus(lacking))) return new Map();
  const taken = isBelow(unstated) ? unstated : zero;
  return new Map(
    [...stated].map(([custodian, quantity]) => {
      const left = quantity.plus(taken);
      return [custodian, isBelow(left) ? zero : left];
    }),
  );
}
