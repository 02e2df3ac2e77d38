/** Ledgers of any length with the same instruments and days, booked through the portal's own writer. */

import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { addInstruments, savePrices, saveRates } from "../server/domains/market-data/market-data.ts";
import type { NewEntry } from "../server/domains/portfolios/ledger/entries.ts";
import { findHead } from "../server/domains/portfolios/ledger/holdings.queries.ts";
import { bookEntries, previewEntries } from "../server/domains/portfolios/ledger/writer.ts";
import { computeBeside } from "../server/domains/portfolios/performance/daily-values.ts";
import { settingDefaults } from "../server/domains/settings/defaults.ts";
import { inTransaction } from "../server/kernel/transaction.ts";
import type { BenchPortal, BenchUser } from "./database.ts";

const instrumentCount = 20;
const dayOf = (index: number, count: number): string =>
  new Date(Date.UTC(2016, 0, 4) + Math.floor((index / count) * 3_600) * 86_400_000).toISOString().slice(0, 10);

/** Every seventh day up to today, so that no price or rate is stale. */
const weeks = (): string[] => {
  const days: string[] = [];
  for (let time = Date.UTC(2016, 0, 4); time <= Date.now(); time += 7 * 86_400_000)
    days.push(new Date(time).toISOString().slice(0, 10));
  return days;
};

/** Instruments with prices and rates, created once per run. */
export async function openMarket({ services }: BenchPortal): Promise<number[]> {
  return inTransaction(services.db, async (trx) => {
    const ids = await addInstruments(
      trx,
      Array.from({ length: instrumentCount }, (_, index) => ({
        name: `Instrument ${index}`,
        ticker: `T${index}`,
        isin: null,
        currency: "USD",
        assetClass: "equity" as const,
        country: null,
      })),
    );
    await savePrices(
      trx,
      weeks().flatMap((day, week) =>
        ids.map((instrumentId) => ({ instrumentId, day, value: String(10 + (week % 7) / 4), source: "bench" })),
      ),
    );
    await saveRates(
      trx,
      weeks().map((day, week) => ({ currency: "USD", day, perEuro: String(1.1 + (week % 5) / 100), source: "bench" })),
    );
    return ids;
  });
}

function entries(count: number, ids: number[], name: string): NewEntry[] {
  return Array.from({ length: count }, (_, index): NewEntry => {
    const shared = {
      day: dayOf(index, count),
      currency: "USD",
      externalId: `${name}-${index}`,
      fingerprint: `${name}-${index}`,
    };
    if (index === 0) return { ...shared, kind: "deposit", amount: "100000000" };
    const buys = index % 3 !== 0;
    const trade = { instrumentId: ids[index % instrumentCount] ?? 0, price: "10", fee: "1" };
    return buys
      ? { ...shared, ...trade, kind: "buy", quantity: "2", amount: "-21", orderId: `${name}-${index}` }
      : { ...shared, ...trade, kind: "dividend", amount: "3.5", quantity: undefined };
  });
}

const ownOf = ({ id }: BenchUser): Holder => ({ holderType: "user", holderId: id });

/** Books the entries; returns the seconds taken. */
export async function fill(
  { services }: BenchPortal,
  { holderType, holderId }: Holder,
  ids: number[],
  count: number,
): Promise<number> {
  const made = entries(count, ids, `${holderType}${holderId}`);
  const before = performance.now();
  await bookEntries(services.db, { holderType, holderId }, made);
  return (performance.now() - before) / 1000;
}

/** A company for which the user acts, with booked entries whose days are made. */
export async function addCompany(portal: BenchPortal, user: BenchUser, ids: number[], count: number): Promise<void> {
  const { db } = portal.services;
  const { id } = await db
    .insertInto("company")
    .values({ creator_id: user.id, name: `Company ${count}`, state: "postKYC" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("representation")
    .values({ company_id: id, user_id: user.id, valid_from: "2016-01-01" })
    .execute();
  await db
    .insertInto("holder_account")
    .values({ holder_type: "company", holder_id: id, client_number: `c${id}` })
    .execute();
  const company: Holder = { holderType: "company", holderId: id };
  await fill(portal, company, ids, count);
  await computeBeside(portal.services, company);
}

/** Makes an instrument the benchmark of everybody. */
export async function compareWith({ services }: BenchPortal, instrumentId: number | undefined): Promise<void> {
  const isin = "US0378331005";
  await sql`update instrument set isin = ${isin} where id = ${instrumentId}`.execute(services.db);
  const rules = JSON.stringify({ ...settingDefaults.portalRules, benchmarkIsin: isin });
  await sql`insert into setting (name, data) values ('portalRules', ${rules}::jsonb)
    on conflict (name) do update set data = excluded.data`.execute(services.db);
}

let lateRows = 0;

/** A purchase on a day, or thirty days before the last entry: milliseconds of its preview and of its booking, together. */
export async function bookLate(
  { services }: BenchPortal,
  user: BenchUser,
  ids: number[],
  day?: string,
): Promise<number> {
  const { db } = services;
  const holder = ownOf(user);
  const { lastDay } = (await findHead(db, holder)) ?? {};
  if (!lastDay) throw new Error("the ledger is empty");
  const externalId = `late-${++lateRows}`;
  const late: NewEntry = {
    kind: "buy",
    day: day ?? addDays(lastDay, -30),
    instrumentId: ids[0] ?? 0,
    quantity: "1",
    price: "10",
    currency: "USD",
    amount: "-10",
    externalId,
    fingerprint: externalId,
  };
  const before = performance.now();
  await previewEntries(db, holder, [late]);
  await bookEntries(db, holder, [late]);
  return performance.now() - before;
}

/** Seconds that COPY takes for the same rows into a table of the same shape and indexes. */
export async function copySame({ database }: BenchPortal, user: BenchUser): Promise<number> {
  const embedded = database.embedded;
  if (!embedded) throw new Error("the baseline needs the embedded database");
  const client = new pg.Client({
    host: embedded.host,
    port: embedded.port,
    database: "portico",
    user: "portico_owner",
    password: embedded.password("portico_owner"),
  });
  await client.connect();
  await client.query("create table copied (like ledger_entry including all)");
  const { rows } = await client.query<{ line: string }>(
    "select t::text as line from ledger_entry t where holder_type = 'user' and holder_id = $1",
    [user.id],
  );
  const text = rows.map(({ line }) => `${line.slice(1, -1)}\n`);
  const before = performance.now();
  await client.query("begin");
  await pipeline(Readable.from(text), client.query(copyFrom("copy copied from stdin with (format csv)")));
  await client.query("commit");
  const taken = (performance.now() - before) / 1000;
  await client.query("drop table copied");
  await client.end();
  return taken;
}
