/** State while reading a Flex file: results, and refused rows that do not stop the rest. */
import type { Day } from "../../portfolios/ledger/entries.ts";
import { type Decisions, findRefusal, followDecision } from "../questions/decisions.ts";
import { noteExcludable } from "../questions/exclusions.ts";
import { followingRepeated } from "../questions/refused-rows.ts";
import type { Clock } from "../reading/clock.ts";
import { entryBook, type NamelessEntry } from "../reading/identity.ts";
import { type InstrumentBook, instrumentBook } from "../reading/instruments.ts";
import {
  type FileInstrument,
  getOrAddAccount,
  leaveOut,
  type ReadAccount,
  type ReadFile,
  RefusedRow,
} from "../reading/parsed-file.ts";
import { startTradeBook, type TradeBook } from "./corrections.ts";
import { bookAs, describe } from "./decided-rows.ts";
import { refusedInstrument } from "./exclusions.ts";
import type { FlexRow } from "./row.ts";

export interface FlexReading {
  readonly file: ReadFile;
  readonly clock: Clock;
  readonly trades: TradeBook;
  /** Keys of the instruments excluded by staff. */
  readonly exclude: ReadonlySet<string>;
  /** The row's own account, or its statement's. */
  accountOf(row: FlexRow): ReadAccount;
  instrument(instrument: FileInstrument): number;
  add(entry: NamelessEntry): void;
  /** The day; refused if in the future. */
  notLater(day: Day): Day;
  /**
   * Reads a row; a refusal is stored with its line, unless staff decided about the row, or about all rows that are read
   * together with it.
   */
  attempt(row: FlexRow, read: () => void, together?: readonly FlexRow[]): void;
  leaveOut(name: string): void;
  /** Account of the open statement. */
  statementAccount: string | undefined;
}

export function startReading(
  file: ReadFile,
  given: { clock: Clock; today: Day; exclude: ReadonlySet<string>; decisions: Decisions },
): FlexReading {
  const book: InstrumentBook = instrumentBook(file.instruments);
  const entries = entryBook(file.entries, followingRepeated(file, given.decisions));
  /** True if staff decided about each of the rows. */
  const followAll = (rows: readonly FlexRow[], refusal: RefusedRow, account: string | null): boolean =>
    rows
      .map((row) =>
        followDecision({
          file,
          decisions: given.decisions,
          refusal,
          row: describe(row, refusal, account),
          bookAs: (kind) => bookAs(row, kind, reading),
        }),
      )
      .every((followed) => followed);
  const reading: FlexReading = {
    file,
    clock: given.clock,
    exclude: given.exclude,
    trades: startTradeBook(),
    statementAccount: undefined,
    accountOf(row) {
      const account = row.attributes["accountId"]?.trim() || reading.statementAccount;
      if (!account || account === "-") throw new RefusedRow("missingValue", "accountId");
      return getOrAddAccount(file, account, row.line);
    },
    instrument: (instrument) => book.indexOf(instrument),
    add: (entry) => entries.add(entry),
    notLater(day) {
      if (day > given.today) throw new RefusedRow("futureDate", day);
      return day;
    },
    attempt(row, read, together = [row]) {
      try {
        read();
      } catch (error) {
        if (!(error instanceof RefusedRow)) throw error;
        const instrument = refusedInstrument(row, error);
        const account = row.attributes["accountId"]?.trim() || reading.statementAccount || null;
        // An instrument that cannot be booked is excluded by name, with all of its rows.
        const isAsked = instrument === undefined || error.code === "unsupportedAction";
        const refusal = isAsked ? findRefusal(error, () => followAll(together, error, account)) : error;
        if (!refusal) return;
        if (instrument) noteExcludable(file, instrument, row.attributes["assetCategory"] || null);
        file.refusals.push({ line: row.line, code: refusal.code, detail: refusal.detail, account });
      }
    },
    leaveOut: (name) => leaveOut(file, name),
  };
  return reading;
}
