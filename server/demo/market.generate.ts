/**
 * Generates the demo's real prices and rates: `node server/demo/market.generate.ts`. Monthly prices of five shares from
 * vega-datasets (BSD-3-Clause), one day's rates from currency-api. The result is committed, so that the demo needs
 * neither package.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { demoCurrencies } from "./market.ts";

const require = createRequire(import.meta.url);
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const stocks = join(dirname(require.resolve("vega-datasets")), "../data/stocks.csv");
const prices: Record<string, [day: string, price: string][]> = {};
for (const line of readFileSync(stocks, "utf8").trim().split(/\r?\n/).slice(1)) {
  const [ticker = "", date = "", price = ""] = line.split(",");
  const [month = "", , year = ""] = date.split(" ");
  (prices[ticker] ??= []).push([`${year}-${String(months.indexOf(month) + 1).padStart(2, "0")}-01`, price]);
}

const file = require.resolve("@fawazahmed0/currency-api/v1/currencies/eur.json");
const { date, eur } = JSON.parse(readFileSync(file, "utf8")) as { date: string; eur: Record<string, number> };
const perEuro = Object.fromEntries(
  demoCurrencies.map((currency) => {
    const rate = eur[currency.toLowerCase()];
    if (rate === undefined) throw new Error(`currency-api has no rate of ${currency}`);
    return [currency, rate];
  }),
);

writeFileSync(
  join(import.meta.dirname, "market.generated.json"),
  `${JSON.stringify({ prices, rates: { day: date, perEuro } })}\n`,
);
