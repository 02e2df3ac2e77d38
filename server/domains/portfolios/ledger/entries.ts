/** A ledger entry before and after booking. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Day, DecimalString, Entry, EntryKind } from "@portico/ledger/entry.ts";
import type { Split } from "@portico/ledger/splits.ts";

/** What is known of a trade besides its entry, if its row states it. */
export interface Settlement {
  settledOn?: Day;
  /** Market identifier (ISO 10383). */
  venue?: string;
}

/** An entry not booked yet: passed to the writer by an import or the demo. */
export interface NewEntry extends Omit<Entry, "id" | "reverses">, Settlement {
  /** The custodian's id of the row; without one its fingerprint, numbered among equal rows. Unique per holder. */
  externalId: string;
  /** SHA-256 (hex) of all fields as read, which tells whether a known entry is identical or different. */
  fingerprint: string;
  /** `reversal`: external id of the entry it reverses, booked before or in the same call. */
  reversesExternalId?: string;
  /** The custodian's order that a buy or sell executes. */
  orderId?: string;
  description?: string;
  /** Where its units and cash lie, if the row states it. */
  custodian?: string;
}

/** An entry with its position in booking order: its own time, or the first moment of its day without one. */
export interface BookedEntry extends Entry {
  bookedAt: string;
}

/** A new entry with id and position, ready to be written. */
export type NumberedEntry = BookedEntry &
  Pick<NewEntry, "externalId" | "fingerprint" | "orderId" | "description" | "custodian" | keyof Settlement>;

/** A position (`instrumentId`) or cash balance (null) before and after. */
export interface HoldingChange {
  instrumentId: number | null;
  currency: string;
  before: DecimalString;
  after: DecimalString;
}

/** Why an entry cannot be booked. `index` is the index among the new entries. */
export interface EntryRefusal {
  index: number;
  code:
    | "quantityBelowZero"
    | "costAboveHeld"
    | "nothingToSplit"
    | "splitDiffers"
    | "openingBalanceNotFirst"
    | "badNumber"
    | "unknownReversal"
    | "amountsDisagree"
    | "knownWithOtherContent"
    | "repeatedInFile"
    | "unknownInstrument";
  detail: string | null;
  instrumentId?: number;
}

/** A booked split that may be one that others booked weeks before or after, and what a person said. */
export interface SplitQuestion {
  instrumentId: number;
  own: Split;
  known: Split;
  answer: "same" | "another" | undefined;
}

/** A split of an instrument that a holder held over and has not booked. */
export interface UnbookedSplit {
  instrumentId: number;
  split: Split;
  quantity: DecimalString;
}

/** An opening balance without which a holding would fall below zero. */
export interface MissingQuantity {
  instrumentId: number;
  /** How far below zero the quantity would fall at most. */
  quantity: DecimalString;
  /** Day of the instrument's first entry: the balance must be dated on or before it. */
  day: Day;
}

/** The result of booking the entries, in a preview or afterwards. */
export interface EntriesPreview {
  holder: Holder;
  /** Indexes of identical known entries, which are skipped. */
  known: number[];
  refusals: EntryRefusal[];
  missing: MissingQuantity[];
  /** Indexes of entries that pay or take back capital of an instrument of which no unit was held. */
  withoutUnits: number[];
  /** Splits that may be one that others booked weeks before or after. */
  splitQuestions: SplitQuestion[];
  /** Splits of what the holder holds that the holder has not booked. */
  unbookedSplits: UnbookedSplit[];
  changes: HoldingChange[];
  /** Currencies whose balance ends below zero. */
  cashBelowZero: string[];
  /** Earliest day of the new entries; null without any. */
  from: Day | null;
}

/** A completed booking. */
export interface Booking extends EntriesPreview {
  booked: number;
  version: string;
  /** Holders whose figures change because of a split in these entries. */
  affected: Holder[];
}

export type { Day, DecimalString, Entry, EntryKind };

/** Instruments and currencies named in the entries, including both sides of an exchange. */
export function namedIn(entries: readonly Pick<Entry, "instrumentId" | "currency" | "counter">[]): {
  instrumentIds: Set<number>;
  currencies: Set<string>;
} {
  const instrumentIds = new Set<number>();
  const currencies = new Set<string>();
  for (const { instrumentId, currency, counter } of entries) {
    if (instrumentId !== undefined) instrumentIds.add(instrumentId);
    if (counter?.instrumentId !== undefined) instrumentIds.add(counter.instrumentId);
    currencies.add(currency);
    if (counter?.currency !== undefined) currencies.add(counter.currency);
  }
  return { instrumentIds, currencies };
}
