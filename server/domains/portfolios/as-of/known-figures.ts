/**
 * A holder's figures over a range as they were known: those of the pages, by the same functions, on days that are worked out again
 * from the entries, prices and rates that were known.
 */
import type { AttributedBy, Attribution } from "@portico/api/portfolio-attribution.ts";
import type { Results } from "@portico/api/portfolio-results.ts";
import type { MonthlyReturns, Risk } from "@portico/api/portfolio-risk.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import { bridgeParts, type MovedOver } from "@portico/ledger/bridge.ts";
import { nothingHeld } from "@portico/ledger/daily.ts";
import { type IncomeLine, incomeOf, type OtherTax } from "@portico/ledger/income.ts";
import type { CustodyAccount, Range } from "../../../adapters/custodian/custodian.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { calculateAttribution } from "../attribution/attribution.ts";
import { periodsOf } from "../attribution/periods.ts";
import type { KnownBenchmark } from "../benchmarks/known-benchmarks.ts";
import { type BenchmarkIndex, loadIndexes } from "../benchmarks/value-index.ts";
import { type Converter, converterOf } from "../income/in-contract.ts";
import { listIncomeEntries } from "../income/income-entries.queries.ts";
import { movedOver } from "../performance/current-days.ts";
import { entryCuts, type WalkedDay, type WalkedSpan, walkSpans } from "../performance/daily-walk.ts";
import { timeWeighted, type ValuedDays, valuedDaysOf } from "../performance/performance.ts";
import { calculateResults } from "../results/results.ts";
import { returnsOfIndex } from "../risk/benchmark-returns.ts";
import { calculateMonths } from "../risk/monthly-returns.ts";
import { calculateRisk, isWeekend, type RiskFree } from "../risk/risk.ts";
import { type KnownEntries, readKnownEntries } from "./known-entries.ts";

const noMoves: MovedOver = {
  ...(Object.fromEntries(bridgeParts.map((part) => [part, "0"])) as Record<(typeof bridgeParts)[number], string>),
  entered: "0",
};

export class KnownFigures {
  readonly #db: Db;
  readonly #known: KnownEntries;
  readonly #account: CustodyAccount;
  readonly #range: Range;
  /** All days from the first entry on. */
  readonly #rows: readonly WalkedDay[];
  /** Those of the range, by month. */
  readonly #spans: readonly WalkedSpan[];
  readonly days: ValuedDays;

  constructor(db: Db, known: KnownEntries, account: CustodyAccount, range: Range) {
    this.#db = db;
    this.#known = known;
    this.#account = { ...account, baseCurrency: known.baseCurrency };
    this.#range = range;
    const spans = this.#walk([range.from]);
    this.#rows = spans.flatMap(({ rows }) => rows);
    this.#spans = spans.filter(({ rows }) => (rows[0]?.day ?? "") >= range.from);
    const { before, rows } = this.#within(range);
    this.days = valuedDaysOf({ before, rows, moved: movedOver(noMoves, rows) });
  }

  get currency(): string {
    return this.#known.baseCurrency;
  }

  get instruments(): KnownEntries["instruments"] {
    return this.#known.instruments;
  }

  #walk(cuts: readonly string[]): WalkedSpan[] {
    const { entries, baseCurrency, instruments, series } = this.#known;
    const firstDay = entries[0]?.day ?? this.#range.from;
    const held = nothingHeld(addDays(firstDay, -1));
    return walkSpans(
      { baseCurrency, entries, instruments, series },
      { held, netDeposits: "0", to: this.#range.to, cuts },
    );
  }

  #within({ from, to }: Range): { before: WalkedDay | undefined; rows: WalkedDay[] } {
    return {
      before: this.#rows.findLast(({ day }) => day < from),
      rows: this.#rows.filter(({ day }) => day >= from && day <= to),
    };
  }

  async #sums(range: Range) {
    const { before, rows } = this.#within(range);
    return {
      before,
      first: rows[0]?.day ?? null,
      last: rows.at(-1),
      moved: movedOver(noMoves, rows),
      complete: rows.every(({ complete }) => complete),
      doubtful: rows.filter(({ gaps }) => gaps.length > 0),
    };
  }

  /** Of the days from the close before to the last one. */
  async index(
    { definition, lastValues }: KnownBenchmark,
    { before, to }: { before: string; to: string },
  ): Promise<BenchmarkIndex | undefined> {
    const known = { market: this.#known.market, lastValues };
    const [index] = await loadIndexes(this.#db, [definition], { currency: this.currency, before, to, known });
    return index;
  }

  risk(riskFree: RiskFree): Promise<Risk> {
    const priced = this.days.rows.flatMap(({ day, priced: isPriced }) => (isPriced && !isWeekend(day) ? [day] : []));
    return calculateRisk(this.days, { range: this.#range, riskFree, priced: async () => priced });
  }

  /** Of all months since the first holding. */
  months(benchmark: KnownBenchmark | undefined): Promise<MonthlyReturns> {
    return calculateMonths(this.#rows, this.currency, async (ranges) => {
      const days = ranges.flatMap(({ from, to }) => [addDays(from, -1), to]).toSorted();
      const [before, to] = [days[0], days.at(-1)];
      if (!benchmark || before === undefined || to === undefined) return undefined;
      const index = await this.index(benchmark, { before, to });
      return index && returnsOfIndex(index, days);
    });
  }

  async results(): Promise<Results> {
    return calculateResults(
      {
        account: this.#account,
        range: this.#range,
        sums: await this.#sums(this.#range),
        spans: this.#spans.map(({ results }) => results),
      },
      { instrumentsOf: async () => this.instruments, timeWeighted: async () => timeWeighted(this.days) },
    );
  }

  attribution(by: AttributedBy, benchmark: KnownBenchmark | undefined): Promise<Attribution> {
    return calculateAttribution(
      { currency: this.currency, by, range: this.#range, definition: benchmark?.definition },
      {
        sums: (range) => this.#sums(range),
        index: async (_definition, days) => benchmark && this.index(benchmark, days),
        periods: async ({ from }) => {
          const spans = this.#walk([from, ...entryCuts(this.#known.entries, from)]);
          return periodsOf(
            spans.filter(({ rows }) => (rows[0]?.day ?? "") >= from),
            { by, instruments: this.instruments, base: this.currency },
          );
        },
      },
    );
  }

  /** Income booked in the range, and what converts it. */
  async income(): Promise<{ lines: IncomeLine[]; other: OtherTax[]; converter: Converter }> {
    const entries = await listIncomeEntries(this.#db, this.#account, this.#range, this.#known);
    return { ...incomeOf(entries, this.#range), converter: converterOf(this.currency, this.#known.series) };
  }
}

/** Undefined if nothing was booked up to the range's end, as far as was known. To be called in a transaction with one snapshot. */
export async function readKnownFigures(
  db: Db,
  account: CustodyAccount,
  { known, ...range }: Range & { known: string },
): Promise<KnownFigures | undefined> {
  const entries = await readKnownEntries(db, account, { to: range.to, known });
  return entries.entries.length === 0 ? undefined : new KnownFigures(db, entries, account, range);
}
