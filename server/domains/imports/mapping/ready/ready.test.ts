/** Exports of known brokers, written as theirs are: what a right import shows. */
import { expect, test } from "vitest";
import { readFile } from "../../reading/reader.ts";
import { sum } from "../../reading/values.ts";

const read = (text: string, mapping?: string) =>
  readFile(text, { today: "2026-11-20", zone: "Europe/Sofia", account: "C-1", mapping });

type Read = Awaited<ReturnType<typeof read>>;

/** Cash that the entries move, by currency. */
function cashOf({ entries }: Read): Record<string, string> {
  const cash: Record<string, string> = {};
  const add = (currency: string, amount: string) => (cash[currency] = sum(cash[currency] ?? "0", amount));
  for (const { currency, amount, counter } of entries) {
    add(currency, amount);
    if (counter?.currency !== undefined && counter.amount !== undefined) add(counter.currency, counter.amount);
  }
  return cash;
}
const rows = ({ entries }: Read): string[] =>
  entries
    .toSorted((one, other) => one.line - other.line)
    .map(({ line, kind, day, quantity = "", amount, currency, fee = "", counter }) =>
      [line, kind, day, quantity, amount, currency, fee, counter?.amount ?? "", counter?.currency ?? ""]
        .join(" ")
        .trim(),
    );
const reasons = ({ refusals }: Read): string[] => refusals.map(({ line, code, detail }) => `${line} ${code} ${detail}`);

test("Swissquote: trades prove to the cent, and two rows of an order are one exchange", async () => {
  const file = await read(
    [
      "Date;Order #;Transaction;Symbol;Name;ISIN;Quantity;Unit price;Costs;Accrued Interest;Net Amount;Balance;Currency",
      "24-08-2022 07:00:15;00000000;Debit;;;;1.0;2000.00;2.00;0.00;-2002.00;6612.40;CHF",
      "23-08-2022 12:00:25;114723639;Forex credit;;;;1.0;1995.39;0.00;0.00;1995.39;2937.32;EUR",
      "23-08-2022 12:00:25;114723639;Forex debit;;;;1.0;2000.00;0.00;0.00;-2000.00;166660.08;USD",
      "10-08-2022 15:30:02;113947121;Buy;ORFN;CONSTRAINED CAPITAL;US8863645383;200.0;19.85;5.96;0.00;-3975.96;168660.08;USD",
      "09-08-2022 10:37:37;113880776;Sell;VDEM;VANGUARD;IE00B3VVMM84;537.0;55.945;180.91;0.00;29861.56;304217.01;USD",
      "30-06-2022 18:01:13;00000000;Custody Fees;;;;1.0;50.00;3.85;0.00;-53.85;28197.90;CHF",
      "30-06-2022 16:35:13;00000000;Dividend;VEUD;VANGUARD;IE00B945VV12;1.0;486.58;0.00;0.00;486.58;941.93;EUR",
      "01-01-2022 11:37:15;00000000;Interests;;;;1.0;0.01;0.00;0.00;-0.01;1985.91;CHF",
    ].join("\n"),
  );
  expect(file).toMatchObject({ format: "mapped", kind: "statement", message: "Swissquote", rows: 8 });
  expect(reasons(file)).toEqual([]);
  expect(rows(file)).toEqual([
    "2 withdrawal 2022-08-24  -2002 CHF 2",
    "3 fx 2022-08-23  -2000 USD  1995.39 EUR",
    "5 buy 2022-08-10 200 -3975.96 USD 5.96",
    "6 sell 2022-08-09 -537 29861.56 USD 180.91",
    "7 fee 2022-06-30  -53.85 CHF",
    "8 dividend 2022-06-30  486.58 EUR 0",
    "9 interest 2022-01-01  -0.01 CHF 0",
  ]);
});

test("Swissquote: a leg without its other one, and a trade that does not prove", async () => {
  const file = await read(
    [
      "Date;Order #;Transaction;Symbol;Name;ISIN;Quantity;Unit price;Costs;Accrued Interest;Net Amount;Balance;Currency",
      "23-08-2022 12:00:25;114723639;Forex credit;;;;1.0;1995.39;0.00;0.00;1995.39;2937.32;EUR",
      "10-08-2022 15:30:02;113947121;Buy;ORFN;CONSTRAINED CAPITAL;US8863645383;200.0;19.85;5.96;0.00;-3985.96;168660.08;USD",
      "09-08-2022 15:30:02;0;Spin off;ORFN;CONSTRAINED CAPITAL;US8863645383;200.0;0;0;0.00;12.00;168660.08;USD",
    ].join("\n"),
  );
  expect(reasons(file)).toEqual([
    "2 legsMissing 1995.39 EUR",
    expect.stringMatching(/^3 amountsDisagree /),
    "4 unknownKind Spin off",
  ]);
  expect(file.undecided.find(({ line }) => line === 4)?.kinds).toContain("dividend");
});

test("Trading 212: totals in the account's currency, prices of another one are left out", async () => {
  const file = await read(
    [
      "Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Result,Currency (Result),Total,Currency (Total),Withholding tax,Currency (Withholding tax),Transaction fee,Notes,ID,Currency conversion fee,Currency (Currency conversion fee),Currency (Transaction fee)",
      'Deposit,2024-01-01 00:15:20.149,,,,,,,,,,3000.00,"GBP",,,,"Transaction ID: 1",1,,,',
      'Market buy,2024-01-01 16:10:05.175,US0000000002,FOO,"Foo Company",24.0000000000,124.01,USD,1.25229,,"GBP",2381.35,"GBP",,,,,E1,4.71,"GBP",',
      'Interest on cash,2024-01-01 11:05:03.126,,,,,,,,,,0.04,"GBP",,,,"Interest on cash",2,,,',
      'Result adjustment,2024-01-04 13:12:49.174,,,,,,,,,,0.75,"GBP",,,,"Withholding tax refund - interest on cash",3,,,',
      'Dividend (Dividend),2024-03-23 18:35:26,US0000000002,FOO,"Foo Company",24.0000000000,0.03,USD,Not available,,,0.11,"GBP",0.02,USD,,,,,,',
      'Limit sell,2024-04-29 13:20:03.075,US0000000002,FOO,"Foo Company",24.0000000000,164.01,USD,1.25229,-75.67,"GBP",3138.50,"GBP",,,,,E1,4.71,"GBP",',
      'Withdrawal,2024-05-26 16:18:16.235,,,,,,,,,,-2000.00,"GBP",,,,"Sent",4,,,',
    ].join("\n"),
  );
  expect(file.message).toBe("Trading 212");
  expect(reasons(file)).toEqual([]);
  expect(cashOf(file)).toEqual({ GBP: "1758.05" });
  expect(rows(file)[1]).toBe("3 buy 2024-01-01 24 -2381.35 GBP 4.71");
  expect(file.entries[1]?.time).toBe("2024-01-01T16:10:05.000Z");
});

test("Saxo: what was converted is asked about, because the file does not say in which currency it is", async () => {
  const file = await read(
    [
      "Client ID,Trade Date,Value Date,Type,Instrument,Instrument ISIN,Instrument currency,Exchange Description,Instrument Symbol,Event,Booked Amount,Order ID,Conversion Rate",
      ',02-mrt-2025,04-mrt-2025,Trade,All-World,IE00BK5BQT80,USD,London,VWRA:xlon,Sell 3 @ 139.74 USD,"419,22",,1',
      ',02-mei-2025,02-mei-2025,Cash amount,,,USD,,,Custody Fee,"-3,91",,1',
      ",30-okt-2024,31-okt-2024,Transactie,Meta,US30303M1027,USD,NASDAQ,META:xnas,Koop 1 @ 589.16 USD,-590.16,,1",
      ",02-apr-2025,02-apr-2025,Corporate action,All-World,IE00B3RBWM25,EUR,Amsterdam,VWRL:xams,Dividend,1.83,,0.92139706",
    ].join("\n"),
  );
  expect(rows(file)).toEqual([
    "2 sell 2025-03-02 -3 419.22 USD",
    "3 fee 2025-05-02  -3.91 USD",
    "4 buy 2024-10-30 1 -590.16 USD",
  ]);
  expect(file.entries[0]?.settledOn).toBe("2025-03-04");
  expect(reasons(file)).toEqual(["5 unknownKind Corporate action · Dividend · 0.92139706"]);
});

test("Degiro: rows of a trade, exchanges by minute and security, and money that only moves within", async () => {
  const file = await read(
    [
      "Datum,Tijd,Valutadatum,Product,ISIN,Omschrijving,FX,Mutatie,,Saldo,,Order Id",
      '17-12-2022,09:51,16-12-2022,,,iDEAL Deposit,,EUR,"27,80",EUR,"1,35",',
      '17-12-2022,09:51,16-12-2022,,,Reservation iDEAL / Sofort Deposit,,EUR,"-27,80",EUR,"-26,45",',
      '16-12-2022,09:05,15-12-2022,COCA-COLA,US1912161007,Dividend,,USD,"0,44",USD,"1,36",',
      '16-12-2022,09:05,15-12-2022,COCA-COLA,US1912161007,Dividendbelasting,,USD,"-0,07",USD,"0,92",',
      '15-12-2022,16:55,15-12-2022,VICI,US9256521090,Valuta Creditering,"1,0624",USD,"33,90",USD,"0,00",5925d76b-eb36-46e3-',
      ",,,,,,,,,,,b017-a61a6d03c3e7",
      '15-12-2022,16:55,15-12-2022,VICI,US9256521090,Valuta Debitering,,EUR,"-31,91",EUR,"0,07",5925d76b-eb36-46e3-b017-a61a6d03c3e7',
      '15-12-2022,16:55,15-12-2022,VICI,US9256521090,DEGIRO Transactiekosten en/of kosten van derden,,EUR,"-1,00",EUR,"31,98",5925d76b',
      '15-12-2022,16:55,15-12-2022,VICI,US9256521090,"Koop 1 @ 33,9 USD",,USD,"-33,90",USD,"-33,90",5925d76b',
    ].join("\n"),
  );
  expect(reasons(file)).toEqual([]);
  expect(rows(file)).toEqual([
    "2 deposit 2022-12-17  27.8 EUR",
    "4 dividend 2022-12-16  0.44 USD",
    "5 tax 2022-12-16  -0.07 USD",
    "6 fx 2022-12-15  -31.91 EUR  33.9 USD",
    "9 fee 2022-12-15  -1 EUR",
    "10 buy 2022-12-15 1 -33.9 USD",
  ]);
  expect([...file.leftOut]).toEqual([
    ["Reservation *", 1],
    ["–", 1],
  ]);
});

test("XTB: who uploads the file says its currency; the table begins below the account's number", async () => {
  const text = [
    "Account number;12345678;;;;;;",
    "Cash Operations;;;;;;;",
    "Type;Ticker;Instrument;Time;Amount;ID;Comment;Product",
    "Free funds interest;;;2025-12-01 10:00:00;0,24;100001;Free-funds Interest 2025-11;IKE",
    "Stock purchase;IS0M.DE;Italy Govt Bond;2025-10-01 10:00:00;-616,32;100003;OPEN BUY 4/5 @ 154.0800;IKE",
    "IKE deposit;;;2025-07-01 10:00:00;1.000,00;100009;IKE Cash transfer IN;IKE",
    "Total;;;;383,92;;;",
  ].join("\n");
  expect(reasons(await read(text))).toEqual([expect.stringMatching(/^null severalMappings XTB with .*, EUR \/ /)]);
  const file = await read(text, "ready/xtb-ticker-pln");
  expect(reasons(file)).toEqual([]);
  expect(rows(file)).toEqual([
    "4 interest 2025-12-01  0.24 PLN",
    "5 buy 2025-10-01 4 -616.32 PLN",
    "6 deposit 2025-07-01  1000 PLN",
  ]);
  expect(cashOf(file)).toEqual({ PLN: "383.92" });
});

test("Revolut: what a trade cost is in its amount, splits are changes", async () => {
  const file = await read(
    [
      "Date,Ticker,Type,Quantity,Price per share,Total Amount,Currency,FX Rate",
      "2021-01-04T10:00:00.123Z,,CASH TOP-UP,,,USD 20000,USD,1.3805",
      '2021-11-02T14:02:25.123456Z,TSM,BUY - LIMIT,88,USD 112.50,"USD 9,900.35",USD,1.3648',
      "2021-07-20T10:34:52.123456Z,NVDA,STOCK SPLIT,5.72912688,,USD 0,USD,1.3647",
      "2025-12-18T12:50:46.123456Z,QCOM,DIVIDEND TAX (CORRECTION),,,USD -5.42,USD,1.3407",
      "2025-03-22T10:48:36.123456Z,NVDA,TRANSFER FROM REVOLUT TRADING LTD TO REVOLUT SECURITIES EUROPE UAB,7.6,,USD 0,USD,1.2",
      "2023-09-09T07:59:34.452648Z,,TRANSFER FROM REVOLUT BANK UAB TO REVOLUT SECURITIES EUROPE UAB,,,-$0.01,USD,0.09",
    ].join("\n"),
  );
  expect(reasons(file)).toEqual([]);
  expect(rows(file)).toEqual([
    "2 deposit 2021-01-04  20000 USD",
    "3 buy 2021-11-02 88 -9900.35 USD 0.35",
    "4 split 2021-07-20 5.72912688 0 USD",
    "5 tax 2025-12-18  -5.42 USD",
    "7 withdrawal 2023-09-09  -0.01 USD",
  ]);
});

test("a column that vanished is refused by its name", async () => {
  const file = await read(
    "Date;Order #;Transaction;Symbol;Name;ISIN;Quantity;Unit price;Costs;Accrued Interest;Balance;Currency\n24-08-2022 07:00:15;0;Debit;;;;1.0;2;2;0;6612.40;CHF\n",
  );
  expect(reasons(file)).toEqual(["1 missingColumn Net Amount (Swissquote)"]);
});

test("without an account in the file or beside it, it is nobody's", async () => {
  const text =
    "Date,Ticker,Type,Quantity,Price per share,Total Amount,Currency,FX Rate\n2021-01-04T10:00:00.123Z,,CASH TOP-UP,,,USD 20000,USD,1.3805\n";
  const file = await readFile(text, { today: "2026-11-20", zone: "Europe/Sofia" });
  expect(reasons(file)).toEqual(["null accountMissing null"]);
});
