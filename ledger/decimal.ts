/** The one arithmetic of the ledger: exact decimals, 40 significant digits where a division has to end somewhere. */
import { Decimal as DecimalJs } from "decimal.js";

export const Decimal = DecimalJs.clone({ precision: 40, toExpNeg: -60, toExpPos: 60 });
export type Decimal = InstanceType<typeof Decimal>;
export const zero = new Decimal(0);
export const one = new Decimal(1);

/** Digits behind the point of what is kept: far beyond any currency's, so that averages do not drift. */
const keptDigits = 20;
/** Plain notation for keeping and sending. */
export const plain = (value: Decimal): string => value.toDecimalPlaces(keptDigits).toFixed();
