/** Instruments quoted in several currencies: a share that went from lev to euro, a fund in two listings. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createFirm } from "./testing/firm.ts";
import { cash, flex, position, trade } from "./testing/flex-fixtures.ts";
import { imported, refused, upload } from "./testing/uploads.ts";

const firm = createFirm("Q");

const header = "account,date,kind,isin,ticker,name,quantity,price,currency,amount";
const csv = (account: string, ...rows: string[]) => [header, ...rows.map((row) => `${account},${row}`)].join("\n");
const prices = (...rows: string[]) => ["isin,ticker,date,price,currency,source", ...rows].join("\n");
const quotesOf = async ({ id }: { id: number }) =>
  (await firm.staff.client.imports.listQuotes({ params: { id }, query: { show: "all", limit: 50 } })).quotes;

test("a share bought in lev and quoted in euro from 2026 on is valued in euro", async () => {
  const { account, portfolio, performance, proof } = await firm.client();
  const isin = "BG8019289612";
  await imported(
    firm.staff,
    csv(account, "2025-11-03,deposit,,,,,,BGN,10000", `2025-11-04,buy,${isin},BGX,BGX,1000,5,BGN,-5000`),
  );
  await imported(firm.staff, prices(`${isin},,2025-12-30,5.10,BGN,X`), { kind: "prices" });
  const inEuro = await upload(firm.staff, prices(`${isin},,2026-01-05,2.62,EUR,X`), { kind: "prices" });
  expect(refused(inEuro)).toEqual([]);
  // Compared with the last price at the fixed rate: neither a jump nor another unit.
  expect(await quotesOf(inEuro)).toMatchObject([
    { value: "2.62", currency: "EUR", before: { value: "2.607589", day: "2025-12-30" }, marks: [] },
  ]);
  await imported(firm.staff, prices(`${isin},,2026-01-05,2.62,EUR,X`), { kind: "prices" });
  const row = (await portfolio()).instruments.find(({ ticker }) => ticker === "BGX");
  expect(row).toMatchObject({
    instrumentCurrency: "EUR",
    currentPrice: 2.62,
    avgBuyPrice: 2.556459405981,
    currentValue: 2620,
    totalInvested: 2556.459405981092,
    returnFromCurrency: 0,
    fixing: 1,
  });
  // Before 2026 the price is in lev, on each day of the history too.
  const { points, bridge } = await performance("2025-12-30", "2026-01-05");
  expect(points.map(({ value }) => value?.toFixed(2)).slice(1)).toEqual([
    ...Array.from({ length: 6 }, () => "5164.05"),
    "5176.46",
  ]);
  expect(bridge).toMatchObject({ fx: "0.00", price: "63.54" });
  expect(await proof("currentValue", { key: row?.key ?? "" })).toMatchObject({
    result: "2620",
    terms: [{ value: "1000" }, { value: "2.62", currency: "EUR" }, { value: "1" }],
  });
});

test("a ticker without ISIN means the same share before and after its exchange changed to euro", async () => {
  const { account, portfolio } = await firm.client();
  await imported(
    firm.staff,
    csv(
      account,
      "2025-11-03,deposit,,,,,,BGN,10000",
      "2025-11-04,buy,,LEVX,LEVX,100,5,BGN,-500",
      "2026-01-07,buy,,LEVX,LEVX,100,2.6,EUR,-260",
    ),
  );
  // The same in a file of its own.
  await imported(firm.staff, csv(account, "2026-02-02,buy,,LEVX,LEVX,10,2.6,EUR,-26"));
  await imported(firm.staff, prices(",LEVX,2025-12-30,5.10,BGN,X", ",LEVX,2026-02-05,2.70,EUR,X"), { kind: "prices" });
  const rows = (await portfolio()).instruments.filter(({ ticker }) => ticker === "LEVX");
  expect(rows).toMatchObject([{ ownedShares: 210, currentValue: 567, instrumentCurrency: "EUR" }]);
});

test("a client whose contract is in dollars needs no dollar rate for the cost of a share in lev", async () => {
  const { account, id } = await firm.client("PHP");
  await imported(firm.staff, csv(account, "2025-11-04,buy,BG1100000006,LEVC,LEVC,10,1.95583,BGN,-19.5583"));
  expect((await firm.held(id)).costs).toEqual({ LEVC: "10" });
});

const listing = (currency: string, symbol: string, conid: string) => ({
  currency,
  symbol,
  conid,
  description: "WORLD FUND",
  isin: "IE8019289625",
  securityID: "IE8019289625",
  ibCommissionCurrency: currency,
  ibCommission: 0,
});
const statement = (account: string) =>
  flex({
    account,
    from: "20240601",
    to: "20240630",
    information: { currency: "EUR" },
    CashTransactions: ["EUR", "USD"].map((currency, index) =>
      cash({
        currency,
        type: "Deposits/Withdrawals",
        amount: "5000",
        dateTime: "20240601",
        reportDate: "20240601",
        transactionID: `${account}${index}`,
      }),
    ),
    Trades: [
      trade({
        ...listing("USD", "FNDU", "91"),
        dateTime: "20240603;103000",
        tradeDate: "20240603",
        tradeID: `${account}1`,
      }),
      trade({
        ...listing("EUR", "FNDE", "92"),
        quantity: 5,
        tradePrice: 93,
        dateTime: "20240604;103000",
        tradeDate: "20240604",
        tradeID: `${account}2`,
      }),
    ],
    OpenPositions: [
      position({
        ...listing("USD", "FNDU", "91"),
        position: 10,
        markPrice: 104,
        positionValue: 1040,
        costBasisMoney: 1000,
        reportDate: "20240628",
      }),
      position({
        ...listing("EUR", "FNDE", "92"),
        position: 5,
        markPrice: 97,
        positionValue: 485,
        costBasisMoney: 465,
        reportDate: "20240628",
      }),
    ],
  });

test("a fund in two listings takes the price of each in its own currency", async () => {
  const { account, portfolio, performance, proof } = await firm.client();
  await imported(
    firm.staff,
    ["currency,date,rate,source", "USD,2024-06-03,1.08,ECB", "USD,2024-06-28,1.07,ECB"].join("\n"),
    {
      kind: "rates",
    },
  );
  await imported(firm.staff, statement(account));
  const marks = await imported(firm.staff, statement(account), { kind: "prices" });
  expect(await quotesOf(marks)).toMatchObject([
    { currency: "USD", value: "104", ticker: "FNDU" },
    { currency: "EUR", value: "97", ticker: "FNDU" },
  ]);
  const { instruments } = await portfolio();
  const fund = instruments.find(({ ticker }) => ticker === "FNDU");
  expect(fund).toMatchObject({ ownedShares: 15, instrumentCurrency: "USD", currentPrice: 104 });
  expect(fund?.currentValue).toBeCloseTo((15 * 104) / 1.07, 8);
  // A later price of the euro listing alone: in euro, as quoted.
  await imported(firm.staff, prices("IE8019289625,,2024-07-01,98.50,EUR,X"), { kind: "prices" });
  const later = (await portfolio()).instruments.find(({ ticker }) => ticker === "FNDU");
  expect(later).toMatchObject({ currentValue: 1477.5, priceQuote: { value: "98.5", currency: "EUR" } });
  expect((later?.currentPrice ?? 0) * (later?.fixing ?? 0)).toBeCloseTo(98.5, 10);
  const value = await proof("currentValue", { key: fund?.key ?? "" });
  expect(value.terms.map((one) => [one.value, one.currency])).toEqual([
    ["15", null],
    ["98.5", "EUR"],
    ["1", null],
  ]);
  const { points } = await performance("2024-07-01", "2024-07-01");
  const { db } = firm.portal.services;
  const { rows: quoted } = await sql<{ also: string[] }>`
    select also_quoted as also from instrument where ticker = 'FNDU'`.execute(db);
  expect(quoted).toEqual([{ also: ["EUR"] }]);
  const cashes = instruments.filter(({ type }) => type === 9).reduce((sum, one) => sum + (one.currentValue ?? 0), 0);
  expect(points.at(-1)?.value).toBeCloseTo(1477.5 + cashes, 6);
});

test("a benchmark quoted in euro although it first was seen in lev is measured in euro", async () => {
  const { account, performance } = await firm.client();
  const isin = "BG1100000014";
  await imported(
    firm.staff,
    csv(account, "2025-12-01,deposit,,,,,,EUR,1000", `2025-12-02,buy,${isin},BGI,BGI,1,10,BGN,-10`),
  );
  await imported(firm.staff, prices(`${isin},,2025-12-30,19.5583,BGN,X`, `${isin},,2026-01-05,11,EUR,X`), {
    kind: "prices",
  });
  const rules = { timeZone: "Europe/Sofia", baseCurrency: "EUR", feesInCost: true, benchmarkIsin: isin };
  await sql`insert into setting (name, data) values ('portalRules', ${JSON.stringify(rules)}::jsonb)`.execute(
    firm.portal.services.db,
  );
  expect(await performance("2025-12-31", "2026-01-05")).toMatchObject({ benchmarkReturn: 10 });
});
