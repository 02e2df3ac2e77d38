/** Whether a payment is above the amount up to which somebody may act. */
import type { AuthorityLimit } from "@portico/api/signing-authority.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { isStale } from "@portico/ledger/stale.ts";

/** Units of the currency per euro, as quoted on the day. */
export interface RateOfDay {
  currency: string;
  value: string;
  day: string;
}

/**
 * In one currency exactly; in two by the rates up to the day, the newest of each currency. Without a rate, or with one that
 * is too old for the day, the payment counts as above the limit: another is asked to sign rather than one too few.
 */
export function isAboveLimit(
  payment: { amount: string; currency: string },
  limit: AuthorityLimit,
  { day, rates }: { day: string; rates: readonly RateOfDay[] },
): boolean {
  if (payment.currency === limit.currency) return new Decimal(payment.amount).gt(limit.amount);
  const perEuro = (code: string): Decimal | undefined => {
    const rate = rates.find(({ currency }) => currency === code);
    return rate && !isStale(rate.day, day) ? new Decimal(rate.value) : undefined;
  };
  const [paid, limited] = [perEuro(payment.currency), perEuro(limit.currency)];
  if (!paid || !limited) return true;
  // Multiplied crosswise, so that nothing is rounded.
  return new Decimal(payment.amount).times(limited).gt(new Decimal(limit.amount).times(paid));
}
