/** Checks new entries before any calculation: which are known, which are invalid, and what a reversal undoes. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { getInstruments } from "../../market-data/market-data.service.ts";
import { namedIn } from "../portfolios.maths.ts";
import { findKnownEntries, findReversed } from "./entries.queries.ts";
import type { EntryRefusal, NewEntry } from "./entries.ts";

export interface Accepted {
  entry: NewEntry;
  /** Index among the new entries. */
  index: number;
  /** Id of the booked entry that this reversal undoes; one of the same call is found by its external id. */
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
    else accepted.push({ entry, index });
    inFile.add(entry.externalId);
  }
  const reversals = await examineReversals(db, holder, accepted, booked);
  return { known, refusals: [...refusals, ...reversals.refusals], accepted: reversals.accepted };
}

/** A reversal must name an entry of the ledger or the same call that is not a reversal and not reversed yet. */
async function examineReversals(
  db: Db,
  holder: Holder,
  accepted: readonly Accepted[],
  booked: ReadonlyMap<string, { id: number; day: string }>,
): Promise<Pick<Validated, "refusals" | "accepted">> {
  const reversals = accepted.filter(({ entry }) => entry.kind === "reversal");
  if (reversals.length === 0) return { refusals: [], accepted: [...accepted] };
  const inCall = new Set(
    accepted.filter(({ entry }) => entry.kind !== "reversal").map(({ entry }) => entry.externalId),
  );
  const targets = reversals.flatMap(({ entry }) => booked.get(entry.reversesExternalId ?? "")?.id ?? []);
  const undone = new Set(await findReversed(db, holder, targets));
  const refusals: EntryRefusal[] = [];
  const named = new Set<string>();
  const remaining = accepted.flatMap((one): Accepted[] => {
    if (one.entry.kind !== "reversal") return [one];
    const target = one.entry.reversesExternalId ?? "";
    const reversesKnown = booked.get(target);
    const possible = reversesKnown === undefined ? inCall.has(target) : !undone.has(reversesKnown.id);
    if (possible && !named.has(target)) {
      named.add(target);
      return [{ ...one, ...(reversesKnown !== undefined && { reversesKnown }) }];
    }
    refusals.push({ index: one.index, code: "unknownReversal", detail: target || null });
    return [];
  });
  return { refusals, accepted: remaining };
}
