/** Proofs of a range's two returns, from daily values and payments. */
import type { Proof } from "@portico/api/portfolios.ts";
import { isDoubt } from "@portico/api/rules/gaps.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { timeWeightedReturn } from "@portico/ledger/time-weighted.ts";
import type { CustodyAccount, Range } from "../../../adapters/custodian/custodian.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { percent } from "../figures.ts";
import type { ClosedDay } from "../performance/daily-values.queries.ts";
import { loadDays, moneyWeighted, timeWeighted, type ValuedDays } from "../performance/performance.ts";
import { pageOfTerms, type Term, type TermsPage, term } from "./terms.ts";

/** The days between two payments, with the value before them. */
interface Piece {
  opening: string;
  rows: ClosedDay[];
}

/** Splits the range at every payment: a piece starts on the day of its payment. */
function splitIntoPieces({ opening, rows }: ValuedDays): Piece[] {
  const pieces: Piece[] = [];
  let before = opening;
  for (const row of rows) {
    const last = pieces.at(-1);
    if (last && new Decimal(row.deposits).isZero() && new Decimal(row.inflow).isZero()) last.rows.push(row);
    else pieces.push({ opening: before, rows: [row] });
    before = row.value;
  }
  return pieces;
}

/** Growth of a piece as a factor: 1.05 for five percent. */
const calculateFactor = ({ opening, rows }: Piece): Decimal => {
  const growth = timeWeightedReturn(opening, rows);
  return "percent" in growth ? new Decimal(growth.percent).div(100).plus(1) : new Decimal(1);
};

/** Further input of a range's proof. */
export interface OfRange {
  today: string;
  page: TermsPage;
  /** It should cost little. */
  light: boolean;
}
/** Undefined if it would not be light. */
export type RangeProof = (db: Db, account: CustodyAccount, range: Range, about: OfRange) => Promise<Proof | undefined>;

/** The product of the pieces' growth. */
export const proveTimeWeighted: RangeProof = async (db, account, range, { today, page }) => {
  const days = await loadDays(db, account, range, today);
  const weighted = timeWeighted(days);
  const result = weighted && "percent" in weighted ? percent(weighted.percent) : null;
  const pieces = result === null ? [] : splitIntoPieces(days);
  const terms = pieces.map((piece) => {
    const [first, last] = [piece.rows[0], piece.rows.at(-1)];
    return term("period", calculateFactor(piece).toFixed(), { about: last?.day ?? null, day: first?.day ?? null });
  });
  const product = (rest: readonly Term[]) => rest.reduce((all, { value }) => all.times(value), new Decimal(1));
  return {
    figure: "timeWeightedReturn",
    formula: "timeWeightedReturn",
    result: result === null ? null : String(result),
    currency: null,
    ...pageOfTerms(terms, page, { byDay: true, worth: product }),
    gaps: days.gaps,
  };
};

/** Opening value, payments and closing value, balanced by the yearly rate. */
export const proveMoneyWeighted: RangeProof = async (db, account, range, { today, page }) => {
  const days = await loadDays(db, account, range, today);
  const weighted = moneyWeighted(days);
  const currency = account.baseCurrency;
  const { opening, rows, bridge, paidOn } = days;
  const [first, last] = [rows[0], rows.at(-1)];
  const negated = (text: string): string => new Decimal(text).neg().toFixed();
  const flows = rows
    .map((row) => ({ day: row.day, paid: paidOn(row) }))
    .filter(({ paid }) => !new Decimal(paid).isZero())
    .map(({ day, paid }): Term => term("flow", negated(paid), { currency, day }));
  const terms = [
    ...(first && !new Decimal(opening).isZero()
      ? [term("opening", negated(opening), { currency, day: first.day })]
      : []),
    ...flows,
    ...(last ? [term("closing", last.value, { currency, day: last.day })] : []),
  ];
  return {
    figure: "moneyWeightedReturn",
    formula: "moneyWeightedReturn",
    result: weighted && "rate" in weighted ? String(percent(new Decimal(weighted.rate).times(100))) : null,
    currency: null,
    ...pageOfTerms(bridge ? terms : [], page, { currency, byDay: true }),
    // A missing price between the ends takes nothing from this return.
    gaps: bridge ? days.gaps.filter(isDoubt) : days.gaps,
  };
};
