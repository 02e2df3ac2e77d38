/** What a file leaves open but its own figures prove is taken; anything else is refused with the figures' names. */
import { describe, expect, test } from "vitest";
import { createFirm } from "./testing/firm.ts";
import { flex, trade } from "./testing/flex-fixtures.ts";
import { plain, readStatement, reasons } from "./testing/reading.ts";
import { imported, refused, upload } from "./testing/uploads.ts";

const firm = createFirm("P");

const csv = (...rows: string[]) =>
  ["account,date,kind,isin,ticker,name,quantity,price,currency,amount,fee", ...rows].join("\n");
const bought = (quantity: string, price: string, amount: string, fee = "") =>
  csv(`P1,2024-01-10,buy,US0378331005,ACME,ACME,"${quantity}","${price}",EUR,"${amount}","${fee}"`);
const tradesOf = (fields: Readonly<Record<string, string | number>>) =>
  readStatement(flex({ Trades: [trade(fields)] }));

describe("a number with a thousands sign", () => {
  test.each([
    ["1,234", "10", "-12,341", "1", ["1234", "10", "-12341"]],
    ["1,234", "10.00", "-12,340.00", "", ["1234", "10", "-12340"]],
    ["1,000,000", "0.001", "-1,000", "", ["1000000", "0.001", "-1000"]],
    ["2", "1,234.56", "-2469.12", "", ["2", "1234.56", "-2469.12"]],
  ])("%s × %s = %s is proved by the others", async (quantity, price, amount, fee, read) => {
    const file = await readStatement(bought(quantity, price, amount, fee));
    expect(reasons(file)).toEqual([]);
    expect(plain(file).map((entry) => [entry.quantity, entry.price, entry.amount])).toEqual([read]);
  });

  test("is refused where both readings fit, neither does, or nothing proves it", async () => {
    // 1000 × 1 = 1000, and 1 × 1000 = 1000.
    expect(reasons(await readStatement(bought("1,000", "1,000", "-1000")))).toEqual([
      "2 badNumber quantity: 1,000 (→ 1000 / 1.000) ≠ quantity, price, amount",
    ]);
    // It has a decimal comma.
    expect(reasons(await readStatement(bought("1,234", "10", "-12.34")))).toEqual([
      "2 badNumber quantity: 1,234 (→ 1234 / 1.234) ≠ quantity, price, amount",
    ]);
    expect(reasons(await readStatement(bought("1,234", "10", "-5")))).toHaveLength(1);
    const paid = csv('P1,2024-01-10,deposit,,,,,,EUR,"1,234",');
    expect(reasons(await readStatement(paid))).toEqual(["2 badNumber amount: 1,234 (→ 1234 / 1.234)"]);
  });

  test("is read in a trade of a statement too", async () => {
    const file = await tradesOf({ quantity: "1,200", proceeds: "-120,000", netCash: "-120,001" });
    expect(reasons(file)).toEqual([]);
    expect(plain(file)).toMatchObject([{ quantity: "1200", amount: "-120001", fee: "1" }]);
    expect(reasons(await tradesOf({ quantity: "1,200", proceeds: "-1000", netCash: "-1001" }))).toEqual([
      "5 badNumber quantity: 1,200 (→ 1200 / 1.200) ≠ quantity, tradePrice, proceeds, netCash, ibCommission, taxes",
    ]);
  });
});

test("a net cash without the commission is taken, and the commission charged", async () => {
  const file = await tradesOf({ netCash: -1000 });
  expect(reasons(file)).toEqual([]);
  expect(plain(file)).toMatchObject([{ amount: "-1001", fee: "1" }]);
});

describe("a trade without proceeds", () => {
  const open = { proceeds: "" };
  test.each([
    ["the trade's money", { ...open, tradeMoney: 1000, netCash: "" }],
    ["the net cash with the commission", { ...open, netCash: -1001 }],
    ["the net cash without it", { ...open, netCash: -1000 }],
  ])("takes them from %s", async (_, fields) => {
    const file = await tradesOf(fields);
    expect(reasons(file)).toEqual([]);
    expect(plain(file)).toMatchObject([{ amount: "-1001", fee: "1" }]);
  });
  test("sells too", async () => {
    const file = await tradesOf({ ...open, quantity: -10, tradeMoney: -1000, netCash: 999 });
    expect(plain(file)).toMatchObject([{ kind: "sell", amount: "999" }]);
  });
  test.each([
    ["nothing states them", { ...open, netCash: "" }],
    ["units × price is something else", { ...open, tradeMoney: 900, netCash: "" }],
    ["there is no price", { ...open, tradeMoney: 1000, tradePrice: "" }],
  ])("is refused where %s", async (_, fields) => {
    expect(reasons(await tradesOf(fields))).toEqual([
      "5 missingValue proceeds (≠ quantity, tradePrice, tradeMoney, netCash)",
    ]);
  });
});

test("units × price may be off by the file's rounding where the money is stated twice", async () => {
  const rounded = { quantity: "12.3457", tradePrice: "101.23", proceeds: "-1249.79", netCash: "-1250.79" };
  // The price was 101.2328.
  expect(reasons(await tradesOf(rounded))).toEqual([]);
  expect(reasons(await tradesOf({ ...rounded, netCash: "" }))).toEqual([
    "5 amountsDisagree 12.3457 × 101.23 ≠ 1249.79 (quantity, tradePrice, proceeds)",
  ]);
  expect(reasons(await tradesOf({ ...rounded, netCash: "", tradeMoney: "1249.79" }))).toEqual([]);
});

test("a refused later statement suggests no opening balance that would be refused", async () => {
  const { account } = await firm.client();
  await imported(firm.staff, flex({ account, Trades: [trade({ quantity: 10 })] }));
  const later = flex({
    account,
    from: "20240601",
    to: "20240630",
    Trades: [
      trade({ quantity: -15, dateTime: "20240605;100000", tradeDate: "20240605" }),
      // Never seen before, so its balance may still be opened.
      trade({
        quantity: -3,
        symbol: "NEW",
        conid: "88",
        isin: "US5949181045",
        securityID: "US5949181045",
        dateTime: "20240605;100000",
        tradeDate: "20240605",
      }),
    ],
  });
  const preview = await upload(firm.staff, later);
  expect(refused(preview)).toHaveLength(2);
  const suggested = preview.accounts[0]?.suggestedOpeningBalances ?? [];
  expect(suggested).toMatchObject([{ instrument: "US5949181045", quantity: "3", day: "2024-05-31" }]);
  const again = await upload(firm.staff, later, { openingBalances: suggested });
  expect(refused(again)).toEqual([expect.stringMatching(/quantityBelowZero ACME/)]);
});
