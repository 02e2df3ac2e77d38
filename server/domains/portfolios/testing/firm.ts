/** A firm in a test database: clients, instruments, prices and rates, and entries written in one line each. */
import type { Portfolio } from "@portico/api/portfolios.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { CustodyAccount } from "../../../adapters/custodian/custodian.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { addInstruments, savePrices, saveRates } from "../../market-data/market-data.ts";
import type { Entry, NewEntry } from "../ledger/entries.ts";
import type { NewDailyValue } from "../performance/daily-values.queries.ts";
import { getPortfolio, replayPortfolio } from "../valuation/portfolio.ts";

export interface TestClient extends Holder {
  clientNumber: string | null;
  baseCurrency: string;
}

let made = 0;

/** A person with an account; approved and with a client number by default. */
export async function makeClient(
  db: Db,
  options: { state?: string; clientNumber?: string | null; baseCurrency?: string; role?: string } = {},
): Promise<TestClient> {
  made += 1;
  const clientNumber = options.clientNumber === undefined ? `C${String(made).padStart(6, "0")}` : options.clientNumber;
  const { rows } = await sql<{ id: number }>`
    insert into app_user (email, name, password_hash, state, role)
    values (${`client-${made}@example.org`}, ${`Client ${made}`}, '-', ${options.state ?? "postKYC"}, ${options.role ?? "client"})
    returning id`.execute(db);
  const userId = rows[0]?.id ?? 0;
  await sql`
    insert into holder_account (holder_type, holder_id, client_number, base_currency)
    values ('user', ${userId}, ${clientNumber}, ${options.baseCurrency ?? "EUR"})`.execute(db);
  return { holderType: "user", holderId: userId, clientNumber, baseCurrency: options.baseCurrency ?? "EUR" };
}

/** Instruments by ticker: `makeInstruments(db, { ACME: "EUR", GLOB: "USD" })`. */
export async function makeInstruments<Tickers extends Record<string, string>>(
  db: Db,
  tickers: Tickers,
): Promise<{ [T in keyof Tickers]: number }> {
  const names = Object.entries(tickers);
  const ids = await addInstruments(
    db,
    names.map(([ticker, currency]) => ({
      name: `${ticker} plc`,
      ticker,
      isin: null,
      currency,
      assetClass: "equity",
      country: null,
    })),
  );
  return Object.fromEntries(names.map(([ticker], index) => [ticker, ids[index]])) as { [T in keyof Tickers]: number };
}

export const price = (db: Db, instrumentId: number, day: string, value: string, source = "exchange") =>
  savePrices(db, [{ instrumentId, day, value, source }]);
export const rate = (db: Db, currency: string, day: string, perEuro: string, source = "ECB") =>
  saveRates(db, [{ currency, day, perEuro, source }]);

/** A test entry; ids and fingerprint are derived from its fields unless given. */
export function entry(entry: Omit<Entry, "id" | "reverses"> & Partial<NewEntry>): NewEntry {
  const text = JSON.stringify(entry);
  return { externalId: text, fingerprint: text, ...entry };
}
export const deposit = (day: string, amount: string, currency = "EUR"): NewEntry =>
  entry({ kind: "deposit", day, amount, currency });
export const buy = (
  day: string,
  instrumentId: number,
  quantity: string,
  amount: string,
  more: Partial<NewEntry> = {},
): NewEntry => entry({ kind: "buy", day, instrumentId, quantity, amount, currency: "EUR", ...more });
export const sell = (
  day: string,
  instrumentId: number,
  quantity: string,
  amount: string,
  more: Partial<NewEntry> = {},
): NewEntry => entry({ kind: "sell", day, instrumentId, quantity: `-${quantity}`, amount, currency: "EUR", ...more });

/** The client's account as a custodian knows it. */
export const accountOf = ({ clientNumber, ...client }: TestClient): CustodyAccount => ({
  ...client,
  clientNumber: clientNumber ?? "",
});

/** The portfolio as shown on a page; replayed here if the stored state waits for that. */
export const showPortfolio = (db: Db, account: CustodyAccount, day: string): Promise<Portfolio> =>
  getPortfolio(db, account, day, () => replayPortfolio(db, account, day));

/** All stored days of a holder, in order. */
export async function listStoredDays(db: Db, { holderType, holderId }: Holder): Promise<(NewDailyValue & Holder)[]> {
  const { rows } = await sql<NewDailyValue & Holder>`
    select *, net_deposits as "netDeposits" from daily_value
    where holder_type = ${holderType} and holder_id = ${holderId} order by day`.execute(db);
  return rows;
}
