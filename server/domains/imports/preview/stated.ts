/** The preview of a list of positions: what each holder had at the end of the stated day, beside what the file states. */
import type { AccountPreview } from "@portico/api/imports.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import { getInstruments } from "../../market-data/market-data.ts";
import { getHoldingsOn, type HeldOn } from "../../portfolios/ledger/holdings.ts";
import { getHeldElsewhere } from "../booking/elsewhere.ts";
import type { Prepared } from "../booking/statement.ts";
import type { ReadAccount, StatedPosition } from "../reading/parsed-file.ts";
import { isNegative, isRounding, isZero, negated, sum } from "../reading/values.ts";
import { validatedStatement } from "./comparison.ts";
import type { Validated } from "./preview.ts";

type Position = AccountPreview["positions"][number];

/** The accounts of one holder on one day: their statements together are what the holder has. */
interface HolderAccounts {
  holder: Holder;
  day: string;
  accounts: ReadAccount[];
}

/**
 * Compares each holder's ledger at the end of the stated day with all accounts of the file that are theirs. What a file states without
 * securities says nothing of securities; a currency that it does not name is not compared. Books nothing.
 */
export async function validatedPositions(trx: Trx, prepared: Prepared): Promise<Validated> {
  const validated = validatedStatement(prepared, []);
  const shown = new Map<string, Position[]>();
  for (const group of groupsOf(prepared)) {
    const [first] = group.accounts;
    if (!first) continue;
    const here = prepared.accounts.get(first.account);
    const held = without(
      await getHoldingsOn(trx, group.holder, group.day),
      await getHeldElsewhere(trx, here, group.day),
    );
    shown.set(first.account, await comparedWith(trx, prepared, group, held));
  }
  return {
    ...validated,
    accounts: validated.accounts.map((account) => ({ ...account, positions: shown.get(account.account) ?? [] })),
  };
}

/** What is left of the holdings once those elsewhere are taken off. */
function without(held: HeldOn, elsewhere: HeldOn): HeldOn {
  const rest = <Key>(all: ReadonlyMap<Key, string>, off: ReadonlyMap<Key, string>): Map<Key, string> =>
    new Map([...all].map(([key, quantity]) => [key, sum(quantity, negated(off.get(key) ?? "0"))]));
  return { positions: rest(held.positions, elsewhere.positions), cash: rest(held.cash, elsewhere.cash) };
}

function groupsOf({ file, holders }: Prepared): HolderAccounts[] {
  const groups = new Map<string, HolderAccounts>();
  for (const account of file.accounts.values()) {
    const holder = holders.get(account.account);
    if (!holder || account.to === undefined) continue;
    const key = `${holder.holderType} ${holder.holderId} ${account.to}`;
    const group = groups.get(key) ?? { holder, day: account.to, accounts: [] };
    group.accounts.push(account);
    groups.set(key, group);
  }
  return [...groups.values()];
}

const differenceOf = (stated: string, held: string, isNone: (value: string) => boolean): string | null => {
  const difference = sum(stated, negated(held));
  return isNone(difference) ? null : difference;
};

/** What is still to be delivered may make the rest less than nothing. */
const isAbove = (quantity: string): boolean => !isZero(quantity) && !isNegative(quantity);

/** What is not free of the units, for the list. */
const restrictions = ({ notAvailable, pledged }: Pick<StatedPosition, "notAvailable" | "pledged">) => ({
  ...(notAvailable !== undefined && isAbove(notAvailable) && { notAvailable }),
  ...(pledged !== undefined && isAbove(pledged) && { pledged }),
});

async function comparedWith(
  trx: Trx,
  { resolved }: Prepared,
  { accounts }: HolderAccounts,
  held: HeldOn,
): Promise<Position[]> {
  const listed = accounts.flatMap(({ positions }) => positions);
  const byInstrument = Map.groupBy(listed, ({ instrument }) => instrument);
  const rows: Position[] = [];
  const seen = new Set<number>();
  for (const [instrument, parts] of byInstrument) {
    const id = resolved.ids[instrument];
    const described = resolved.described[instrument];
    const named = id === undefined ? undefined : resolved.names.get(id);
    const stated = sum(...parts.map(({ quantity }) => quantity));
    const had = (id === undefined ? undefined : held.positions.get(id)) ?? "0";
    if (id !== undefined) seen.add(id);
    rows.push({
      name: named?.name ?? described?.name ?? "?",
      ticker: named?.ticker ?? described?.ticker ?? null,
      currency: named?.currency ?? parts[0]?.currency ?? "EUR",
      instrumentId: id ?? null,
      cash: false,
      before: had,
      after: had,
      stated,
      difference: differenceOf(stated, had, isZero),
      ...restrictions({
        notAvailable: sum(...parts.map((part) => part.notAvailable ?? "0")),
        pledged: sum(...parts.map((part) => part.pledged ?? "0")),
      }),
    });
  }
  // A statement that lists positions and has none says that nothing is held.
  if (listed.length > 0 || accounts.some(({ listsPositions }) => listsPositions)) {
    const missing = [...held.positions].filter(([id, quantity]) => !seen.has(id) && !isZero(quantity));
    const instruments = await getInstruments(
      trx,
      missing.map(([id]) => id),
    );
    for (const [id, had] of missing) {
      const { name, ticker, currency } = instruments.get(id) ?? { name: String(id), ticker: null, currency: "EUR" };
      const difference = negated(had);
      rows.push({
        name,
        ticker,
        currency,
        instrumentId: id,
        cash: false,
        before: had,
        after: had,
        stated: "0",
        difference,
      });
    }
  }
  rows.sort((one, other) => one.name.localeCompare(other.name));
  const cash = new Map<string, string>();
  for (const { currency, amount } of accounts.flatMap((account) => account.cash))
    cash.set(currency, sum(cash.get(currency) ?? "0", amount));
  for (const [currency, stated] of [...cash].toSorted(([one], [other]) => one.localeCompare(other))) {
    const had = held.cash.get(currency) ?? "0";
    const name = { name: currency, ticker: null, currency, instrumentId: null, cash: true };
    rows.push({ ...name, before: had, after: had, stated, difference: differenceOf(stated, had, isRounding) });
  }
  return rows;
}
