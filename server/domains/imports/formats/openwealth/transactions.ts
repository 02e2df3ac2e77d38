/** Transactions of OpenWealth as entries of the ledger. */
import { givenKinds } from "@portico/api/imports.ts";
import type { EntryKind } from "@portico/ledger/entry.ts";
import { checkEntry } from "../../csv/statement.ts";
import { findRefusal, followDecision } from "../../questions/decisions.ts";
import { exclusionKey, noteExcludable, noteExcluded } from "../../questions/exclusions.ts";
import type { NamelessEntry } from "../../reading/identity.ts";
import { lastingName } from "../../reading/instruments.ts";
import { getOrAddAccount, leaveOut, RefusedRow } from "../../reading/parsed-file.ts";
import { entryId } from "../../reading/sources.ts";
import { isZero, negated } from "../../reading/values.ts";
import { type Asset, type Draft, draftsOf } from "./drafts.ts";
import {
  currencyIn,
  dayIn,
  isFalse,
  isTrue,
  listIn,
  objectIn,
  requiredDay,
  requiredNumber,
  requiredText,
  textIn,
} from "./fields.ts";
import { categoryOf, readInstrument } from "./instruments.ts";
import type { JsonObject } from "./json.ts";
import { type Posted, readMoney } from "./money.ts";
import type { OpenWealthReading } from "./openwealth.ts";
import { directionOf } from "./types.ts";

/** A transaction as it is read, before it becomes entries. */
export interface Transaction {
  type: string;
  record: JsonObject;
  assets: Asset[];
  money: Posted[];
  /** What caused it, if it moves no units. */
  cause: Asset["instrument"] | undefined;
  /** About money placed with the bank for a time. */
  isDeposit: boolean;
}

/** Fields that all entries of a transaction share. */
interface Common {
  line: number;
  account: string;
  day: string;
  owner: string;
  id: string;
}

function readCommon(record: JsonObject, line: number, { today, file }: OpenWealthReading): Common {
  const owner = requiredText(record, "customerId");
  const day =
    dayIn(record, "tradeDate") ??
    dayIn(listIn(record, "movementList")[0], "movementDate") ??
    requiredDay(record, "transactionDate");
  if (day > today) throw new RefusedRow("futureDate", day);
  return { line, account: getOrAddAccount(file, owner, line).account, day, owner, id: requiredText(record, "id") };
}

/** Movements of securities. The price is the movement's, or the one that the transaction names. */
function readAssets(record: JsonObject, back: boolean): Asset[] {
  return listIn(record, "movementList").flatMap((movement): Asset[] => {
    if (requiredText(movement, "type") !== "asset") return [];
    const instrument = objectIn(movement, "financialInstrument");
    if (!instrument) throw new RefusedRow("missingValue", "financialInstrument");
    const price = objectIn(movement, "price") ?? objectIn(record, "triggeringPrice");
    const posting = listIn(record, "postingAmountList")[0];
    const currency =
      currencyIn(movement, "positionCurrency") ??
      currencyIn(price, "currency") ??
      currencyIn(instrument, "currencyOfDenomination") ??
      currencyIn(posting, "currency") ??
      currencyIn(objectIn(movement, "account"), "referenceCurrency");
    if (currency === undefined) throw new RefusedRow("missingValue", "positionCurrency");
    const value = requiredNumber(objectIn(movement, "quantity"), "value");
    return [
      {
        category: categoryOf(instrument),
        type: requiredText(instrument, "type"),
        instrument: readInstrument(instrument, currency),
        quantity: back ? negated(value) : value,
        price: price && {
          type: requiredText(price, "type"),
          value: requiredNumber(price, "value"),
          currency: currencyIn(price, "currency"),
        },
      },
    ];
  });
}

/** The instrument that caused a transaction without units. */
function readCause(record: JsonObject): Asset["instrument"] | undefined {
  const cause = objectIn(record, "triggeringFinancialInstrument");
  if (!cause || categoryOf(cause) === "cash" || categoryOf(cause) === "deposit") return undefined;
  const currency =
    currencyIn(objectIn(record, "triggeringPrice"), "currency") ??
    currencyIn(cause, "currencyOfDenomination") ??
    currencyIn(listIn(record, "postingAmountList")[0], "currency");
  return currency === undefined ? undefined : readInstrument(cause, currency);
}

const isOfDeposit = (record: JsonObject, assets: readonly Asset[]): boolean => {
  const cause = objectIn(record, "triggeringFinancialInstrument");
  return (
    assets.some(({ category }) => category === "deposit") || (cause !== undefined && categoryOf(cause) === "deposit")
  );
};

/** The type of what the portal does not book, with its instrument; undefined if it books all of the transaction. */
function outsideOf(record: JsonObject, assets: readonly Asset[]): Pick<Asset, "type" | "instrument"> | undefined {
  const moved = assets.find(({ category }) => category === "outside");
  if (moved) return moved;
  const cause = objectIn(record, "triggeringFinancialInstrument");
  if (!cause || categoryOf(cause) !== "outside") return undefined;
  const instrument = readCause(record);
  return instrument && { type: requiredText(cause, "type"), instrument };
}

/** Reads a transaction; one that cannot be booked is refused, unless a colleague decided about it. */
export function readTransaction(record: JsonObject, line: number, reading: OpenWealthReading): void {
  const { file, decisions } = reading;
  if (isFalse(record, "endOfDayIndicator")) return leaveOut(file, "endOfDayIndicator false");
  try {
    bookTransaction(record, line, reading);
  } catch (error) {
    if (!(error instanceof RefusedRow)) throw error;
    const account = textIn(record, "customerId") ?? null;
    const kinds = error.code === "derivative" ? undefined : kindsThatFit(record, line, reading);
    const refusal =
      kinds === undefined
        ? error
        : findRefusal(error, () =>
            followDecision({
              file,
              decisions,
              refusal: error,
              row: { ...described(record, line), account, kinds },
              bookAs: (kind) => bookAs(record, line, reading, kind),
            }),
          );
    if (refusal) file.refusals.push({ line, code: refusal.code, detail: refusal.detail, account });
  }
}

function described(record: JsonObject, line: number) {
  const name = textIn(record, "type") ?? "?";
  const fields = ["id", "customerId", "type", "transactionDate"].map(
    (field) => [field, textIn(record, field) ?? ""] as const,
  );
  const postings = Array.isArray(record["postingAmountList"]) ? record["postingAmountList"] : [];
  const moved = postings.flatMap((posting) => {
    if (typeof posting !== "object" || posting === null || Array.isArray(posting)) return [];
    const [amount, unit] = [textIn(posting, "amount"), textIn(posting, "currency")];
    return amount !== undefined && /^-?\d{1,20}(\.\d{1,12})?$/.test(amount) && unit !== undefined
      ? [{ amount, unit }]
      : [];
  });
  return {
    line,
    name,
    text: textIn(record, "description") ?? null,
    moved,
    fields: [...fields, ...moved.map(({ amount, unit }) => ["posting", `${amount} ${unit}`] as const)],
  };
}

/** Kinds of entries that cash alone makes. */
const cashKinds: ReadonlySet<EntryKind> = new Set(["deposit", "withdrawal", "dividend", "interest", "fee", "tax"]);

/** The kinds as which a transaction that moves only cash can be booked. */
function kindsThatFit(record: JsonObject, line: number, reading: OpenWealthReading): EntryKind[] {
  return givenKinds.filter((kind) => {
    try {
      return cashKinds.has(kind) && cashEntries(record, line, reading, kind).length > 0;
    } catch (error) {
      if (error instanceof RefusedRow) return false;
      throw error;
    }
  });
}

/** The postings of a transaction without units, each as an entry of the kind. */
function cashEntries(record: JsonObject, line: number, reading: OpenWealthReading, kind: EntryKind): NamelessEntry[] {
  const back = isTrue(record, "reversalIndicator");
  if (back || readAssets(record, false).length > 0) return [];
  const common = readCommon(record, line, reading);
  return readMoney(record, undefined, false).flatMap(({ currency, posted }): NamelessEntry[] => {
    if (isZero(posted)) return [];
    const entry = toEntry(common, { kind, part: currency, currency, amount: posted }, record, undefined);
    checkEntry(entry);
    return [entry];
  });
}

function bookAs(record: JsonObject, line: number, reading: OpenWealthReading, kind: EntryKind): void {
  for (const entry of cashEntries(record, line, reading, kind)) reading.add(entry);
}

function bookTransaction(record: JsonObject, line: number, reading: OpenWealthReading): void {
  const { file } = reading;
  const type = requiredText(record, "type");
  const back = isTrue(record, "reversalIndicator");
  const common = readCommon(record, line, reading);
  const assets = readAssets(record, back);
  const outside = outsideOf(record, assets);
  const direction = outside ? undefined : directionOf(type);
  const money = readMoney(record, direction, back);
  const drafts = outside
    ? excludedDrafts(outside, { common, money }, reading)
    : draftsOf(
        { type, record, assets, money, cause: readCause(record), isDeposit: isOfDeposit(record, assets) },
        (name) => leaveOut(file, name),
      );
  const entries = drafts.map((draft) => toEntry(common, draft, record, reading));
  for (const [place, entry] of entries.entries()) {
    if (!outside) checkEntry(entry);
    reading.add(back ? reversalOf(entry, drafts[place] as Draft, common, record) : entry);
  }
}

/** The cash of an instrument that staff excluded; refused if they did not. */
function excludedDrafts(
  { type, instrument }: Pick<Asset, "type" | "instrument">,
  { common, money }: { common: Common; money: readonly Posted[] },
  { file, exclude }: OpenWealthReading,
): Draft[] {
  if (!exclude.has(exclusionKey(instrument))) {
    noteExcludable(file, instrument, type);
    throw new RefusedRow("derivative", `${type}: ${instrument.name}`);
  }
  const moved = money.filter(({ posted }) => !isZero(posted));
  const [first] = money;
  for (const { currency, posted } of moved.length > 0 ? moved : first ? [first] : [])
    noteExcluded(file, { account: common.account, instrument, category: type, cash: { currency, amount: posted } });
  if (money.length === 0) noteExcluded(file, { account: common.account, instrument, category: type });
  return moved.map(({ currency, posted }) => ({
    kind: "excluded",
    part: currency,
    currency,
    amount: posted,
    described: instrument.name,
  }));
}

function toEntry(
  { line, account, day, owner, id }: Common,
  draft: Draft,
  record: JsonObject,
  reading: OpenWealthReading | undefined,
): NamelessEntry {
  const { part, instrument, comes, described: says, ...stated } = draft;
  const place = objectIn(record, "placeOfTrade");
  const isTrade = stated.kind === "buy" || stated.kind === "sell";
  const venue = isTrade ? textIn(place, "marketIdentificationCode")?.toUpperCase() : undefined;
  const settled = isTrade ? settledOn(record) : undefined;
  const exDay = dayIn(record, "exDate");
  const description =
    says ?? textIn(record, "description") ?? (exDay && `${requiredText(record, "type")}, ex-date ${exDay}`);
  return {
    line,
    account,
    id: entryId("openWealth", owner, id, part),
    day,
    ...stated,
    ...(instrument && reading && { instrument: reading.indexOf(instrument), named: lastingName(instrument) }),
    ...(comes &&
      reading && {
        counter: { instrument: reading.indexOf(comes.instrument), quantity: comes.quantity },
        counterNamed: lastingName(comes.instrument),
      }),
    ...(settled !== undefined && settled >= day && { settledOn: settled }),
    ...(venue !== undefined && /^[A-Z0-9]{4}$/.test(venue) && { venue }),
    ...(description !== undefined && { description: description.slice(0, 1000) }),
  };
}

/** When a trade settles: as stated, or the value date of its cash. */
function settledOn(record: JsonObject): string | undefined {
  const dated = listIn(record, "movementList").map((movement) => dayIn(movement, "valueDate"));
  return dayIn(record, "settlementDate") ?? dated.find((day) => day !== undefined);
}

/** The reversal of what the named transaction was booked as. */
function reversalOf(entry: NamelessEntry, { part }: Draft, { owner }: Common, record: JsonObject): NamelessEntry {
  const reversed = textIn(record, "reversedTransactionId");
  if (reversed === undefined) throw new RefusedRow("missingValue", "reversedTransactionId");
  const { line, account, id, day, currency, description } = entry;
  return {
    line,
    account,
    ...(id !== undefined && { id }),
    kind: "reversal",
    day,
    currency,
    amount: "0",
    reversesExternalId: entryId("openWealth", owner, reversed, part),
    ...(description !== undefined && { description }),
  };
}
