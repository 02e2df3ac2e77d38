/** What tax packs of the demo need: venues and legal forms of its instruments, settlement days of its trades, rates in złoty. */
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Day } from "@portico/ledger/entry.ts";
import { isBusinessDay } from "@portico/reports/calendars/business-days.ts";
import { nbpDays } from "@portico/reports/calendars/calendars.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import { insertBatch } from "../domains/central-banks/record.ts";
import { createCustodian } from "../domains/custodians/custodians.ts";
import type { Services } from "../kernel/context.ts";
import { inTransaction } from "../kernel/transaction.ts";
import { tradingDayFrom } from "./calendar.ts";
import type { DemoEntry } from "./histories.ts";
import type { RatePoint } from "./market.ts";
import type { Seed } from "./seed.ts";

/** Where each instrument is traded, and after how many days its trades settle. */
const venues: Readonly<Record<string, readonly [venue: string, days: number]>> = {
  VWCE: ["XETR", 2],
  EUNA: ["XETR", 2],
  SGLN: ["XLON", 2],
  AAPL: ["XNAS", 1],
  MSFT: ["XNAS", 1],
  AMZN: ["XNAS", 1],
  IBM: ["XNYS", 1],
  NESN: ["XSWX", 2],
  ASML: ["XAMS", 2],
  PKO: ["XWAR", 2],
  "7203": ["XTKS", 2],
  "VOLV-B": ["XSTO", 2],
};

/** What a custodian's file would state of a trade. */
export function tradeFactsOf({ kind, day, ticker }: Pick<DemoEntry, "kind" | "day"> & { ticker: string | undefined }): {
  venue?: string;
  settledOn?: Day;
} {
  const traded = ticker === undefined || (kind !== "buy" && kind !== "sell") ? undefined : venues[ticker];
  if (!traded) return {};
  const [venue, days] = traded;
  let settledOn = day;
  for (let left = days; left > 0; left -= 1) settledOn = tradingDayFrom(addDays(settledOn, 1));
  return { venue, settledOn };
}

/** The last known value of each day. */
function latestOf(rates: readonly RatePoint[], currency: string): (day: Day) => string | undefined {
  const own = rates
    .filter((rate) => rate.currency === currency)
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));
  let place = -1;
  // Days are asked for in order.
  return (day) => {
    while ((own[place + 1]?.day ?? "9") <= day) place += 1;
    return own[place]?.perEuro;
  };
}

const hundreds: ReadonlySet<string> = new Set(["JPY", "HUF"]);

/** Rates of table A that follow from the demo's; numbered as the bank does, and named as the demo's. */
function polishRates(rates: readonly RatePoint[], { from, to }: { from: Day; to: Day }) {
  const zloty = latestOf(rates, "PLN");
  const currencies = [
    "EUR",
    ...new Set(rates.map(({ currency }) => currency).filter((currency) => currency !== "PLN")),
  ];
  const others = currencies.map((currency) => [currency, latestOf(rates, currency)] as const);
  const found = [];
  let number = 0;
  for (let day = `${from.slice(0, 4)}-01-01`; day <= to; day = addDays(day, 1)) {
    if (day.endsWith("-01-01")) number = 0;
    if (!isBusinessDay(nbpDays, day)) continue;
    number += 1;
    const perEuro = zloty(day);
    for (const [currency, valueOf] of others) {
      const value = currency === "EUR" ? "1" : valueOf(day);
      if (perEuro === undefined || value === undefined || day < from) continue;
      const units = hundreds.has(currency) ? 100 : 1;
      const rate = new Decimal(perEuro).div(value).times(units).toDecimalPlaces(4).toFixed();
      const table = `${String(number).padStart(3, "0")}/A/NBP/${day.slice(0, 4)} (demo)`;
      found.push({ currency, day, rate, units, table });
    }
  }
  return found;
}

/** Of some three years, as many as the oldest ledger with a Polish holder has. */
export async function seedTaxFacts(
  services: Services,
  {
    instrumentIds,
    rates,
    today,
  }: { instrumentIds: ReadonlyMap<string, number>; rates: readonly RatePoint[]; today: Day },
): Promise<void> {
  const named = Object.entries(venues).flatMap(([ticker, [venue]]) => {
    const id = instrumentIds.get(ticker);
    return id === undefined ? [] : [{ id, venue }];
  });
  await inTransaction(services.db, async (trx) => {
    await sql`
      update instrument set venue = known.venue, legal_form = case when instrument.asset_class in ('equity', 'fund') then 'company' end
      from unnest(${named.map(({ id }) => id)}::bigint[], ${named.map(({ venue }) => venue)}::text[]) as known (id, venue)
      where instrument.id = known.id`.execute(trx);
    await insertBatch(
      trx,
      { bank: "NBP", source: "demo", uploadId: null },
      polishRates(rates, { from: addDays(today, -1_200), to: addDays(today, -1) }),
    );
  });
}

/** The demo's first custodian, with which most portfolios lie. */
export const seedCustodians = async (seed: Seed): Promise<void> => {
  await createCustodian(await seed.as("admin"), {
    name: "Interactive Brokers",
    kind: "custodian",
    country: "IE",
    other_names: ["IBKR"],
    formats: ["ibFlex"],
    day_basis: "trade",
    confirmations: "custodian",
    quantity_tolerance: "0",
    cash_tolerance: "0.01",
    automatic: false,
  });
};
