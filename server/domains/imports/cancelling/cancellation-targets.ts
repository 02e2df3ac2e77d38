/**
 * Rows that cancel another one without naming it: transfers, cash movements and corporate actions. What they cancel is
 * found by its figures, in the same file or in the ledger, because custodians send both on different days.
 */
import type { Day, DecimalString, EntryKind } from "@portico/ledger/entry.ts";
import { hashEntry } from "../reading/identity.ts";
import type { FileEntry, Undoing } from "../reading/parsed-file.ts";
import { Exact } from "../reading/values.ts";
import { undoneAs } from "./rebookings.ts";

/** An entry that may be cancelled; instruments by any key that is the same for all entries that are compared. */
export interface Cancellable {
  externalId: string;
  kind: EntryKind;
  day: Day;
  instrument: number | null;
  quantity: DecimalString | null;
  currency: string;
  amount: DecimalString;
  counterInstrument: number | null;
  counterQuantity: DecimalString | null;
  description: string | null;
  /** Fingerprint of what reverses it in the ledger; null if nothing does. */
  reversal: string | null;
}

/** A correction replaces what was booked at most this many days before; another action is further away. */
const correctedWithinDays = 62;
const dayMs = 86_400_000;
const daysBetween = (one: Day, other: Day): number => (Date.parse(other) - Date.parse(one)) / dayMs;

const isSame = (one: DecimalString | null | undefined, other: DecimalString | null | undefined): boolean =>
  new Exact(one ?? 0).eq(other ?? 0);

/** Ids of bookings ascend. Negative if `one` was booked first, 0 if their ids do not say. */
function compareIds(one: string, other: string): number {
  const [first, second] = [one, other].map((id) => /^ib:tx:(\d+)/.exec(id)?.[1]);
  if (first === undefined || second === undefined) return 0;
  return first.length - second.length || (first === second ? 0 : first < second ? -1 : 1);
}
const compare = (one: Cancellable, other: Pick<Cancellable, "day" | "externalId">): number =>
  one.day === other.day ? compareIds(one.externalId, other.externalId) : one.day < other.day ? -1 : 1;

/** Gives instruments the key by which they are compared. */
type KeyOf = (instrument: number | undefined) => number | null;

function matches(row: FileEntry, undoes: Undoing, one: Cancellable, keyOf: KeyOf): boolean {
  if (one.kind !== undoes.kind || one.day > row.day || one.instrument !== keyOf(undoes.instrument)) return false;
  if (undoes.figures === "any") return daysBetween(one.day, row.day) <= correctedWithinDays;
  return (
    one.currency === undoes.currency &&
    isSame(one.quantity, undoes.quantity) &&
    isSame(one.amount, undoes.amount) &&
    one.counterInstrument === keyOf(undoes.counter?.instrument) &&
    isSame(one.counterQuantity, undoes.counter?.quantity)
  );
}

/** The reversal of an entry by a row. */
function reversalOf(row: FileEntry, target: string): FileEntry {
  const { line, account, day, currency, description } = row;
  const reversal = {
    line,
    account,
    externalId: undoneAs(target),
    kind: "reversal" as const,
    day,
    currency,
    amount: "0",
    reversesExternalId: target,
    ...(description !== undefined && { description }),
  };
  return { ...reversal, fingerprint: hashEntry(reversal) };
}

interface Given {
  /** What the file itself books for the account, and what the ledger has. */
  candidatesOf: (account: string) => readonly Cancellable[];
  /** Whether an entry of this id is in the ledger and counts. */
  isBooked: (account: string, externalId: string) => boolean;
  keyOf: KeyOf;
}

/** The entry that a row cancels: the one that it cancelled before, or the last like it before the row. */
function findTarget(row: FileEntry, undoes: Undoing, taken: ReadonlySet<string>, given: Given): string | undefined {
  const alike = given
    .candidatesOf(row.account)
    .filter(
      (one) =>
        one.externalId !== row.externalId &&
        !taken.has(`${row.account} ${one.externalId}`) &&
        matches(row, undoes, one, given.keyOf),
    );
  const known = alike.find(({ externalId, reversal }) => reversal === reversalOf(row, externalId).fingerprint);
  if (known) return known.externalId;
  const open = alike.filter(({ reversal }) => reversal === null).toSorted(compare);
  const before = open.filter((one) => compare(one, row) < 0);
  const possible = before.length > 0 ? before : open;
  const described = possible.filter(({ description }) => description === (undoes.description ?? null));
  return (described.at(-1) ?? possible.at(-1))?.externalId;
}

/** The entries as they were read, before any row was aimed: a booking that is repeated begins with them. */
const asRead = (entries: readonly FileEntry[]): FileEntry[] =>
  entries.flatMap((entry) => (entry.readAs === undefined ? [entry] : (entry.readAs ?? [])));

interface Aimed {
  /** The entries: a reversal in the place of each row that cancels something, and one before each that corrects something. */
  entries: FileEntry[];
  /** Rows that cancel nothing that is known. */
  unaimed: FileEntry[];
}

/**
 * Has each row that cancels or corrects reverse what it means, each entry once. A row that finds nothing stays as it was
 * read; so does one that an earlier file booked as it was read, because that file found nothing.
 */
export function aimCancelling(all: readonly FileEntry[], given: Given): Aimed {
  const taken = new Set<string>();
  const found = new Map<FileEntry, FileEntry>();
  const unaimed: FileEntry[] = [];
  const read = asRead(all);
  const rows = read.filter(({ undoes, corrects }) => undoes !== undefined || corrects !== undefined);
  const inOrder = (one: FileEntry, other: FileEntry): number =>
    one.day === other.day ? compareIds(one.externalId, other.externalId) : one.day < other.day ? -1 : 1;
  for (const row of rows.toSorted(inOrder)) {
    const undoing = row.undoes ?? row.corrects;
    if (undoing === undefined) continue;
    if (row.undoes && given.isBooked(row.account, row.externalId)) {
      // A person said which way it went, and says so again.
      if (row.undoes.otherwise === "asked") unaimed.push(row);
      continue;
    }
    const target = findTarget(row, undoing, taken, given);
    if (target !== undefined) {
      taken.add(`${row.account} ${target}`);
      found.set(row, { ...reversalOf(row, target), readAs: row.undoes ? row : null });
    } else if (row.undoes) unaimed.push(row);
  }
  const entries = read.flatMap((entry) => {
    const reversal = found.get(entry);
    if (!reversal) return [entry];
    return entry.undoes ? [reversal] : [reversal, entry];
  });
  return { entries, unaimed };
}
