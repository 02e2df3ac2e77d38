/** Rows of a Flex statement that are refused: as they are shown to staff, and booked as the kind that staff gave them. */
import type { EntryKind } from "../../portfolios/ledger/entries.ts";
import type { DescribedRow } from "../questions/decisions.ts";
import { lastingName } from "../reading/instruments.ts";
import { RefusedRow } from "../reading/parsed-file.ts";
import { absolute, isNegative, isZero, negated } from "../reading/values.ts";
import { valueOf } from "./cash.ts";
import type { FlexReading } from "./reader-state.ts";
import { type FlexRow, numberOrZero, readBooking, readInstrument, requiredCurrency, textOf } from "./row.ts";

/** The attribute with the cash that a row moves, by its element. */
const cashOf: Readonly<Record<string, string>> = {
  CashTransaction: "amount",
  CorporateAction: "proceeds",
  Transfer: "cashTransfer",
  SalesTax: "salesTax",
  TransactionTax: "taxAmount",
};
/** Elements whose `quantity` is a number of units that the row itself moves. */
const movesUnits = new Set(["CorporateAction", "Transfer"]);

interface Moves {
  cash: string;
  quantity: string;
  /** Plain cash rows sometimes have their currency as an instrument. */
  hasInstrument: boolean;
}

function movesOf(row: FlexRow): Moves {
  const attribute = cashOf[row.name];
  const instrument = textOf(row, "assetCategory") === "CASH" ? undefined : readInstrument(row);
  return {
    cash: attribute === undefined ? "0" : numberOrZero(row, attribute),
    quantity: movesUnits.has(row.name) && instrument ? numberOrZero(row, "quantity") : "0",
    hasInstrument: instrument !== undefined && instrument.ticker !== instrument.currency,
  };
}

/** Why a row is not understood, although its numbers are. */
const askable: ReadonlySet<string> = new Set([
  "unknownKind",
  "unsupportedAction",
  "actionIncomplete",
  "currencyMismatch",
  "missingValue direction",
  "missingValue type",
]);

/** The kinds that a refused row can be given: none if its values are what cannot be read. */
function kindsOf(row: FlexRow, { code, detail }: RefusedRow, moves: Moves): EntryKind[] {
  if (cashOf[row.name] === undefined || !(askable.has(code) || askable.has(`${code} ${detail}`))) return [];
  const { cash, quantity, hasInstrument } = moves;
  const pays = isZero(cash) ? [] : [isNegative(cash) ? ("withdrawal" as const) : ("deposit" as const)];
  // The sign of a transfer's figures does not say its direction.
  if (row.name === "Transfer")
    return isZero(quantity) ? (isZero(cash) ? [] : ["deposit", "withdrawal"]) : ["transferIn", "transferOut"];
  if (!isZero(quantity)) {
    if (isNegative(quantity)) return isNegative(cash) ? ["transferOut"] : ["transferOut", "exchange", "split"];
    return isNegative(cash) ? ["buy"] : ["transferIn", "split"];
  }
  if (isZero(cash)) return [];
  return [...pays, "dividend", "interest", "fee", "tax", ...(hasInstrument ? (["returnOfCapital"] as const) : [])];
}

const levelOf = (row: FlexRow): string => textOf(row, "levelOfDetail") ?? "";

/** The row as it is shown. */
export function describe(row: FlexRow, refusal: RefusedRow, account: string | null): DescribedRow {
  const name = [row.name, textOf(row, "type") ?? textOf(row, "assetCategory") ?? levelOf(row)].join(" ").trim();
  const described = { line: row.line, account, name, text: textOf(row, "description") ?? null };
  const fields = Object.entries(row.attributes);
  try {
    const moves = movesOf(row);
    const moved = [
      ...(isZero(moves.cash) ? [] : [{ amount: moves.cash, unit: textOf(row, "currency") ?? "" }]),
      ...(isZero(moves.quantity) ? [] : [{ amount: moves.quantity, unit: textOf(row, "symbol") ?? "" }]),
    ];
    return { ...described, moved, kinds: kindsOf(row, refusal, moves), fields };
  } catch (error) {
    if (!(error instanceof RefusedRow)) throw error;
    return { ...described, moved: [], kinds: [], fields };
  }
}

const unitKinds: ReadonlySet<EntryKind> = new Set(["transferIn", "transferOut", "split", "exchange", "buy"]);

/** Books a refused row as an entry of the kind that staff gave it. */
export function bookAs(row: FlexRow, kind: EntryKind, reading: FlexReading): void {
  const { cash, quantity, hasInstrument } = movesOf(row);
  const booking = readBooking(row, reading.clock);
  const id = textOf(row, "transactionID");
  const description = textOf(row, "description");
  const common = {
    line: row.line,
    account: reading.accountOf(row).account,
    ...booking,
    day: reading.notLater(booking.day),
    currency: requiredCurrency(row),
    ...(description !== undefined && { description }),
  };
  const withId = (suffix: string) => (id === undefined ? {} : { id: `ib:tx:${id}${suffix}` });
  const instrument = hasInstrument ? readInstrument(row) : undefined;
  const named = instrument && { instrument: reading.instrument(instrument), named: lastingName(instrument) };
  const isTransfer = row.name === "Transfer";
  const comes = kind === "transferIn" || kind === "deposit";
  if (unitKinds.has(kind)) {
    const size = absolute(quantity);
    reading.add({
      ...common,
      ...withId(""),
      ...named,
      kind,
      quantity: isTransfer ? (comes ? size : negated(size)) : quantity,
      amount: isTransfer || kind === "split" ? "0" : cash,
      ...(isTransfer && valueOf(row)),
    });
    if (!isTransfer || isZero(cash)) return;
  }
  const amount = isTransfer ? (comes ? absolute(cash) : negated(absolute(cash))) : cash;
  const isPayment = isTransfer || kind === "deposit" || kind === "withdrawal";
  reading.add({
    ...common,
    ...withId(isTransfer ? ":cash" : ""),
    ...(!isPayment && named),
    kind: isPayment ? (isNegative(amount) ? "withdrawal" : "deposit") : kind,
    amount,
  });
}
