import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { ensureInstruments, matchInstruments } from "./instruments.ts";
import { addInstruments, listForexRates, listRatesOn, savePrices, saveRates } from "./market-data.ts";
import { crossRate } from "./rates.ts";
import { loadSeries } from "./series.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await createTestApp();
});
afterAll(() => portal.close());

const acme = { name: "Acme plc", ticker: "ACM", currency: "GBP", assetClass: "equity" } as const;

describe("prices and rates", () => {
  test("known alike are skipped, known with another value are told and not written", async () => {
    const { db } = portal.services;
    const [instrumentId = 0] = await addInstruments(db, [{ ...acme, isin: null, country: null }]);
    const priced = (day: string, value: string, source = "LSE") => ({ instrumentId, day, value, source });
    expect(await savePrices(db, [priced("2024-01-02", "1.50"), priced("2024-01-03", "1.60")])).toMatchObject({
      saved: 2,
    });
    const again = await savePrices(db, [
      priced("2024-01-02", "1.5"),
      priced("2024-01-03", "1.61"),
      priced("2024-01-04", "1.7"),
    ]);
    expect(again).toMatchObject({ saved: 1, comparison: { known: [0], different: [1] } });
    expect(again.from).toEqual(new Map([[instrumentId, "2024-01-04"]]));
    const series = await loadSeries(db, {
      instrumentIds: [instrumentId],
      currencies: [],
      from: "2024-01-01",
      to: "2024-02-01",
    });
    expect(series.price(instrumentId, "2024-01-03", "GBP")).toEqual({
      value: "1.60",
      currency: "GBP",
      day: "2024-01-03",
      source: "LSE",
    });
  });

  test("are looked up as the latest on or before the day, and are a gap before the first", async () => {
    const { db } = portal.services;
    await saveRates(db, [
      { currency: "CZK", day: "2024-01-05", perEuro: "24.5", source: "ECB" },
      { currency: "CZK", day: "2024-01-08", perEuro: "25", source: "ECB" },
    ]);
    const series = await loadSeries(db, {
      instrumentIds: [],
      currencies: ["CZK"],
      from: "2024-01-06",
      to: "2024-01-31",
    });
    expect(series.rate("EUR", "CZK", "2024-01-07")).toEqual({ value: "24.5", day: "2024-01-05", source: "ECB" });
    expect(series.rate("CZK", "EUR", "2024-01-31")).toEqual({ value: "0.04", day: "2024-01-08", source: "ECB" });
    expect(series.rate("CZK", "EUR", "2024-01-04")).toBeUndefined();
    expect(series.rate("CZK", "CZK", "2024-01-04")?.value).toBe("1");
  });

  test("the lev's rate is fixed for ever", async () => {
    const series = await loadSeries(portal.services.db, {
      instrumentIds: [],
      currencies: ["BGN"],
      from: "2020-01-01",
      to: "2026-12-31",
    });
    expect(series.rate("EUR", "BGN", "2026-11-20")).toMatchObject({ value: "1.95583", source: "fixed" });
  });

  test("so is that of each currency that the euro replaced, from its day on; before, it has its market's", async () => {
    const { db } = portal.services;
    await saveRates(db, [
      { currency: "HRK", day: "2022-12-30", perEuro: "7.5365", source: "ECB" },
      // Not stored: fixed by then.
      { currency: "HRK", day: "2023-01-02", perEuro: "7.6", source: "IB" },
      { currency: "LTL", day: "2014-12-30", perEuro: "3.4531", source: "ECB" },
    ]);
    const currencies = ["HRK", "LTL", "DEM", "FRF", "GRD"];
    const series = await loadSeries(db, { instrumentIds: [], currencies, from: "2000-01-01", to: "2026-12-31" });
    const rateOn = (day: string, from: string, to = "EUR") => {
      const rate = series.rate(to, from, day);
      return rate && [rate.value, rate.day, rate.source];
    };
    expect(rateOn("2022-12-31", "HRK")).toEqual(["7.5365", "2022-12-30", "ECB"]);
    expect(rateOn("2023-01-01", "HRK")).toEqual(["7.5345", "2023-01-01", "fixed"]);
    expect(rateOn("2026-11-28", "HRK")).toEqual(["7.5345", "2026-11-28", "fixed"]);
    expect(rateOn("2014-12-31", "LTL")).toEqual(["3.4531", "2014-12-30", "ECB"]);
    expect(rateOn("2015-01-01", "LTL")).toEqual(["3.4528", "2015-01-01", "fixed"]);
    expect(rateOn("2000-12-31", "GRD")).toBeUndefined();
    expect(rateOn("2001-01-01", "GRD")).toEqual(["340.75", "2001-01-01", "fixed"]);
    expect(rateOn("2001-01-01", "FRF", "DEM")?.[0]).toBe("3.35385488513827888927");
    const named = await listRatesOn(db, "2026-11-28", ["HRK", "LTL"]);
    expect(named.map(({ currency, value, source }) => [currency, value, source])).toEqual([
      ["HRK", "7.5345", "fixed"],
      ["LTL", "3.4528", "fixed"],
    ]);
    // What nobody pays in any more is in no list of rates; a list of then has what was quoted then.
    const codes = async (day: string) => (await listRatesOn(db, day)).map(({ currency }) => currency);
    expect(await codes("2026-11-28")).not.toContain("HRK");
    expect(await codes("2022-12-31")).toContain("HRK");
    expect((await listForexRates(db)).map(({ code }) => code)).not.toContain("HRK");
  });

  test("a crossed rate is as old as the older of its two, and names both sources", () => {
    const quoted = (currency: string, perEuro: string, day: string, source: string) => ({
      currency,
      perEuro: new Decimal(perEuro),
      day,
      source,
      id: 1,
    });
    expect(crossRate(quoted("USD", "1.1", "2024-01-05", "ECB"), quoted("PLN", "4.4", "2024-01-03", "NBP"))).toEqual({
      value: "4",
      day: "2024-01-03",
      source: "ECB / NBP",
    });
  });
});

test("the public list has every currency's newest rate, per euro and per lev at the fixed rate", async () => {
  const { db } = portal.services;
  await saveRates(db, [
    { currency: "USD", day: "2024-01-05", perEuro: "1.0987", source: "ECB" },
    { currency: "USD", day: "2024-01-08", perEuro: "1.0950", source: "ECB" },
  ]);
  const rates = new Map((await listForexRates(db)).map((rate) => [rate.code, rate]));
  expect(rates.get("USD")).toMatchObject({ oneEuroEquals: 1.095, day: "2024-01-08", source: "ECB" });
  expect(rates.get("USD")?.oneLevEquals).toBeCloseTo(1.095 / 1.95583, 12);
  expect(rates.get("BGN")).toMatchObject({ oneLevEquals: 1, oneEuroEquals: 1.95583 });
  expect(rates.get("EUR")).toMatchObject({ oneEuroEquals: 1 });
  const { data } = await portal.anonymous.settings.getForexRates();
  expect(JSON.parse(data)).toEqual([...rates.values()]);
});

test("prices and rates come into the portal by one way alone, which tells the portfolios", async () => {
  const server = join(import.meta.dirname, "../..");
  const files = (await readdir(server, { recursive: true })).filter((file) => file.endsWith(".ts"));
  expect(files.length).toBeGreaterThan(150);
  const callers = [];
  for (const file of files) {
    if (/\.test\.ts$|(^|\/)testing\//.test(file)) continue;
    if (/\b(savePrices|saveRates|insertPrices|insertRates)\b/.test(await readFile(join(server, file), "utf8")))
      callers.push(file);
  }
  expect(callers.toSorted()).toEqual([
    "domains/market-data/market-data.ts",
    "domains/market-data/quotes.queries.ts",
    "domains/portfolios/ledger/market-changes.ts",
  ]);
});

describe("instruments", () => {
  test("are found by the beginning of name, ticker or ISIN; a wildcard in the text is just a letter", async () => {
    const { db } = portal.services;
    await addInstruments(db, [
      { name: "Zebra Fund", ticker: "ZBR", isin: "IE00B4ND3602", currency: "EUR", assetClass: "fund", country: "IE" },
      { name: "100% Gold", ticker: "GLD", isin: null, currency: "EUR", assetClass: "commodity", country: null },
    ]);
    const client = await portal.as("client");
    const search = async (text: string) =>
      (await client.client.marketData.findInstruments({ query: { search: text } })).instruments.map(
        ({ ticker }) => ticker,
      );
    expect(await search("zeb")).toEqual(["ZBR"]);
    expect(await search("zb")).toEqual(["ZBR"]);
    expect(await search("IE00B4")).toEqual(["ZBR"]);
    expect(await search("100%")).toEqual(["GLD"]);
    expect(await search("%")).toEqual([]);
  });

  test("of a file are recognised by ISIN, then by the custodian's id, then by ticker and currency", async () => {
    const { db } = portal.services;
    const described = { name: "Globex", ticker: "GLX", currency: "USD", assetClass: "equity" } as const;
    const [made] = await ensureInstruments(db, "ib", [{ ...described, externalId: "4711" }]);
    const matched = async (more: object) => {
      const [match] = await matchInstruments(db, "ib", [{ ...described, ...more }]);
      return typeof match === "object" ? match.instrument.id : match;
    };
    expect(await matched({ externalId: "4711", ticker: "GLX.NEW" })).toBe(made?.id);
    expect(await matched({})).toBe(made?.id);
    expect(await matched({ currency: "EUR" })).toBe("unknown");
    expect(await matched({ externalId: "other" })).toBe("unknown");
    // A later file has the ISIN: the same instrument is completed, not created twice.
    const [completed] = await ensureInstruments(db, "ib", [{ ...described, externalId: "4711", isin: "US0378331005" }]);
    expect(completed).toMatchObject({ id: made?.id, isin: "US0378331005" });
    expect(await matched({ isin: "US0378331005", externalId: "another listing" })).toBe(made?.id);
    await addInstruments(db, [{ ...described, isin: null, country: null }]);
    expect(await matched({})).toBe("ambiguous");
    // A file with only the ISIN, then one with ticker and name: both are stored, and never replaced.
    const bare = { currency: "EUR", assetClass: "fund", isin: "IE00B4L5Y983" } as const;
    await ensureInstruments(db, "csv", [{ ...bare, ticker: "IE00B4L5Y983", name: "IE00B4L5Y983" }]);
    const [named] = await ensureInstruments(db, "csv", [{ ...bare, ticker: "SWDA", name: "World" }]);
    expect(named).toMatchObject({ ticker: "SWDA", name: "World" });
    const [kept] = await ensureInstruments(db, "csv", [{ ...bare, ticker: "IWDA", name: "Another" }]);
    expect(kept).toMatchObject({ id: named?.id, ticker: "SWDA", name: "World" });
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from instrument where ticker = 'GLX'`.execute(db);
    expect(rows).toEqual([{ count: 2 }]);
  });
});
