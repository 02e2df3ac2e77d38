/** Our own CSV: statements, prices and rates as described in docs/import-formats.md. */
import { expect, test } from "vitest";
import { plain, readAs, readStatement, reasons } from "../testing/reading.ts";

const header =
  "account,date,time,kind,isin,ticker,name,quantity,price,currency,amount,fee,tax,accrued_interest,cost,counter_isin,counter_ticker,counter_quantity,counter_currency,counter_amount,id,order,reverses,description";
const columns = header.split(",");
const row = (fields: Record<string, string>): string =>
  columns.map((name) => ({ account: "U100", date: "2024-01-10", currency: "EUR", ...fields })[name] ?? "").join(",");
const statement = (...rows: Record<string, string>[]): string => [header, ...rows.map(row)].join("\n");
const paper = { isin: "US0378331005", ticker: "ACME", name: "Acme Works" };
const buy = { kind: "buy", ...paper, quantity: "10", price: "100", amount: "-1001.5", fee: "1", tax: "0.5" };

test("each kind of entry is written in one row", async () => {
  const file = await readStatement(
    statement(
      { kind: "openingBalance", ...paper, quantity: "5", cost: "450", amount: "0" },
      { kind: "openingBalance", amount: "100" },
      { ...buy, id: "1", order: "O1", time: "10:30" },
      { kind: "sell", ...paper, quantity: "-4", price: "110", amount: "439", fee: "1", id: "2", time: "16:00:05" },
      { kind: "deposit", amount: "5000.00" },
      { kind: "withdrawal", amount: "-20" },
      { kind: "dividend", ...paper, amount: "7.5" },
      { kind: "interest", amount: "-0.3" },
      { kind: "fee", amount: "-12", description: "Custody, first quarter".replace(",", "") },
      { kind: "tax", ...paper, amount: "-1.1" },
      { kind: "transferIn", ...paper, quantity: "3", amount: "0", cost: "300" },
      { kind: "transferOut", ...paper, quantity: "-3", amount: "0" },
      { kind: "split", ...paper, quantity: "11", amount: "0" },
      { kind: "exchange", ...paper, quantity: "-2", amount: "0", counter_isin: "US5949181045", counter_quantity: "1" },
      {
        kind: "exchange",
        ...paper,
        quantity: "0",
        amount: "0",
        cost: "20",
        counter_ticker: "KID",
        counter_quantity: "1",
      },
      { kind: "fx", amount: "-1000", fee: "2", counter_currency: "USD", counter_amount: "1080" },
      { kind: "reversal", amount: "0", reverses: "1", id: "3" },
    ),
  );
  expect(reasons(file)).toEqual([]);
  expect(file.rows).toBe(17);
  const entries = plain(file);
  expect(entries.map(({ kind }) => kind)).toHaveLength(17);
  expect(entries[2]).toMatchObject({
    externalId: "csv:1",
    time: "2024-01-10T08:30:00.000Z",
    amount: "-1001.5",
    fee: "1",
    tax: "0.5",
    orderId: "O1",
  });
  expect(entries[3]).toMatchObject({ time: "2024-01-10T14:00:05.000Z" });
  expect(entries[4]).toMatchObject({ amount: "5000" });
  expect(entries[13]).toMatchObject({ counter: { instrument: 1, quantity: "1" } });
  expect(entries[15]).toMatchObject({ counter: { currency: "USD", amount: "1080" } });
  expect(entries[16]).toMatchObject({ externalId: "csv:3", reversesExternalId: "csv:1" });
});

test("accrued interest is a part of a bond's price paid, and a return of capital is an entry of its own", async () => {
  const bond = { ...paper, quantity: "2000", price: "0.995", fee: "3" };
  const file = await readStatement(
    statement(
      { kind: "buy", ...bond, amount: "-2005", accrued_interest: "-12" },
      { kind: "returnOfCapital", ...paper, amount: "40" },
    ),
  );
  expect(reasons(file)).toEqual([]);
  expect(plain(file)).toMatchObject([
    { accruedInterest: "-12", fee: "3" },
    { kind: "returnOfCapital", amount: "40" },
  ]);
});

test("a transfer in may say when its units were acquired, nothing else may", async () => {
  const text = [
    "account,date,kind,isin,quantity,currency,amount,cost,acquired",
    "U1,2024-01-10,transferIn,US0378331005,3,EUR,0,300,2021-03-04",
    "U1,2024-01-10,transferIn,US0378331005,3,EUR,0,300,2024-01-11",
    "U1,2024-01-10,transferOut,US0378331005,-3,EUR,0,,2021-03-04",
  ].join("\n");
  const file = await readStatement(text);
  expect(plain(file)).toMatchObject([{ cost: "300", acquiredOn: "2021-03-04" }]);
  expect(reasons(file)).toEqual(["3 futureDate 2024-01-11", "4 amountsDisagree transferOut acquired 2021-03-04"]);
  const other = await readStatement(text.replace("2021-03-04", "2021-03-05"));
  expect(other.entries[0]?.fingerprint).not.toBe(file.entries[0]?.fingerprint);
});

test("semicolons, a byte order mark, CRLF and quoted line breaks are read, and lines are counted right", async () => {
  const text =
    '\uFEFFaccount;date;kind;currency;amount;description\r\nU100;2024-01-10;deposit;EUR;5;"two\r\nlines; and ""quotes"""\r\n\r\nU100;2024-01-11;deposit;EUR;x;\r\n';
  const file = await readStatement(text);
  expect(plain(file)[0]?.description).toBe('two\nlines; and "quotes"');
  expect(file.entries[0]?.line).toBe(2);
  expect(reasons(file)).toEqual(["5 badNumber amount: x"]);
});

test.each([
  ["tabs", "\t"],
  ["bars", "|"],
])("%s separate the columns as commas do, quoted ones and empty cells too", async (_, sign) => {
  const of = (...rows: string[][]) => rows.map((row) => row.join(sign)).join("\r\n");
  const head = ["account", "date", "kind", "currency", "amount", "description", ""];
  const text = of(
    head,
    ["U100", "2024-01-10", "deposit", "EUR", "5", `"one${sign}two, ""three"""`, ""],
    ["", "", "", "", "", "", ""],
    ["U100", "2024-01-11", "deposit", "EUR", "1,5", "a; b", ""],
    ["U100", "2024-01-12", "deposit", "EUR", "7", "", ""],
  );
  for (const [written, line] of [
    [text, 4],
    [`\uFEFF${text}`, 4],
    [`sep=${sign}\n${text}`, 5],
    [` \n${text}`, 5],
  ] as const) {
    const file = await readStatement(written);
    expect(plain(file)).toMatchObject([{ description: `one${sign}two, "three"` }, { amount: "7" }]);
    expect(reasons(file)).toEqual([`${line} badNumber amount: 1,5 (→ 1.5)`]);
  }
  const prices = await readAs(
    "prices",
    of(["isin", "date", "price", "source"], ["US0378331005", "2024-01-10", "12.5", "Exchange, Paris"]),
  );
  expect(reasons(prices)).toEqual([]);
  expect(prices.prices).toMatchObject([{ value: "12.5", source: "Exchange, Paris" }]);
  const rates = await readAs("rates", of(["currency", "date", "rate", "source"], ["USD", "2024-01-10", "1.1", "ECB"]));
  expect(rates.rates).toMatchObject([{ currency: "USD", perEuro: "1.1" }]);
});

test("a sign that separates nothing is part of a column's name, and the file is refused", async () => {
  expect(reasons(await readStatement("account\tdate|kind,currency,amount\nU1,2024-01-10,1"))).toEqual([
    "1 unknownColumn account date|kind",
  ]);
  expect(
    reasons(
      await readStatement('account\tdate\tkind\tcurrency\tamount\tname\nU1\t2024-01-10\tfee\tEUR\t-1\tAn 8" disc'),
    ),
  ).toEqual(['2 malformedFile "']);
});

test("a decimal comma is refused with the number that may be meant", async () => {
  const file = await readStatement("account;date;kind;currency;amount\nU1;2024-01-10;deposit;EUR;1234,56\n");
  expect(reasons(file)).toEqual(["2 badNumber amount: 1234,56 (→ 1234.56)"]);
});

test.each<[string, string, string]>([
  ["a missing column", "account,date,kind,currency\nU1,2024-01-10,deposit,EUR", "1 missingColumn amount"],
  [
    "an unknown column",
    "account,date,kind,currency,amount,colour\nU1,2024-01-10,deposit,EUR,1,red",
    "1 unknownColumn colour",
  ],
  [
    "a column twice",
    "account,date,kind,currency,amount,amount\nU1,2024-01-10,deposit,EUR,1,1",
    "1 malformedFile amount, amount",
  ],
  ["a header alone", "account,date,kind,currency,amount\n", "file emptyFile"],
  [
    "a row of another width",
    "account,date,kind,currency,amount\nU1,2024-01-10,deposit,EUR,1,000",
    "2 malformedFile 6 ≠ 5 columns",
  ],
  [
    "a quote never closed",
    'account,date,kind,currency,amount\nU1,2024-01-10,"deposit,EUR,1\n\n\n',
    '2 malformedFile "',
  ],
])("%s refuses the file", async (_, text, reason) => {
  const file = await readStatement(text);
  expect(reasons(file)).toEqual([reason]);
  expect(file.entries).toEqual([]);
});

test.each<[string, Record<string, string>, string]>([
  ["a kind that nobody knows", { kind: "gift", amount: "1" }, "unknownKind gift"],
  ["an unknown currency", { kind: "deposit", amount: "1", currency: "XXY" }, "unknownCurrency XXY"],
  ["a day that no calendar has", { kind: "deposit", amount: "1", date: "2023-02-29" }, "badDate 2023-02-29"],
  ["a day in another order", { kind: "deposit", amount: "1", date: "10.01.2024" }, "badDate 10.01.2024"],
  ["an hour that no clock has", { kind: "deposit", amount: "1", time: "24:00" }, "badDate 24:00"],
  ["tomorrow", { kind: "deposit", amount: "1", date: "2026-11-21" }, "futureDate 2026-11-21"],
  ["no account", { kind: "deposit", amount: "1", account: "" }, "missingValue account"],
  ["a wrong check digit", { ...buy, isin: "US0378331006" }, "unknownInstrument US0378331006"],
  ["a purchase of nothing", { kind: "buy", amount: "-1", quantity: "1" }, "missingValue isin"],
  ["a purchase without size", { kind: "buy", ...paper, amount: "-1" }, "missingValue quantity"],
  ["a purchase that gives shares away", { ...buy, quantity: "-10" }, "amountsDisagree buy quantity -10"],
  ["a sale that brings shares", { ...buy, kind: "sell" }, "amountsDisagree sell quantity 10"],
  [
    "an amount that its parts do not make",
    { ...buy, amount: "-1001" },
    "amountsDisagree 10 × 100, fee 1, tax 0.5 ≠ -1001",
  ],
  ["a purchase that brings cash", { ...buy, amount: "1001.5" }, "amountsDisagree 10 × 100, fee 1, tax 0.5 ≠ 1001.5"],
  ["a deposit that takes", { kind: "deposit", amount: "-1" }, "amountsDisagree deposit amount -1"],
  ["a withdrawal that brings", { kind: "withdrawal", amount: "1" }, "amountsDisagree withdrawal amount 1"],
  ["a fee of nothing", { kind: "fee", amount: "0" }, "amountsDisagree fee amount 0"],
  ["a split that pays", { kind: "split", ...paper, quantity: "1", amount: "1" }, "amountsDisagree split amount 1"],
  [
    "an exchange into no size",
    { kind: "exchange", ...paper, quantity: "-1", amount: "0", counter_ticker: "KID" },
    "missingValue counter_quantity",
  ],
  [
    "an exchange into less than nothing",
    { kind: "exchange", ...paper, quantity: "-1", amount: "0", counter_ticker: "KID", counter_quantity: "-1" },
    "notPositive counter_quantity: -1",
  ],
  [
    "a spin-off that says nothing of the cost",
    { kind: "exchange", ...paper, quantity: "0", amount: "0", counter_ticker: "KID", counter_quantity: "1" },
    "missingValue cost",
  ],
  [
    "a currency for itself",
    { kind: "fx", amount: "-1", counter_currency: "EUR", counter_amount: "1" },
    "currencyMismatch EUR, EUR",
  ],
  [
    "two legs that both come in",
    { kind: "fx", amount: "1", counter_currency: "USD", counter_amount: "1" },
    "amountsDisagree 1 EUR, 1 USD",
  ],
  [
    "accrued interest of anything but a trade",
    { kind: "interest", amount: "1", accrued_interest: "1" },
    "amountsDisagree interest accrued_interest 1",
  ],
  [
    "accrued interest that the amount lacks",
    { ...buy, accrued_interest: "-12" },
    "amountsDisagree 10 × 100, fee 1, tax 0.5, accrued interest -12 ≠ -1001.5",
  ],
  [
    "capital of nothing",
    { kind: "returnOfCapital", ...paper, amount: "0" },
    "amountsDisagree returnOfCapital amount 0",
  ],
  ["a reversal of nothing", { kind: "reversal", amount: "0" }, "missingValue reverses"],
  [
    "a cost below nothing",
    { kind: "openingBalance", ...paper, quantity: "1", amount: "0", cost: "-1" },
    "notPositive cost: -1",
  ],
  ["a number of the size of the world", { kind: "deposit", amount: "1e30" }, "outOfRange amount: 1e30"],
])("%s is refused with its line", async (_, fields, reason) => {
  const file = await readStatement(statement({ kind: "deposit", amount: "1" }, fields));
  expect(reasons(file)).toEqual([`3 ${reason}`]);
});

test("a row without price is taken at its amount; a cent of rounding is no disagreement", async () => {
  const file = await readStatement(statement({ ...buy, price: "" }, { ...buy, amount: "-1001.51" }));
  expect(reasons(file)).toEqual([]);
});

test("the same id twice is refused; two alike rows without one are two entries", async () => {
  const deposit = { kind: "deposit", amount: "5" };
  const twice = await readStatement(statement({ ...deposit, id: "1" }, { ...deposit, id: "1" }));
  expect(reasons(twice)).toEqual(["3 repeatedInFile 1"]);
  const alike = await readStatement(statement(deposit, deposit));
  expect(new Set(alike.entries.map(({ externalId }) => externalId)).size).toBe(2);
});

test("prices name an instrument, a day, and where they come from", async () => {
  const file = await readAs(
    "prices",
    "isin,ticker,date,price,currency,source\nUS0378331005,,2024-01-10,101.5,USD,Bloomberg\n,KID,2024-01-10,3,EUR,Bloomberg\n",
  );
  expect(file.prices).toMatchObject([
    { line: 2, instrument: 0, day: "2024-01-10", value: "101.5", currency: "USD", source: "Bloomberg" },
    { line: 3, instrument: 1, value: "3" },
  ]);
});

test("prices are refused without instrument, below nothing, twice, in the future, and under a bare ticker without currency", async () => {
  const text = [
    "isin;ticker;date;price;currency;source",
    ";;2024-01-10;1;EUR;S",
    "US0378331005;;2024-01-10;-0.01;EUR;S",
    "US0378331005;;2024-01-10;1;EUR;S",
    "US0378331005;;2024-01-10;2;EUR;S",
    "US0378331005;;2026-11-21;2;EUR;S",
    ";KID;2024-01-10;2;;S",
    "US0378331005;;2024-01-11;2;EUR;",
  ].join("\n");
  expect(reasons(await readAs("prices", text))).toEqual([
    "2 missingValue isin",
    "3 belowZero price: -0.01",
    "5 repeatedInFile US0378331005 EUR 2024-01-10 S",
    "6 futureDate 2026-11-21",
    "7 missingValue currency",
    "8 missingValue source",
  ]);
  expect(reasons(await readAs("prices", "date,price,source\n"))).toEqual(["1 missingColumn isin / ticker"]);
});

test("a price of nothing is a price; a row without one is left out and counted, in prices and in rates", async () => {
  const file = await readAs(
    "prices",
    "isin,date,price,currency,source\nUS0378331005,2024-01-10,0,USD,S\nUS0378331005,2024-01-11,,USD,S\nUS0378331005,2024-01-12,N/A,USD,S\nUS0378331005,2024-01-15,0.00,USD,S\n",
  );
  expect(reasons(file)).toEqual([]);
  expect(file.prices.map(({ line, value }) => [line, value])).toEqual([
    [2, "0"],
    [5, "0"],
  ]);
  expect([...file.leftOut]).toEqual([["price –", 2]]);
  const rates = await readAs(
    "rates",
    "currency,date,rate,source\nUSD,2024-01-10,,S\nUSD,2024-01-11,1.1,S\nUSD,2024-01-12,0,S\n",
  );
  expect(rates.rates.map(({ line }) => line)).toEqual([3]);
  expect(reasons(rates)).toEqual(["4 notPositive rate: 0"]);
  expect([...rates.leftOut]).toEqual([["rate –", 1]]);
});

test("rates are units per euro; the euro and what it replaced are fixed and take none", async () => {
  const file = await readAs(
    "rates",
    "currency,date,rate,source\nUSD,2024-01-10,1.0946,ECB\nEUR,2024-01-10,1,ECB\nBGN,2024-01-10,1.95583,ECB\nGBP,2024-01-10,-1,ECB\nUSD,2024-01-10,1.1,ECB\nHRK,2022-12-30,7.5365,ECB\nHRK,2023-01-02,7.5,ECB\n",
  );
  expect(file.rates).toEqual([
    { line: 2, currency: "USD", day: "2024-01-10", perEuro: "1.0946", source: "ECB" },
    // Before the euro replaced it.
    { line: 7, currency: "HRK", day: "2022-12-30", perEuro: "7.5365", source: "ECB" },
  ]);
  expect(reasons(file)).toEqual([
    "3 currencyMismatch EUR",
    "4 currencyMismatch BGN",
    "5 notPositive rate: -1",
    "6 repeatedInFile USD 2024-01-10 ECB",
    "8 currencyMismatch HRK",
  ]);
});

test("pence are pounds, a price may be in percent, and shares may be given", async () => {
  const file = await readStatement(
    "account,date,kind,isin,quantity,price,quoted,currency,amount,fee\n" +
      "U1,2024-01-10,buy,US0378331005,10,455.5,,GBX,-4855,300\n" +
      "U1,2024-01-10,buy,US912828U816,2000,98.562,percent,EUR,-1971.24,\n" +
      "U1,2024-01-10,buy,US0378331005,1,0,,USD,0,\n" +
      "U1,2024-01-10,buy,US0378331005,333,3.5,,JPY,-1166,\n" +
      "U1,2024-01-10,buy,US912828U816,2000,98.562,,EUR,-1971.24,\n" +
      "U1,2024-01-10,buy,US0378331005,1,5,,USD,0,\n",
  );
  expect(plain(file)).toMatchObject([
    { price: "4.555", currency: "GBP", amount: "-48.55", fee: "3" },
    { price: "0.98562", amount: "-1971.24" },
    { price: "0", amount: "0" },
    { price: "3.5", amount: "-1166" },
  ]);
  expect(reasons(file)).toEqual([
    "6 amountsDisagree 2000 × 98.562, fee 0, tax 0 ≠ -1971.24",
    "7 amountsDisagree 1 × 5, fee 0, tax 0 ≠ 0",
  ]);
});

test("prices in percent and in pence are prices of one unit", async () => {
  const file = await readAs(
    "prices",
    "isin,date,price,quoted,currency,source\nUS912828U816,2024-01-10,98.562,percent,EUR,X\nUS0378331005,2024-01-10,455.5,unit,GBp,X\n",
  );
  expect(file.prices).toMatchObject([
    { value: "0.98562", quotation: "percent" },
    { value: "4.555", currency: "GBP" },
  ]);
  const rates = await readAs("rates", "currency,date,rate,source\nGBX,2024-01-10,85,X\n");
  expect(rates.rates).toMatchObject([{ currency: "GBP", perEuro: "0.85" }]);
});
