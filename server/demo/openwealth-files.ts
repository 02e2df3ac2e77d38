/** Files of the demo's second custodian, in OpenWealth's format. */
import type { Day } from "@portico/ledger/entry.ts";
import { Decimal } from "decimal.js";

interface Security {
  isin: string;
  name: string;
  /** Of one unit, in the currency. */
  price: string;
  currency: string;
}

/** A client's first weeks with the custodian. */
export interface SecondAccount {
  number: string;
  currency: string;
  deposit: { day: Day; amount: string };
  purchase: Security & { day: Day; units: number; fee: string };
}

const instrumentOf = ({ isin, name }: Security) => ({
  type: "equity",
  name,
  identificationList: [{ type: "isin", identifier: isin }],
});
const money = (currency: string) => ({
  type: "cash",
  name: currency,
  identificationList: [{ type: "iso3", identifier: currency }],
  currencyOfDenomination: currency,
});
const cashMovement = (type: string, day: Day, amount: string, currency: string) => ({
  type,
  movementDate: day,
  financialInstrument: money(currency),
  quantity: { type: "unit", value: Number(amount) },
  positionCurrency: currency,
});
const posted = (amount: string, currency: string) => [{ amount: Number(amount), currency }];
const grossOf = ({ purchase: { price, units } }: SecondAccount): Decimal => new Decimal(price).times(units);

/** The cash that is left after the purchase. */
const restOf = (account: SecondAccount): Decimal =>
  new Decimal(account.deposit.amount).minus(grossOf(account)).minus(account.purchase.fee);

function transactionsOf(account: SecondAccount): object[] {
  const { number, currency, deposit, purchase } = account;
  const gross = grossOf(account);
  const common = { customerId: number, reversalIndicator: false, endOfDayIndicator: true };
  return [
    {
      ...common,
      id: `${number}-1`,
      type: "inflowCash",
      transactionDate: deposit.day,
      movementList: [cashMovement("cash", deposit.day, deposit.amount, currency)],
      postingAmountList: posted(deposit.amount, currency),
    },
    {
      ...common,
      id: `${number}-2`,
      type: "buy",
      transactionDate: purchase.day,
      placeOfTrade: { marketIdentificationCode: "XSWX" },
      movementList: [
        {
          type: "asset",
          movementDate: purchase.day,
          financialInstrument: instrumentOf(purchase),
          quantity: { type: "unit", value: purchase.units },
          positionCurrency: purchase.currency,
          price: { type: "actual", value: Number(purchase.price), currency: purchase.currency },
        },
        cashMovement("cash", purchase.day, gross.neg().toFixed(), currency),
        cashMovement("brokerageFee", purchase.day, `-${purchase.fee}`, currency),
      ],
      postingAmountList: posted(gross.plus(purchase.fee).neg().toFixed(), currency),
    },
  ];
}

/** The transactions of all accounts. */
export const transactionsFile = (accounts: readonly SecondAccount[]): string =>
  JSON.stringify(accounts.flatMap(transactionsOf), null, 1);

/** What the accounts hold at the end of a day; `missing` units are not there, by the number of the account. */
export const positionsFile = (accounts: readonly SecondAccount[], day: Day, missing: Record<string, number>): string =>
  JSON.stringify(
    accounts.flatMap((account) => {
      const { number, currency, purchase } = account;
      const common = { customerId: number, positionDate: day, endOfDayIndicator: true };
      return [
        {
          ...common,
          id: `${number}-cash`,
          financialInstrument: money(currency),
          quantity: { type: "unit", value: restOf(account).toNumber() },
          currency,
        },
        {
          ...common,
          id: `${number}-units`,
          financialInstrument: instrumentOf(purchase),
          quantity: { type: "unit", value: purchase.units - (missing[number] ?? 0) },
          currency: purchase.currency,
        },
      ];
    }),
    null,
    1,
  );
