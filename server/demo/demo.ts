/**
 * The demo firm: loaded once into an empty embedded database, in one transaction per client, and announced on the console.
 * A second start finds it there and loads nothing.
 */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import type { Services } from "../context.ts";
import { inTransaction } from "../database/transaction.ts";
import { findHoldersByClientNumbers } from "../domains/holders/holders.service.ts";
import { addInstruments } from "../domains/market-data/market-data.service.ts";
import { getCustody } from "../domains/portfolios/portfolios.custody.ts";
import type { NewEntry } from "../domains/portfolios/portfolios.entries.ts";
import { recordMarket } from "../domains/portfolios/portfolios.market.ts";
import { linkCustodian } from "../domains/portfolios/portfolios.service.ts";
import { bookEntries } from "../domains/portfolios/portfolios.writer.ts";
import { hasNoUser } from "../domains/users/users.service.ts";
import { toDay } from "./calendar.ts";
import { type CustodianServer, startCustodianServer } from "./custodian-server.ts";
import { type DemoEntry, type DemoMarket, manyCurrencies, marketOf, small, tenYears } from "./histories.ts";
import { demoInstruments, demoPrices, demoRates } from "./market.ts";
import { demoPassword, demoPeople } from "./people.ts";
import { peopleOnTheWay } from "./people-on-the-way.ts";
import { shortNameOf } from "./scenes-arrivals.ts";
import { playYear } from "./year.ts";

export interface Demo {
  /** Prints who can sign in, and what there is to see. */
  announce(): void;
  stop(): Promise<void>;
}

/** Longer than any timeout that an operator would set. */
const custodianDelayMs = 120_000;

function toNewEntry({ ticker, ...entry }: DemoEntry, instrumentIds: Map<string, number>): NewEntry {
  const fingerprint = createHash("sha256")
    .update(JSON.stringify({ ticker, ...entry }))
    .digest("hex");
  const instrumentId = ticker === undefined ? undefined : instrumentIds.get(ticker);
  return { ...entry, fingerprint, ...(instrumentId !== undefined && { instrumentId }) };
}

interface LoadedMarket {
  today: string;
  market: DemoMarket;
  instrumentIds: Map<string, number>;
}

async function loadMarket(services: Services, today: string): Promise<LoadedMarket> {
  const [prices, rates] = await Promise.all([demoPrices(today), demoRates(today)]);
  const instrumentIds = await inTransaction(services.db, async (trx) => {
    const ids = await addInstruments(
      trx,
      demoInstruments.map(({ name, ticker, isin, currency, assetClass, country }) => ({
        name,
        ticker,
        isin,
        currency,
        assetClass,
        country,
      })),
    );
    const byTicker = new Map(demoInstruments.map(({ ticker }, index) => [ticker, ids[index] ?? 0]));
    await recordMarket(trx, {
      prices: prices.flatMap(({ ticker, ...price }) => {
        const instrumentId = byTicker.get(ticker);
        return instrumentId === undefined ? [] : [{ ...price, instrumentId }];
      }),
      rates,
    });
    return byTicker;
  });
  return { today, market: marketOf(prices, rates), instrumentIds };
}

async function load(services: Services): Promise<void> {
  const { today, market, instrumentIds } = await loadMarket(services, toDay(services.now()));
  const histories = { tenYears, manyCurrencies, small };
  await playYear(services, async (show) => {
    for (const person of demoPeople) {
      const history = histories[person.portfolio as keyof typeof histories];
      if (history)
        await bookEntries(
          show.stage.trueTrx,
          show.user(shortNameOf(person)),
          history(market, today).map((entry) => toNewEntry(entry, instrumentIds)),
        );
    }
  });
}

/** True where something takes connections at the address. */
async function isAnswering(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port) });
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(1000) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** A free port, which the client is linked to anew, unless another process on this data folder already keeps its custodian. */
async function startSlowCustodian({ db, now }: Services): Promise<CustodianServer> {
  const custodian = await startCustodianServer({ accounts: {}, delayMs: custodianDelayMs });
  const numbers = demoPeople.flatMap(({ portfolio, clientNumber }) =>
    portfolio === "slowCustodian" && clientNumber ? [clientNumber] : [],
  );
  for (const holder of (await findHoldersByClientNumbers(db, numbers)).values()) {
    const { baseUrl } = await getCustody(db, holder, now());
    if (baseUrl === undefined || !(await isAnswering(baseUrl))) await linkCustodian(db, holder, custodian.baseUrl);
  }
  return custodian;
}

/** Loads the demo where nobody has an account yet, and starts the slow custodian that one client's portfolio waits for. */
export async function startDemo(services: Services): Promise<Demo> {
  if (await hasNoUser(services.db)) await load(services);
  const custodian = await startSlowCustodian(services);
  return {
    announce() {
      const people = [...demoPeople, ...peopleOnTheWay];
      const width = Math.max(...people.map(({ email }) => email.length));
      console.log(`\nDemo accounts, all with the password  ${demoPassword}`);
      for (const { email, shows } of people) console.log(`  ${email.padEnd(width)}  ${shows}`);
      const where = services.config.smtpUrl ? "sent by mail" : "printed here, and lie as mails in the data folder";
      console.log(`One-time codes are ${where}.\n`);
    },
    stop: () => custodian.close(),
  };
}
