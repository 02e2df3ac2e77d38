/** Compares holders' accounts with their ledgers, and stores what agrees and what breaks. */
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Tx, transact, type WriteContext } from "../../unit-of-work/transact.ts";
import { firmDay } from "../settings/firm-day.ts";
import { type ComparedItem, compareStatements, findMatchingEntries, joinWhole } from "./comparison.queries.ts";
import {
  type ComparedPart,
  closeAgreed,
  lockComparisons,
  saveAgreed,
  saveBreaks,
  saveDays,
} from "./outcome.queries.ts";
import { agreedOf, type BrokenItem, brokenOf, causeOf, daysOf, differenceOf } from "./outcome.ts";

/** Days before today whose comparisons are made anew after a late booking. */
const daysBack = 40;
/** Up to so many each step is found by its index. */
const fewHolders = 10;

const partOf = ({ holderType, holderId, custodianId, part, currency }: ComparedItem): ComparedPart => ({
  holderType,
  holderId,
  custodianId,
  part,
  currency,
});

async function withCauses(tx: Tx, broken: readonly BrokenItem[]) {
  const sides = await findMatchingEntries(
    tx,
    broken.map((item) => ({ ...item, difference: differenceOf(item).toFixed() })),
  );
  return broken.map((item, place) => ({ ...item, cause: causeOf(item, sides[place] ?? null) }));
}

/**
 * Compares the holders' accounts: all days of the last weeks, or the last one alone. One transaction; one comparison at a time, so that
 * what is stored is what the last one read.
 */
export async function compareHolders(
  context: WriteContext,
  holders: readonly Holder[],
  { now, onlyLast = false }: { now: Date; onlyLast?: boolean },
): Promise<{ compared: number; broken: number; closed: number }> {
  if (holders.length === 0) return { compared: 0, broken: 0, closed: 0 };
  return transact(context, async (tx) => {
    await lockComparisons(tx);
    const { today } = await firmDay(tx, now);
    const isMany = holders.length > fewHolders;
    if (isMany) await joinWhole(tx, true);
    const items = await compareStatements(tx, holders, { since: addDays(today, -daysBack), onlyLast });
    if (isMany) await joinWhole(tx, false);
    const broken = brokenOf(items);
    await saveDays(tx, daysOf(items));
    await saveAgreed(tx, agreedOf(items));
    await saveBreaks(tx, await withCauses(tx, broken));
    const last = items.filter(({ isLast, isComplete }) => isLast && isComplete).map(partOf);
    const parts = [...new Map(last.map((one) => [JSON.stringify(one), one])).values()];
    const closed = await closeAgreed(tx, parts, broken);
    if (items.length > 0) tx.emit("reconciliation:changed", {});
    return { compared: items.length, broken: broken.length, closed };
  });
}
