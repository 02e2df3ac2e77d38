/** A ledger entry on its way in, and as it lies in the ledger. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Day, DecimalString, Entry, EntryKind } from "@portico/ledger/entry.ts";

/** An entry that is not booked yet: what an import, or the demo, hands to the writer. */
export interface NewEntry extends Omit<Entry, "id" | "reverses"> {
  /** The custodian's own id of the row; for a row without one its fingerprint, with a number among equals. Unique per holder. */
  externalId: string;
  /** SHA-256 (hex) of all fields as read: `known` and alike, or known and different, is told by it. */
  fingerprint: string;
  /** `reversal`: external id of the entry that it undoes, booked before or in the same call. */
  reversesExternalId?: string;
  /** The custodian's order that a buy or sell is an execution of. */
  orderId?: string;
  description?: string;
}

/** An entry with its place in the order of booking: its own time, or the first moment of its day where it tells none. */
export interface BookedEntry extends Entry {
  bookedAt: string;
}

/** A new entry with id and place, ready to be written. */
export type NumberedEntry = BookedEntry & Pick<NewEntry, "externalId" | "fingerprint" | "orderId" | "description">;

/** A position (`instrumentId`) or cash balance (null) before and after. */
export interface HoldingChange {
  instrumentId: number | null;
  currency: string;
  before: DecimalString;
  after: DecimalString;
}

/** Why an entry cannot be booked. `index` points into the new entries. */
export interface EntryRefusal {
  index: number;
  code:
    | "quantityBelowZero"
    | "costAboveHeld"
    | "splitDiffers"
    | "openingBalanceNotFirst"
    | "badNumber"
    | "unknownReversal"
    | "knownWithOtherContent"
    | "repeatedInFile"
    | "unknownInstrument";
  detail: string | null;
  instrumentId?: number;
}

/** An opening balance without which shares would fall below zero. */
export interface MissingQuantity {
  instrumentId: number;
  /** How far below zero the quantity would fall at most. */
  quantity: DecimalString;
  /** Day of the first entry of the instrument: the balance must lie on or before it. */
  day: Day;
}

/** What booking the entries would do, or did. */
export interface EntriesPreview {
  holder: Holder;
  /** Indexes of entries known already, alike in every field: they are skipped. */
  known: number[];
  refusals: EntryRefusal[];
  missing: MissingQuantity[];
  changes: HoldingChange[];
  /** Currencies whose balance ends below zero. */
  cashBelowZero: string[];
  /** Earliest day that the new entries touch; null without a new one. */
  from: Day | null;
}

/** A booking that stands. */
export interface Booking extends EntriesPreview {
  booked: number;
  version: string;
  /** Holders whose figures a split of these entries changes. */
  affected: Holder[];
}

export type { Day, DecimalString, Entry, EntryKind };
