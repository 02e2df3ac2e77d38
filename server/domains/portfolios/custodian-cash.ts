/** Cash among the figures of a custodian's system, which are JSON numbers. */
import type { InstrumentRow } from "@portico/api/portfolios.ts";
import { Decimal } from "@portico/ledger/decimal.ts";

/** The number as a decimal, without the noise of binary fractions. */
export const exact = (figure: number): Decimal => new Decimal(figure).toDecimalPlaces(12);

export const sumOf = (figures: readonly number[]): Decimal =>
  figures.reduce((sum, figure) => sum.plus(exact(figure)), new Decimal(0));

/** Rows of cash by currency, in which a custodian may keep several accounts. */
export const cashByCurrency = (instruments: readonly InstrumentRow[]): Map<string, InstrumentRow[]> =>
  Map.groupBy(
    instruments.filter(({ type }) => type === 9),
    ({ instrumentCurrency }) => instrumentCurrency,
  );
