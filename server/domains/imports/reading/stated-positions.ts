/** Collects what a file states of an account at the end of a day: securities and cash, each once. */
import type { Day } from "@portico/ledger/entry.ts";
import { type ReadAccount, RefusedRow, type StatedPosition } from "./parsed-file.ts";
import { sum } from "./values.ts";

const added = (one: string | undefined, other: string | undefined): string | undefined =>
  one === undefined || other === undefined ? undefined : sum(one, other);

/** Units of one security in several places of safekeeping are one position. */
function merged(known: StatedPosition, more: StatedPosition): StatedPosition {
  const { available, notAvailable, pledged, cost, marketValue, ...rest } = known;
  const isMoney = known.currency === more.currency;
  const total = {
    cost: isMoney ? added(cost, more.cost) : undefined,
    marketValue: isMoney ? added(marketValue, more.marketValue) : undefined,
    available: added(available, more.available),
    notAvailable: added(notAvailable, more.notAvailable),
    pledged: added(pledged ?? "0", more.pledged ?? "0"),
  };
  return {
    ...rest,
    quantity: sum(known.quantity, more.quantity),
    ...Object.fromEntries(Object.entries(total).filter(([, value]) => value !== undefined)),
  };
}

interface Stated {
  day: Day;
  position?: Omit<StatedPosition, "day">;
  cash?: { currency: string; amount: string };
}

/** Adds what is stated; throws a RefusedRow if the account is stated for another day already. */
export function noteStated(account: ReadAccount, { day, position, cash }: Stated): void {
  if (account.to !== undefined && account.to !== day) throw new RefusedRow("badDate", `${account.to}, ${day}`);
  account.to = day;
  if (position) {
    const place = account.positions.findIndex(({ instrument }) => instrument === position.instrument);
    const known = account.positions[place];
    if (known) account.positions[place] = merged(known, position);
    else account.positions.push({ ...position, day });
  }
  if (cash) {
    const known = account.cash.find(({ currency }) => currency === cash.currency);
    if (known) known.amount = sum(known.amount, cash.amount);
    else account.cash.push({ ...cash });
  }
}
