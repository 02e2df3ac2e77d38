/**
 * What a corporate action brings a holder: terms × units, to the cent, and the entries that book it. Pure. Which kinds of entries
 * stand for which type: docs/decisions/0360-corporate-actions.md.
 */
import { createHash } from "node:crypto";
import type { ActionOutcome, ActionTerms } from "@portico/api/corporate-actions.ts";
import { findCurrency } from "@portico/api/currencies.ts";
import type { ActionType, OptionName, ShareReason } from "@portico/api/rules/corporate-actions.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal, zero } from "@portico/ledger/decimal.ts";
import type { NewEntry } from "../portfolios/ledger/entries.ts";

/** An action as its entries need it. */
export interface BookedAction {
  id: number;
  application: number;
  type: ActionType;
  instrumentId: number;
  instrumentCurrency: string;
  exDay: string;
  payDay: string;
  terms: ActionTerms;
}

export interface Entitled {
  holder: Holder;
  /** Held at the close before the ex-day, above zero. */
  units: Decimal;
  option: OptionName | null;
  /** Cost of these units in the instrument's currency; null if unknown. Only for what is spun off. */
  cost: Decimal | null;
  custodian: string | null;
}

export interface Worked {
  outcome: ActionOutcome;
  /** In the order in which they are booked; none if the holder gets nothing. */
  entries: NewEntry[];
  /** Why there are none. */
  reason: Extract<ShareReason, "belowOneUnit" | "optionWithoutEntry" | "costUnknown"> | null;
}

type Draft = Omit<NewEntry, "externalId" | "fingerprint" | "custodian">;

/** Digits of units that are kept: as many as entries have. */
const unitDigits = 12;
const text = (value: Decimal): string => value.toFixed();
const rounded = (amount: Decimal, currency: string): Decimal =>
  amount.toDecimalPlaces(findCurrency(currency)?.digits ?? 2, Decimal.ROUND_HALF_UP);

/** What an action brings, before it has ids. */
class Sheet {
  readonly drafts: Draft[] = [];
  currency: string | null = null;
  gross = zero;
  tax = zero;
  units = zero;
  received = zero;
  fraction = zero;
  costMoved: Decimal | null = null;
  reason: Worked["reason"] = null;
  readonly action: BookedAction;
  constructor(action: BookedAction) {
    this.action = action;
  }

  /** Cash before tax, in the currency of the terms. */
  pay(gross: Decimal, currency: string, tax = zero): void {
    this.currency = currency;
    this.gross = this.gross.plus(gross);
    this.tax = this.tax.plus(tax);
  }

  outcome(): ActionOutcome {
    return {
      currency: this.currency,
      gross: text(this.gross),
      tax: text(this.tax),
      net: text(this.gross.minus(this.tax)),
      units: text(this.units),
      received: text(this.received),
      fraction: text(this.fraction),
      costMoved: this.costMoved && text(this.costMoved),
    };
  }
}

/** Units divided as the rule of fractions says. */
function divide(all: Decimal, rule: ActionTerms["fractions"]): { booked: Decimal; fraction: Decimal } {
  const exact = all.toDecimalPlaces(unitDigits, Decimal.ROUND_DOWN);
  if (rule === "keep") return { booked: exact, fraction: zero };
  const booked = exact.floor();
  return { booked, fraction: exact.minus(booked) };
}

const times = (units: Decimal, { from, into }: NonNullable<ActionTerms["ratio"]>): Decimal =>
  units.times(into).div(from);

/** What parts of a unit are worth, if they are paid. */
function lieuOf(
  fraction: Decimal,
  { fractions, price }: ActionTerms,
): { amount: Decimal; currency: string } | undefined {
  if (fractions !== "cash" || !price || fraction.isZero()) return undefined;
  return { amount: rounded(fraction.times(price.perUnit), price.currency), currency: price.currency };
}

type Work = (sheet: Sheet, entitled: Entitled) => void;

/** A dividend in cash, gross with the tax that is withheld. */
const payCash =
  (kind: "dividend" | "returnOfCapital"): Work =>
  (sheet, { units }) => {
    const { terms, instrumentId, payDay } = sheet.action;
    const { cash } = terms;
    if (!cash) return;
    const gross = rounded(units.times(cash.perUnit), cash.currency);
    const tax = terms.taxRate === null ? zero : rounded(gross.times(terms.taxRate).div(100), cash.currency);
    if (gross.isZero()) {
      sheet.reason = "belowOneUnit";
      return;
    }
    sheet.pay(gross, cash.currency, tax);
    sheet.drafts.push({
      kind,
      day: payDay,
      instrumentId,
      currency: cash.currency,
      amount: text(gross.minus(tax)),
      ...(!tax.isZero() && { tax: text(tax) }),
    });
  };

/** A dividend paid in new units: its cash buys them at the price of the terms, and the rest of it is paid. */
const payShares: Work = (sheet, entitled) => {
  const { terms, instrumentId, payDay } = sheet.action;
  const { cash, ratio } = terms;
  if (!cash || !ratio) return;
  const { booked, fraction } = divide(times(entitled.units, ratio), terms.fractions);
  payCash("dividend")(sheet, entitled);
  const [paid] = sheet.drafts;
  sheet.fraction = fraction;
  if (booked.isZero() || !paid) return;
  // Without a price, a new unit costs the cash of the units that bring it.
  const each = terms.price
    ? new Decimal(terms.price.perUnit)
    : new Decimal(cash.perUnit).times(ratio.from).div(ratio.into);
  const cost = rounded(booked.times(each), cash.currency);
  if (terms.fractions === "down") {
    const tax = terms.taxRate === null ? zero : rounded(cost.times(terms.taxRate).div(100), cash.currency);
    sheet.gross = cost;
    sheet.tax = tax;
    sheet.drafts[0] = { ...paid, amount: text(cost.minus(tax)), ...(!tax.isZero() && { tax: text(tax) }) };
  }
  sheet.units = booked;
  sheet.drafts.push({
    kind: "buy",
    day: payDay,
    instrumentId,
    quantity: text(booked),
    price: text(each.toDecimalPlaces(unitDigits)),
    currency: cash.currency,
    amount: text(cost.neg()),
  });
};

/** New units for the old ones, at the same cost. `adds`: the ratio says what is added, not what there is afterwards. */
const changeUnits =
  ({ adds }: { adds: boolean }): Work =>
  (sheet, { units }) => {
    const { terms, instrumentId, exDay, instrumentCurrency } = sheet.action;
    if (!terms.ratio) return;
    const all = adds ? units.plus(times(units, terms.ratio)) : times(units, terms.ratio);
    const added = adds ? divide(times(units, terms.ratio), terms.fractions) : divide(all, terms.fractions);
    const change = adds ? added.booked : added.booked.minus(units);
    const lieu = lieuOf(added.fraction, terms);
    sheet.units = change;
    sheet.fraction = added.fraction;
    if (lieu) sheet.pay(lieu.amount, lieu.currency);
    const currency = lieu?.currency ?? instrumentCurrency;
    const common = { day: exDay, instrumentId, currency };
    if (units.plus(change).isZero()) {
      // Nothing is left of it but cash.
      const amount = text(lieu?.amount ?? zero);
      sheet.drafts.push({ ...common, kind: "exchange", quantity: text(units.neg()), amount });
      return;
    }
    if (change.isZero() && !lieu) {
      sheet.reason = "belowOneUnit";
      return;
    }
    sheet.drafts.push({ ...common, kind: "split", quantity: text(change), amount: "0" });
    if (lieu) sheet.drafts.push({ ...common, kind: "returnOfCapital", amount: text(lieu.amount) });
  };

/** New units for cash. */
const subscribe: Work = (sheet, { units }) => {
  const { terms, instrumentId, payDay } = sheet.action;
  const { ratio, price } = terms;
  if (!ratio || !price) return;
  const { booked, fraction } = divide(times(units, ratio), terms.fractions === "keep" ? "keep" : "down");
  sheet.fraction = fraction;
  if (booked.isZero()) {
    sheet.reason = "belowOneUnit";
    return;
  }
  const cost = rounded(booked.times(price.perUnit), price.currency);
  sheet.units = booked;
  sheet.pay(cost.neg(), price.currency);
  sheet.drafts.push({
    kind: "buy",
    day: payDay,
    instrumentId,
    quantity: text(booked),
    price: price.perUnit,
    currency: price.currency,
    amount: text(cost.neg()),
  });
};

/** Parts of a received unit are sold at the price of the terms. */
function sellFraction(sheet: Sheet, day: string, fraction: Decimal): void {
  const { terms } = sheet.action;
  const lieu = lieuOf(fraction, terms);
  if (!lieu || terms.target === null) return;
  sheet.pay(lieu.amount, lieu.currency);
  sheet.drafts.push({
    kind: "sell",
    day,
    instrumentId: terms.target,
    quantity: text(fraction.neg()),
    ...(terms.price && { price: terms.price.perUnit }),
    currency: lieu.currency,
    amount: text(lieu.amount),
  });
}

/** What of a ratio arrives: parts that are paid arrive too, and are sold at once. */
function arriving(units: Decimal, terms: ActionTerms): { quantity: Decimal; fraction: Decimal } {
  if (!terms.ratio) return { quantity: zero, fraction: zero };
  const { booked, fraction } = divide(times(units, terms.ratio), terms.fractions);
  return { quantity: terms.fractions === "cash" && terms.price ? booked.plus(fraction) : booked, fraction };
}

/** Units of another instrument, with their part of the cost; the old ones stay. */
const spinOff: Work = (sheet, { units, cost }) => {
  const { terms, instrumentId, exDay, instrumentCurrency } = sheet.action;
  if (terms.target === null || terms.costShare === null) return;
  const { quantity, fraction } = arriving(units, terms);
  sheet.fraction = fraction;
  if (quantity.isZero()) {
    sheet.reason = "belowOneUnit";
    return;
  }
  const moved = cost === null ? null : rounded(cost.times(terms.costShare).div(100), instrumentCurrency);
  sheet.costMoved = moved;
  sheet.received = quantity.minus(terms.fractions === "cash" ? fraction : zero);
  sheet.drafts.push({
    kind: "exchange",
    day: exDay,
    instrumentId,
    quantity: "0",
    currency: instrumentCurrency,
    amount: "0",
    cost: text(moved ?? zero),
    counter: { instrumentId: terms.target, quantity: text(quantity) },
  });
  sellFraction(sheet, exDay, fraction);
};

/** All units go, for units of another instrument, cash, or both. */
const giveUp =
  (day: (action: BookedAction) => string): Work =>
  (sheet, { units }) => {
    const { action } = sheet;
    const { terms, instrumentId, instrumentCurrency } = action;
    const { quantity, fraction } = arriving(units, terms);
    const cash = terms.cash && rounded(units.times(terms.cash.perUnit), terms.cash.currency);
    sheet.units = units.neg();
    sheet.fraction = fraction;
    sheet.received = quantity.minus(terms.fractions === "cash" && terms.price ? fraction : zero);
    if (cash && terms.cash) sheet.pay(cash, terms.cash.currency);
    sheet.drafts.push({
      kind: "exchange",
      day: day(action),
      instrumentId,
      quantity: text(units.neg()),
      currency: terms.cash?.currency ?? instrumentCurrency,
      amount: text(cash ?? zero),
      ...(terms.target !== null &&
        !quantity.isZero() && { counter: { instrumentId: terms.target, quantity: text(quantity) } }),
    });
    sellFraction(sheet, day(action), fraction);
  };

const nothing: Work = (sheet) => {
  sheet.reason = "optionWithoutEntry";
};

const byPayDay = ({ payDay }: BookedAction): string => payDay;
const byExDay = ({ exDay }: BookedAction): string => exDay;

function workOf(type: ActionType, option: OptionName | null): Work {
  switch (type) {
    case "cashDividend":
      return payCash("dividend");
    case "returnOfCapital":
      return payCash("returnOfCapital");
    case "choiceDividend":
      return option === "shares" ? payShares : payCash("dividend");
    case "stockDividend":
      return changeUnits({ adds: true });
    case "split":
      return changeUnits({ adds: false });
    case "rightsIssue":
      return option === "subscribe" ? subscribe : nothing;
    case "tenderOffer":
      return option === "tender" ? giveUp(byPayDay) : nothing;
    case "redemption":
      return giveUp(byPayDay);
    case "spinOff":
      return spinOff;
    case "merger":
      return giveUp(byExDay);
  }
}

/** Begins the ids of all entries of an action. */
export const idsOfAction = ({ id }: Pick<BookedAction, "id">): string => `action:${id}:`;

/** The day on which an action changes units or cash. */
export const bookingDayOf = (action: BookedAction): string =>
  ["split", "stockDividend", "spinOff", "merger"].includes(action.type) ? action.exDay : action.payDay;

/** What the action brings a holder. The same input has the same ids, so that nothing is booked twice. */
export function workOut(action: BookedAction, entitled: Entitled): Worked {
  const sheet = new Sheet(action);
  workOf(action.type, entitled.option)(sheet, entitled);
  const { holder, custodian } = entitled;
  const start = `${idsOfAction(action)}${action.application}:${holder.holderType}-${holder.holderId}`;
  const entries = sheet.drafts.map((draft, place): NewEntry => {
    const entry = { ...draft, ...(custodian !== null && { custodian }) };
    const fingerprint = createHash("sha256").update(JSON.stringify(entry)).digest("hex");
    return { ...entry, externalId: place === 0 ? start : `${start}:${place + 1}`, fingerprint };
  });
  return { outcome: sheet.outcome(), entries, reason: sheet.reason };
}
