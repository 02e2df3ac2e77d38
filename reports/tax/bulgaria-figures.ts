/** Figures of the Bulgarian declaration. */
import { Decimal, type Known, zero } from "@portico/ledger/decimal.ts";
import type { DecimalString } from "@portico/ledger/entry.ts";
import { halfUp, total } from "../rounding.ts";
import type { Instrument, Named } from "./bulgaria-shapes.ts";
import { issuerCountry } from "./countries.ts";

const hundred = new Decimal(100);

export const known = (text: DecimalString | null): Known => (text === null ? null : new Decimal(text));
export const named = ({ instrumentId, name, isin, country: stated }: Instrument): Named => {
  const { country, basis } = issuerCountry({ country: stated, isin });
  return { instrumentId, name, isin, country, countryBasis: basis };
};
export const positive = (value: Known): Known => (value === null ? null : Decimal.max(value, zero));
export const sumOf = (figures: Iterable<Known>): Known => {
  const sum = total(figures);
  return sum === null ? null : halfUp(sum, 2);
};
export const rounded = (value: Known): Known => (value === null ? null : halfUp(value, 2));
export const percentOf = (value: Known, percent: Decimal): Known =>
  value === null ? null : halfUp(value.times(percent).div(hundred), 2);
