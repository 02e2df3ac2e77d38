/** Small records of OpenWealth for tests, with invented names. */

type Fields = Record<string, unknown>;

const cashOf = (currency: string): Fields => ({
  type: "cash",
  name: currency,
  identificationList: [{ type: "iso3", identifier: currency }],
});
const cashAccount = (currency: string): Fields => ({
  id: `cash-${currency}`,
  type: "cashAccount",
  referenceCurrency: "CHF",
});
export const safekeeping: Fields = { id: "safekeeping-1", type: "safekeepingAccount", referenceCurrency: "CHF" };

export const security = (type: string, name: string, isin: string, more: Fields = {}): Fields => ({
  type,
  name,
  identificationList: [{ type: "isin", identifier: isin }],
  ...more,
});
export const apple = security("equity", "Apple Inc.", "US0378331005");
export const bond = security("bond", "Confederation 0.5% 2032", "CH0344958688", { currencyOfDenomination: "CHF" });

/** A movement of cash, such as a fee. */
export const cashMoved = (type: string, value: number, currency = "CHF", more: Fields = {}): Fields => ({
  type,
  movementDate: "2023-01-04",
  financialInstrument: cashOf(currency),
  account: cashAccount(currency),
  quantity: { type: "unit", value },
  positionCurrency: currency,
  positionId: `cash-${currency}`,
  ...more,
});

export const unitsMoved = (instrument: Fields, value: number, more: Fields = {}): Fields => ({
  type: "asset",
  movementDate: "2023-01-04",
  financialInstrument: instrument,
  account: safekeeping,
  quantity: { type: "unit", value },
  positionId: "p",
  ...more,
});

export const posted = (amount: number, currency = "CHF"): Fields => ({
  amount,
  currency,
  account: cashAccount(currency),
});

/** Movements and postings of a transaction, with other members of it. */
export const transaction = (
  id: string,
  type: string,
  movementList: Fields[],
  postingAmountList: Fields[],
  more: Fields = {},
): Fields => ({
  id,
  type,
  transactionDate: "2023-01-04",
  customerId: "customer-1",
  reversalIndicator: false,
  endOfDayIndicator: true,
  movementList,
  postingAmountList,
  ...more,
});

export const statedPosition = (instrument: Fields, value: number, currency: string, more: Fields = {}): Fields => ({
  id: "p",
  endOfDayIndicator: true,
  positionDate: "2023-01-05",
  financialInstrument: instrument,
  account: safekeeping,
  quantity: { type: "unit", value },
  valuation: { valueInPositionCurrency: { amount: 0, currency } },
  currency,
  ...more,
});
export const statedCash = (value: number, currency: string, name = currency): Fields =>
  statedPosition(cashOf(currency), value, currency, { name, account: cashAccount(currency) });

/** As a bank answers: one record on its own, several in a list. */
export const asFile = (...records: Fields[]): string =>
  JSON.stringify(records.length === 1 ? records[0] : records, null, 1);
