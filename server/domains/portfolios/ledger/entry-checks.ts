/** Checks new entries before any calculation: which are known, which are invalid, and what a reversal undoes. */
import type { Holder } from "@portico/api/shapes.ts";
import { badNumberIn, isMadeOfLots, undoneBy } from "@portico/ledger/entry-parts.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { getInstruments } from "../../market-data/market-data.ts";
import { type BookedReversal, findEarliestDay, findKnownEntries, listReversals } from "./entries.queries.ts";
import { type EntryRefusal, type NewEntry, namedIn } from "./entries.ts";

export interface Accepted {
  entry: NewEntry;
  /** Index among the new entries. */
  index: number;
  /**
   * Id of the booked entry that this reversal undoes, and the first day that this changes; one of the same call is found
   * by its external id.
   */
  reversesKnown?: { id: number; day: string };
}

export interface Validated {
  /** Indexes of identical known entries. */
  known: number[];
  refusals: EntryRefusal[];
  accepted: Accepted[];
}

/** `emptyLedger` avoids looking up which of a first file's 100,000 entries are known. */
export async function validate(
  db: Db,
  holder: Holder,
  entries: readonly NewEntry[],
  { emptyLedger }: { emptyLedger: boolean },
): Promise<Validated> {
  const ids = emptyLedger
    ? []
    : entries.flatMap(({ externalId, reversesExternalId }) => [
        externalId,
        ...(reversesExternalId ? [reversesExternalId] : []),
      ]);
  const booked = new Map((await findKnownEntries(db, holder, ids)).map((entry) => [entry.externalId, entry]));
  const { instrumentIds } = namedIn(entries);
  const instruments = await getInstruments(db, [...instrumentIds]);

  const known: number[] = [];
  const refusals: EntryRefusal[] = [];
  const accepted: Accepted[] = [];
  const inFile = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const refuse = (code: EntryRefusal["code"], detail: string | null) => refusals.push({ index, code, detail });
    const before = booked.get(entry.externalId);
    const unknown = [entry.instrumentId, entry.counter?.instrumentId].find(
      (id) => id !== undefined && !instruments.has(id),
    );
    if (inFile.has(entry.externalId)) refuse("repeatedInFile", entry.externalId);
    else if (before && before.fingerprint !== entry.fingerprint) refuse("knownWithOtherContent", entry.externalId);
    else if (before) known.push(index);
    else if (unknown !== undefined) refuse("unknownInstrument", String(unknown));
    else if (badNumberIn({ ...entry, id: 0 }) === undefined && !isMadeOfLots(entry))
      refuse("amountsDisagree", `lots ≠ ${entry.quantity}, ${entry.cost}`);
    else accepted.push({ entry, index });
    inFile.add(entry.externalId);
  }
  const reversals = await examineReversals(db, holder, accepted, booked);
  return { known, refusals: [...refusals, ...reversals.refusals], accepted: reversals.accepted };
}

/**
 * A reversal must name an entry of the ledger or the same call that counts: neither undone, nor named by another reversal
 * that counts. It may name a reversal, whose target counts again then.
 */
async function examineReversals(
  db: Db,
  holder: Holder,
  accepted: readonly Accepted[],
  booked: ReadonlyMap<string, { id: number; day: string }>,
): Promise<Pick<Validated, "refusals" | "accepted">> {
  const fresh = accepted.filter(({ entry }) => entry.kind === "reversal");
  if (fresh.length === 0) return { refusals: [], accepted: [...accepted] };
  const known = await listReversals(db, holder);
  const standing = new Standing(known);
  const here = new Set(accepted.filter((one) => one.entry.kind !== "reversal").map(({ entry }) => entry.externalId));
  const possible = new Map<Accepted, Accepted>();
  // Rows of one day are in no order, so one that must come first is waited for.
  let left = fresh;
  for (let before = -1; before !== left.length; ) {
    before = left.length;
    left = left.filter((one) => {
      const target = one.entry.reversesExternalId ?? "";
      const reversed = booked.get(target);
      if ((reversed === undefined && !here.has(target)) || !standing.counts(reversed?.id ?? target)) return true;
      standing.undo(one.entry.externalId, reversed?.id ?? target);
      here.add(one.entry.externalId);
      possible.set(one, { ...one, ...(reversed && { reversesKnown: { id: reversed.id, day: reversed.day } }) });
      return false;
    });
  }
  for (const { reversesKnown } of possible.values()) {
    const undone = reversesKnown ? undoneThrough(reversesKnown.id, known) : [];
    const day = undone.length > 0 ? await findEarliestDay(db, holder, undone) : null;
    if (reversesKnown && day !== null && day < reversesKnown.day) reversesKnown.day = day;
  }
  const refusals = left.map(({ index, entry }): EntryRefusal => {
    const detail = entry.reversesExternalId || null;
    return { index, code: "unknownReversal", detail };
  });
  const remaining = accepted.flatMap((one) => (one.entry.kind === "reversal" ? (possible.get(one) ?? []) : [one]));
  return { refusals, accepted: remaining };
}

/** What counts again, or no more, if a reversal is undone: its target, the target of that, and so on. */
function undoneThrough(id: number, known: readonly BookedReversal[]): number[] {
  const targets = new Map(known.map((reversal) => [reversal.id, reversal.reverses]));
  const undone: number[] = [];
  for (let target = targets.get(id); target !== undefined; target = targets.get(target)) undone.push(target);
  return undone;
}

/** Which entries count while reversals are added one by one; by id if booked, by external id if new. */
class Standing {
  readonly #targets = new Map<number | string, number | string>();
  readonly #undone: Set<number | string>;

  constructor(known: readonly BookedReversal[]) {
    for (const { id, reverses } of known) this.#targets.set(id, reverses);
    this.#undone = new Set(undoneBy(known).keys());
  }

  counts(key: number | string): boolean {
    return !this.#undone.has(key);
  }

  undo(reversal: number | string, target: number | string): void {
    this.#targets.set(reversal, target);
    // The target stops counting; if it is a reversal, what it undid counts again, and so on.
    let isUndone = true;
    for (let key: number | string | undefined = target; key !== undefined; key = this.#targets.get(key)) {
      if (isUndone) this.#undone.add(key);
      else this.#undone.delete(key);
      isUndone = !isUndone;
    }
  }
}
