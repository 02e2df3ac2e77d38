/** Returned capital, several splits of a day, and cash instead of a fraction, from files to figures. */
import { expect, test } from "vitest";
import { createFirm } from "./testing/firm.ts";
import { acme, cash, flex, trade } from "./testing/flex-fixtures.ts";
import { imported, refused, upload } from "./testing/uploads.ts";

const firm = createFirm("R");

const csv = (account: string, ...rows: string[]) =>
  [
    "account,date,time,kind,isin,ticker,name,quantity,price,currency,amount",
    ...rows.map((row) => `${account},${row}`),
  ].join("\n");

const zed = { ...acme, symbol: "ZZ", description: "ZZ", isin: "US8019289631", securityID: "US8019289631", conid: "" };
const returned = (account: string, amount: string, id: number, reportDate: string, what: string) =>
  cash({
    ...zed,
    type: "Dividends",
    amount,
    description: what,
    transactionID: `${account}${id}`,
    reportDate,
    dateTime: "20240601",
  });
const capital = (account: string, { sold = true, taken = "-200" } = {}) =>
  flex({
    account,
    to: "20250228",
    CashTransactions: [
      cash({ type: "Deposits/Withdrawals", amount: "2000", dateTime: "20240102", reportDate: "20240102" }),
      returned(account, "200", 2, "20240601", "Z CASH DIVIDEND (Return of Capital)"),
      returned(account, taken, 3, "20250210", "Z CASH DIVIDEND - REVERSAL (Return of Capital)"),
      returned(account, "200", 4, "20250210", "Z CASH DIVIDEND (Ordinary Dividend)"),
    ],
    Trades: [
      trade({
        ...zed,
        tradeID: `${account}1`,
        quantity: 100,
        tradePrice: 10,
        ibCommission: 0,
        dateTime: "20240103;103000",
        tradeDate: "20240103",
      }),
      ...(sold
        ? [
            trade({
              ...zed,
              tradeID: `${account}2`,
              quantity: -100,
              tradePrice: 11,
              ibCommission: 0,
              dateTime: "20240901;103000",
              tradeDate: "20240901",
            }),
          ]
        : []),
    ],
  });

test("a return of capital that is taken back after the sale is less gain, and leaves no cost on what is not held", async () => {
  const { account, portfolio, proof } = await firm.client("USD");
  const preview = await imported(firm.staff, capital(account));
  expect(preview.remarks).toMatchObject([
    { code: "capitalWithoutShares", account, currency: "USD", amount: "-200", detail: "ZZ" },
  ]);
  const shown = await portfolio();
  expect(shown).toMatchObject({
    totalInvested: 2300,
    currentValue: 2300,
    returnVal: 0,
    realisedGain: 100,
    income: 200,
  });
  expect(shown.instruments.map(({ ticker, totalInvested }) => [ticker, totalInvested])).toEqual([["USD", 2300]]);
  expect((await proof("totalInvested")).terms.map(({ about }) => about)).toEqual(["USD"]);
  expect((await proof("realisedGain")).result).toBe("100");
});

test("taken back while the shares are held, it is cost again; also a part of it", async () => {
  for (const [taken, cost] of [
    ["-200", "1000"],
    ["-50", "850"],
  ] as const) {
    const { account, id } = await firm.client("USD");
    expect((await imported(firm.staff, capital(account, { sold: false, taken }))).remarks).toEqual([]);
    expect(await firm.held(id)).toMatchObject({ costs: { ZZ: cost }, realised: { ZZ: "0" } });
  }
});

test("our own file may take a return of capital back too", async () => {
  const { account, id } = await firm.client();
  await imported(
    firm.staff,
    csv(
      account,
      "2024-01-02,,deposit,,,,,,EUR,1000",
      "2024-01-03,,buy,US8019289680,ZE,ZE,10,10,EUR,-100",
      "2024-02-01,,returnOfCapital,US8019289680,ZE,ZE,,,EUR,150",
      "2024-03-01,,returnOfCapital,US8019289680,ZE,ZE,,,EUR,-150",
    ),
  );
  expect(await firm.held(id)).toMatchObject({ costs: { ZE: "100" }, realised: { ZE: "0" } });
});

const twins = (account: string, held: number, ...changes: (readonly [time: string, change: number])[]) =>
  csv(
    account,
    "2025-01-02,,deposit,,,,,,EUR,90000",
    `2025-01-03,,buy,CN8019289646,TWS,TWS,${held},45,EUR,${-held * 45}`,
    ...changes.map(([time, change]) => `2025-07-29,${time},split,CN8019289646,TWS,TWS,${change},,EUR,0`),
  );
const two = (first: number, second: number) => [["09:00", first] as const, ["09:01", second] as const];

test("two bonus issues on one day are one fact, with each holder's own fractions dropped", async () => {
  const files: [number, (readonly [string, number])[], string][] = [
    [119, two(142, 95), "356"],
    [12, two(14, 9), "35"],
    [1000, two(1200, 800), "3000"],
    // Both as one row.
    [119, [["", 237]], "356"],
    [12, [["", 23]], "35"],
    [33, [["", 66]], "99"],
  ];
  for (const [held, changes, after] of files) {
    const { account, id } = await firm.client();
    await imported(firm.staff, twins(account, held, ...changes));
    expect((await firm.held(id)).positions).toEqual({ TWS: after });
  }
  // Another split is still refused.
  const { account } = await firm.client();
  expect(refused(await upload(firm.staff, twins(account, 1000, ["", 1000])))).toEqual([
    "4 splitDiffers TWS (1000 → 2000; 2025-07-29: 1000 → 3000)",
  ]);
  // A later holder sees an old price in new units.
  await imported(firm.staff, "isin,date,price,currency,source\nCN8019289646,2025-07-28,45,EUR,X", { kind: "prices" });
  const buyer = await firm.client();
  await imported(
    firm.staff,
    csv(buyer.account, "2025-08-01,,deposit,,,,,,EUR,150", "2025-08-01,,buy,CN8019289646,TWS,TWS,10,15,EUR,-150"),
  );
  expect((await buyer.portfolio()).instruments[0]).toMatchObject({ currentPrice: 15, currentValue: 150 });
});

test("the order of the files does not matter: one row for both first, two rows later", async () => {
  const isin = "US8019289706";
  const of = (account: string, held: number, ...changes: (readonly [string, number])[]) =>
    twins(account, held, ...changes)
      .replaceAll("CN8019289646", isin)
      .replaceAll("TWS", "TWR");
  for (const [held, changes, after] of [
    [33, [["", 18]] as const, "51"],
    [1000, two(300, 300), "1600"],
    [33, two(9, 9), "51"],
  ] as const) {
    const { account, id } = await firm.client();
    await imported(firm.staff, of(account, held, ...changes));
    expect((await firm.held(id)).positions).toEqual({ TWR: after });
  }
});

test("who got only cash for a fraction is valued by the new quote, also after buying more", async () => {
  const isin = "US8019289656";
  const [large, small] = [await firm.client(), await firm.client()];
  await imported(
    firm.staff,
    csv(
      large.account,
      "2026-01-02,,deposit,,,,,,EUR,10000",
      `2026-01-05,,buy,${isin},SML,SML,100,21,EUR,-2100`,
      `2026-03-02,,split,${isin},SML,SML,5,,EUR,0`,
    ),
  );
  await imported(
    firm.staff,
    csv(
      small.account,
      "2026-01-02,,deposit,,,,,,EUR,1000",
      `2026-01-05,,buy,${isin},SML,SML,7,21,EUR,-147`,
      `2026-03-02,,dividend,${isin},SML,SML,,,EUR,7.00`,
    ),
  );
  await imported(firm.staff, `isin,date,price,currency,source\n${isin},2026-03-02,20,EUR,CASE`, { kind: "prices" });
  expect((await small.portfolio()).instruments[0]).toMatchObject({
    ownedShares: 7,
    currentPrice: 20,
    currentValue: 140,
  });
  await imported(firm.staff, csv(small.account, `2026-03-05,,buy,${isin},SML,SML,3,20,EUR,-60`));
  expect((await small.portfolio()).instruments[0]).toMatchObject({
    ownedShares: 10,
    currentValue: 200,
    gaps: [{ code: "priceStale" }],
  });
  const { points, bridge } = await small.performance("2026-03-01", "2026-03-05");
  expect(points.map(({ value }) => value)).toEqual([1000, 1000, 1000, 1000, 1000, 1000]);
  expect(bridge).toMatchObject({ price: "-7.00", income: "7.00" });
  // The stored days are the same.
  await small.settle();
  expect((await small.performance("2026-03-01", "2026-03-05")).points.at(-1)?.value).toBe(1000);
});

test("bought more before another's file brings the split: valued right once it is known, and again without it", async () => {
  const isin = "US8019289664";
  const [large, small] = [await firm.client(), await firm.client()];
  await imported(
    firm.staff,
    csv(
      small.account,
      "2026-01-02,,deposit,,,,,,EUR,1000",
      `2026-01-05,,buy,${isin},SMX,SMX,7,21,EUR,-147`,
      `2026-03-05,,buy,${isin},SMX,SMX,3,20,EUR,-60`,
    ),
  );
  await imported(firm.staff, `isin,date,price,currency,source\n${isin},2026-03-04,20,EUR,CASE`, { kind: "prices" });
  await imported(
    firm.staff,
    csv(
      large.account,
      "2026-01-02,,deposit,,,,,,EUR,10000",
      `2026-01-05,,buy,${isin},SMX,SMX,100,21,EUR,-2100`,
      `2026-03-02,,split,${isin},SMX,SMX,5,,EUR,0`,
    ),
  );
  expect((await small.portfolio()).instruments[0]).toMatchObject({ currentValue: 200 });
  await small.settle();
  expect((await small.portfolio()).instruments[0]).toMatchObject({ currentValue: 200 });
});

test("a reverse split that leaves no share realises the cost; the cash for it is a gain", async () => {
  const { account, id, portfolio } = await firm.client();
  await imported(
    firm.staff,
    csv(
      account,
      "2026-01-02,,deposit,,,,,,EUR,1000",
      "2026-01-05,,buy,US8019289672,GONE,GONE,7,21,EUR,-147",
      "2026-03-02,,split,US8019289672,GONE,GONE,-7,,EUR,0",
      "2026-03-03,,returnOfCapital,US8019289672,GONE,GONE,,,EUR,140",
    ),
  );
  expect(await firm.held(id)).toMatchObject({ positions: {}, realised: { GONE: "-7" } });
  expect(await portfolio()).toMatchObject({ totalInvested: 993, currentValue: 993, realisedGain: -7 });
});
