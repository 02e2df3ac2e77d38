/** OpenWealth's types of transactions: what each is booked as, and which way its cash goes. */
import type { Direction } from "./money.ts";

/** How a type is booked. */
export type Booking =
  | "buy"
  | "sell"
  | "redemption"
  | "dividend"
  | "interest"
  | "capital"
  | "reinvestment"
  | "deposit"
  | "withdrawal"
  | "fee"
  | "tax"
  | "fx"
  | "transfer"
  | "replacement"
  | "distribution"
  | "split"
  | "contract";

interface TransactionType {
  booking: Booking;
  direction?: Direction;
}

export const transactionTypes: Readonly<Record<string, TransactionType>> = {
  accumulation: { booking: "reinvestment", direction: "in" },
  amortizationAndInterestPayment: { booking: "contract" },
  assimilation: { booking: "replacement" },
  bonus: { booking: "distribution" },
  buy: { booking: "buy", direction: "out" },
  closeContract: { booking: "contract" },
  conversionBondShare: { booking: "replacement" },
  coupon: { booking: "interest", direction: "in" },
  decreasePrincipal: { booking: "contract" },
  deliveryFreeOfPayment: { booking: "transfer" },
  deliveryVsPayment: { booking: "sell", direction: "in" },
  dividendCash: { booking: "dividend", direction: "in" },
  dividendChoice: { booking: "dividend", direction: "in" },
  dividendReinvestment: { booking: "reinvestment", direction: "in" },
  dividendStock: { booking: "distribution" },
  expiration: { booking: "redemption", direction: "in" },
  fees: { booking: "fee" },
  finalLiquidationPayment: { booking: "redemption", direction: "in" },
  fxSpot: { booking: "fx" },
  increasePrincipal: { booking: "contract" },
  inflowCash: { booking: "deposit", direction: "in" },
  instrumentExchange: { booking: "replacement" },
  interestPayment: { booking: "interest" },
  internalTransfer: { booking: "transfer" },
  liquidationPayment: { booking: "redemption", direction: "in" },
  merger: { booking: "replacement" },
  openContract: { booking: "contract" },
  outflowCash: { booking: "withdrawal", direction: "out" },
  prepaymentSubstitution: { booking: "replacement" },
  receiveFreeOfPayment: { booking: "transfer" },
  receiveVsPayment: { booking: "buy", direction: "out" },
  redemption: { booking: "redemption", direction: "in" },
  redemptionPartial: { booking: "redemption", direction: "in" },
  redemptionPrior: { booking: "redemption", direction: "in" },
  reductionOfNominal: { booking: "capital", direction: "in" },
  rightDistribution: { booking: "distribution" },
  sell: { booking: "sell", direction: "in" },
  spinOff: { booking: "distribution" },
  stockSplit: { booking: "split" },
  subscription: { booking: "buy", direction: "out" },
  taxCorrections: { booking: "tax" },
  taxes: { booking: "tax" },
};

const typeOf = (type: string): TransactionType | undefined =>
  Object.hasOwn(transactionTypes, type) ? transactionTypes[type] : undefined;

export const bookingOf = (type: string): Booking | undefined => typeOf(type)?.booking;
/** Undefined where the cash of the type may go either way. */
export const directionOf = (type: string): Direction => typeOf(type)?.direction;
