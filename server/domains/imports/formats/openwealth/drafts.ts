/** What a transaction books: its entries, before they have ids, days and an account. */
import type { Entry } from "@portico/ledger/entry.ts";
import { perUnit } from "../../quotes/quotation.ts";
import { type FileInstrument, RefusedRow } from "../../reading/parsed-file.ts";
import { absolute, Exact, isNegative, isZero, makesMoney, negated, sum } from "../../reading/values.ts";
import type { Category } from "./instruments.ts";
import { type Posted, ratesOf } from "./money.ts";
import type { Transaction } from "./transactions.ts";
import { bookingOf } from "./types.ts";

/** Units that a transaction moves. */
export interface Asset {
  category: Category;
  /** Of its instrument. */
  type: string;
  instrument: FileInstrument;
  /** Signed as stated. */
  quantity: string;
  price: { type: string; value: string; currency: string | undefined } | undefined;
}

type Stated = Pick<
  Entry,
  "kind" | "quantity" | "price" | "currency" | "amount" | "fee" | "tax" | "accruedInterest" | "cost"
>;

export interface Draft extends Omit<Stated, "id"> {
  /** Tells it apart from other entries of the transaction. */
  part?: string;
  instrument?: FileInstrument | undefined;
  comes?: { instrument: FileInstrument; quantity: string };
  counter?: { currency: string; amount: string };
  /** The securities whose shares of the cost the file does not tell. */
  costOpen?: string;
  described?: string;
}

const positive = (value: string): boolean => !isZero(value) && !isNegative(value);
const unsupported = (type: string, why: string): RefusedRow => new RefusedRow("unsupportedAction", `${type}: ${why}`);

/** The one currency in which something is posted; undefined if nothing is. */
function onlyMoney({ type, money }: Transaction): Posted | undefined {
  const moved = money.filter(({ posted, cash }) => !isZero(posted) || !isZero(cash));
  if (moved.length > 1) throw unsupported(type, moved.map(({ currency }) => currency).join(", "));
  return moved[0] ?? money[0];
}

function neededMoney(transaction: Transaction): Posted {
  const money = onlyMoney(transaction);
  if (!money || isZero(money.posted)) throw new RefusedRow("missingValue", "postingAmountList");
  return money;
}

function onlyAsset({ type, assets }: Transaction): Asset {
  const [asset, ...more] = assets;
  if (!asset) throw new RefusedRow("missingValue", "movementList: asset");
  if (more.length > 0) throw unsupported(type, assets.map(({ instrument }) => instrument.name).join(", "));
  return asset;
}

/** Interest and charges beside what the transaction is about, each as an entry of its own. */
function besides({ currency, interest, accrued, fee, tax }: Posted, instrument: FileInstrument | undefined): Draft[] {
  const interests = sum(interest, accrued);
  return [
    ...(isZero(interests)
      ? []
      : [{ kind: "interest" as const, part: "interest", currency, amount: interests, instrument }]),
    ...(isZero(tax) ? [] : [{ kind: "tax" as const, part: "tax", currency, amount: negated(tax), instrument }]),
    ...(isZero(fee) ? [] : [{ kind: "fee" as const, part: "fee", currency, amount: negated(fee), instrument }]),
  ];
}

/** The price of one unit in the currency of the posting; refused if units × price is not the money. */
function unitPrice(
  { quantity, price }: Asset,
  { currency, cash }: Posted,
  record: Transaction["record"],
): string | undefined {
  if (!price || (price.type !== "actual" && price.type !== "percentage")) return undefined;
  const own = perUnit(absolute(price.value), price.type === "percentage" ? "percent" : "unit");
  const rate = price.currency === undefined ? "1" : ratesOf(record)(price.currency, currency);
  // A currency without its rate: the money is stated all the same.
  if (rate === undefined) return undefined;
  const each = new Exact(own).times(rate).toDecimalPlaces(12).toFixed();
  if (!makesMoney({ quantity: absolute(quantity), price: each, money: absolute(cash), currency }, true))
    throw new RefusedRow("amountsDisagree", `${absolute(quantity)} × ${each} ≠ ${absolute(cash)} ${currency}`);
  return each;
}

const optional = (name: "fee" | "tax" | "accruedInterest", value: string) => (isZero(value) ? {} : { [name]: value });

/** A trade: the posting with its charges and accrued interest. */
function trade(kind: "buy" | "sell", transaction: Transaction): Draft[] {
  const asset = onlyAsset(transaction);
  const money = neededMoney(transaction);
  const { currency, posted, fee, tax, accrued, interest, other, reinvested } = money;
  if (isNegative(posted) !== (kind === "buy"))
    throw new RefusedRow("amountsDisagree", `${transaction.type}, ${posted} ${currency}`);
  if (![interest, other, reinvested].every(isZero)) throw unsupported(transaction.type, "interest, premium, other");
  const units = absolute(asset.quantity);
  const price = unitPrice(asset, money, transaction.record);
  return [
    {
      kind,
      instrument: asset.instrument,
      quantity: kind === "buy" ? units : negated(units),
      ...(price !== undefined && { price }),
      currency,
      amount: posted,
      ...optional("fee", fee),
      ...optional("tax", tax),
      ...optional("accruedInterest", accrued),
    },
  ];
}

/** Units go for money; without units capital is paid back. */
function redemption(transaction: Transaction): Draft[] {
  if (transaction.assets.length === 0) return capital(transaction);
  const asset = onlyAsset(transaction);
  const money = onlyMoney(transaction);
  const currency = money?.currency ?? asset.instrument.currency;
  const gross = money ? sum(money.cash, money.other) : "0";
  const quantity = negated(absolute(asset.quantity));
  const { instrument } = asset;
  return [
    { kind: "exchange", instrument, quantity, currency, amount: gross },
    ...(money ? besides(money, instrument) : []),
  ];
}

function capital(transaction: Transaction): Draft[] {
  const instrument = transaction.cause;
  if (!instrument) throw new RefusedRow("missingValue", "triggeringFinancialInstrument");
  const money = neededMoney(transaction);
  const { currency, cash } = money;
  return [{ kind: "returnOfCapital", instrument, currency, amount: cash }, ...besides(money, instrument)];
}

/** Income: gross, its tax and its charges. What the bank names interest is, whatever its movement is called. */
function income(kind: "dividend" | "interest", transaction: Transaction): Draft[] {
  if (transaction.assets.length > 0) throw unsupported(transaction.type, transaction.assets[0]?.instrument.name ?? "");
  const money = neededMoney(transaction);
  const instrument = transaction.cause ?? undefined;
  const { currency, cash, other, interest, accrued } = money;
  const gross = kind === "interest" ? sum(cash, other, interest, accrued) : sum(cash, other);
  const rest = kind === "interest" ? { ...money, interest: "0", accrued: "0" } : money;
  return [...(isZero(gross) ? [] : [{ kind, currency, amount: gross, instrument }]), ...besides(rest, instrument)];
}

/** Income that buys units of the same security. An accumulation without units moves neither cash nor units. */
function reinvestment(transaction: Transaction, leaveOut: (name: string) => void): Draft[] {
  const money = onlyMoney(transaction);
  if (transaction.assets.length === 0 && (!money || isZero(money.posted))) {
    leaveOut(transaction.type);
    return [];
  }
  const asset = onlyAsset(transaction);
  if (!money || isZero(money.reinvested)) throw new RefusedRow("missingValue", "reinvestmentAmount");
  const { instrument, quantity } = asset;
  const { currency, cash } = money;
  return [
    { kind: "dividend", currency, amount: cash, instrument },
    ...besides(money, instrument),
    { kind: "buy", part: "units", instrument, quantity: absolute(quantity), currency, amount: money.reinvested },
  ];
}

/** Cash without a security, with its charges apart. */
function cash(kind: "deposit" | "withdrawal", transaction: Transaction): Draft[] {
  const money = neededMoney(transaction);
  const amount = sum(money.cash, money.other);
  return [{ kind, currency: money.currency, amount }, ...besides(money, undefined)];
}

/** A posting that is a charge as a whole. */
function charge(kind: "fee" | "tax", transaction: Transaction): Draft[] {
  const instrument = transaction.cause;
  return transaction.money
    .filter(({ posted }) => !isZero(posted))
    .map(({ currency, posted }) => ({ kind, part: currency, currency, amount: posted, instrument }));
}

/** Two currencies, the charges in the leg that pays them. */
function exchangeOfCurrencies({ type, money }: Transaction): Draft[] {
  const [one, other, ...more] = money.toSorted((a, b) => Number(positive(b.fee)) - Number(positive(a.fee)));
  if (!one || !other || more.length > 0 || isZero(one.posted) || isZero(other.posted))
    throw unsupported(type, money.map(({ currency, posted }) => `${posted} ${currency}`).join(", "));
  return [
    {
      kind: "fx",
      currency: one.currency,
      amount: one.posted,
      ...optional("fee", one.fee),
      ...optional("tax", one.tax),
      counter: { currency: other.currency, amount: other.posted },
    },
  ];
}

/** Units or cash from or to another account. Between two accounts of the customer nothing changes. */
function transfer(transaction: Transaction, leaveOut: (name: string) => void): Draft[] {
  const { type, assets, money } = transaction;
  const units = new Map<string, Asset & { quantity: string }>();
  for (const asset of assets) {
    const key = asset.instrument.isin ?? asset.instrument.conid ?? asset.instrument.ticker;
    const way =
      type === "receiveFreeOfPayment"
        ? absolute
        : type === "deliveryFreeOfPayment"
          ? (value: string) => negated(absolute(value))
          : (value: string) => value;
    units.set(key, { ...asset, quantity: sum(units.get(key)?.quantity ?? "0", way(asset.quantity)) });
  }
  const moved = [...units.values()].filter(({ quantity }) => !isZero(quantity));
  const drafts = [
    ...moved.map(({ instrument, quantity }, place): Draft => {
      const kind = isNegative(quantity) ? "transferOut" : "transferIn";
      const part = place === 0 ? {} : { part: `units${place + 1}` };
      return { kind, ...part, instrument, quantity, currency: instrument.currency, amount: "0" };
    }),
    ...money.flatMap((posted): Draft[] => {
      const amount = sum(posted.cash, posted.other);
      const kind = isNegative(amount) ? "withdrawal" : "deposit";
      const { currency } = posted;
      const main: Draft[] = isZero(amount) ? [] : [{ kind, part: `cash${currency}`, currency, amount }];
      return [...main, ...besides(posted, undefined).map((one) => ({ ...one, part: `${one.part}${currency}` }))];
    }),
  ];
  if (drafts.length === 0) leaveOut(type);
  return drafts;
}

/** One security for another, with or without cash. */
function replacement(transaction: Transaction): Draft[] {
  const { type, assets } = transaction;
  const gone = assets.filter(({ quantity }) => isNegative(quantity));
  const came = assets.filter(({ quantity }) => positive(quantity));
  const [from, into] = [gone[0], came[0]];
  if (!from || !into || gone.length > 1 || came.length > 1)
    throw unsupported(type, assets.map(({ instrument, quantity }) => `${quantity} ${instrument.name}`).join(", "));
  const money = onlyMoney(transaction);
  const amount = money ? sum(money.cash, money.other, money.reinvested) : "0";
  return [
    {
      kind: "exchange",
      instrument: from.instrument,
      quantity: from.quantity,
      currency: money?.currency ?? from.instrument.currency,
      amount,
      comes: { instrument: into.instrument, quantity: into.quantity },
    },
    ...(money ? besides(money, from.instrument) : []),
  ];
}

/** Units for those who hold a security: of the same one a split, of another an exchange that moves no cost. */
function distribution(transaction: Transaction): Draft[] {
  if (transaction.assets.length === 0) return income("dividend", transaction);
  const { instrument, quantity } = onlyAsset(transaction);
  const parent = transaction.cause;
  const money = onlyMoney(transaction);
  const rest = money
    ? [...(isZero(money.cash) ? [] : cash("deposit", transaction).slice(0, 1)), ...besides(money, instrument)]
    : [];
  const currency = money?.currency ?? instrument.currency;
  if (!positive(quantity)) throw unsupported(transaction.type, `${quantity} ${instrument.name}`);
  if (!isZero(money?.cash ?? "0")) throw unsupported(transaction.type, `${money?.cash} ${currency}`);
  const isSame = parent === undefined || (parent.isin ?? parent.ticker) === (instrument.isin ?? instrument.ticker);
  if (isSame) return [{ kind: "split", instrument, quantity, currency, amount: "0" }, ...rest];
  return [
    {
      kind: "exchange",
      instrument: parent,
      quantity: "0",
      currency,
      amount: "0",
      cost: "0",
      comes: { instrument, quantity },
      ...(transaction.type === "spinOff" && { costOpen: `${parent.name}, ${instrument.name}` }),
    },
    ...rest,
  ];
}

function split(transaction: Transaction): Draft[] {
  const { assets } = transaction;
  const names = new Set(assets.map(({ instrument }) => instrument.isin ?? instrument.ticker));
  if (names.size !== 1) return replacement(transaction);
  const [asset] = assets as [Asset];
  const quantity = sum(...assets.map((one) => one.quantity));
  const money = onlyMoney(transaction);
  if (money && !isZero(money.cash)) throw unsupported(transaction.type, `${money.cash} ${money.currency}`);
  const { instrument } = asset;
  return [
    { kind: "split", instrument, quantity, currency: instrument.currency, amount: "0" },
    ...(money ? besides(money, instrument) : []),
  ];
}

/** Money placed with the bank stays cash: only its interest and its charges are booked. */
function contract(transaction: Transaction, leaveOut: (name: string) => void): Draft[] {
  const drafts = transaction.money.flatMap((money) =>
    besides(money, undefined).map((one) => ({ ...one, part: `${one.part}${money.currency}` })),
  );
  if (drafts.length === 0) leaveOut(transaction.type);
  return drafts;
}

/** The entries of a transaction; none if it is left out. Throws a RefusedRow for one that is not understood. */
export function draftsOf(transaction: Transaction, leaveOut: (name: string) => void): Draft[] {
  const { type, isDeposit } = transaction;
  const booking = bookingOf(type);
  if (booking === undefined) throw new RefusedRow("unknownKind", type);
  if (isDeposit && booking !== "interest") return contract(transaction, leaveOut);
  switch (booking) {
    case "buy":
    case "sell":
      return trade(booking, transaction);
    case "redemption":
      return redemption(transaction);
    case "dividend":
    case "interest":
      return income(booking, transaction);
    case "capital":
      return capital(transaction);
    case "reinvestment":
      return reinvestment(transaction, leaveOut);
    case "deposit":
    case "withdrawal":
      return cash(booking, transaction);
    case "fee":
    case "tax":
      return charge(booking, transaction);
    case "fx":
      return exchangeOfCurrencies(transaction);
    case "transfer":
      return transfer(transaction, leaveOut);
    case "replacement":
      return replacement(transaction);
    case "distribution":
      return distribution(transaction);
    case "split":
      return split(transaction);
    case "contract":
      throw new RefusedRow("unsupportedAction", type);
  }
}
