/** What is refused in a Flex file: with its line, code and the value quoted in the message. */
import { expect, test } from "vitest";
import { acme, cash, element, flex, fund, position, trade } from "../testing/flex-fixtures.ts";
import { plain, readAs, readStatement, reasons } from "../testing/reading.ts";

const tradesAre = async (...rows: string[]) => reasons(await readStatement(flex({ Trades: [trade(), ...rows] })));
const cashIs = async (fields: Parameters<typeof cash>[0]) =>
  reasons(await readStatement(flex({ CashTransactions: [cash(fields)] })));

test.each(["OPT", "FUT", "FOP", "CFD"])("%s is refused by name", async (assetCategory) => {
  expect(await tradesAre(trade({ assetCategory, description: "FB 21SEP18 200.0 C" }))).toEqual([
    `6 derivative FB 21SEP18 200.0 C (${assetCategory})`,
  ]);
});

test("other kinds of papers that the portal does not book are named too", async () => {
  expect(await tradesAre(trade({ assetCategory: "CRYPTO", description: "BTC" }))).toEqual([
    "6 unknownKind BTC (CRYPTO)",
  ]);
});

test("an open position in an option refuses the statement: the portal would show the account without it", async () => {
  const option = position({ assetCategory: "OPT", description: "ACME 15SEP24 10 C", position: "-1" });
  expect(reasons(await readStatement(flex({ OpenPositions: [position({ position: 1 }), option] })))).toEqual([
    "6 derivative ACME 15SEP24 10 C (OPT)",
  ]);
});

test("short positions are refused: held, opened by a sale, or closed by a purchase", async () => {
  expect(reasons(await readStatement(flex({ OpenPositions: [position({ position: "-5", side: "Short" })] })))).toEqual([
    "5 shortPosition ACME WORKS INC",
  ]);
  expect(
    await tradesAre(
      trade({ quantity: -5, openCloseIndicator: "O" }),
      trade({ quantity: 5, openCloseIndicator: "C" }),
      trade({ quantity: -5, openCloseIndicator: "C;O" }),
    ),
  ).toEqual(["6 shortPosition ACME", "7 shortPosition ACME", "8 shortPosition ACME"]);
});

test("amounts that do not agree with each other are refused", async () => {
  expect(await tradesAre(trade({ netCash: -990 }))).toEqual([
    "6 amountsDisagree netCash -990 ≠ -1001 (proceeds, ibCommission, taxes)",
  ]);
  expect(await tradesAre(trade({ proceeds: -1000.13, netCash: -1001.13 }))).toEqual([
    "6 amountsDisagree 10 × 100 ≠ 1000.13 (quantity, tradePrice, proceeds)",
  ]);
  // Nothing else states the money, so the price cannot be rounded that much.
  expect(await tradesAre(trade({ proceeds: -1000.03, netCash: "" }))).toEqual([
    "6 amountsDisagree 10 × 100 ≠ 1000.03 (quantity, tradePrice, proceeds)",
  ]);
  expect(await tradesAre(trade({ buySell: "SELL" }))).toEqual(["6 amountsDisagree SELL, quantity 10"]);
});

test("a cent of rounding is no disagreement, nor what the printed decimals of a price leave open", async () => {
  expect(await tradesAre(trade({ proceeds: -1000.01, netCash: -1001.01 }))).toEqual([]);
  expect(await tradesAre(trade({ quantity: 30000, tradePrice: 1.3333, proceeds: -40000, netCash: -40001 }))).toEqual(
    [],
  );
});

test.each([
  [
    "badNumber",
    { quantity: "1,000" },
    "quantity: 1,000 (→ 1000 / 1.000) ≠ quantity, tradePrice, proceeds, netCash, ibCommission, taxes",
  ],
  ["badNumber", { proceeds: "abc" }, "proceeds: abc"],
  ["badNumber", { taxes: "NaN" }, "taxes: NaN"],
  ["missingValue", { quantity: "" }, "quantity"],
  ["missingValue", { currency: "--" }, "currency"],
  ["badDate", { tradeDate: "20240230" }, "20240230"],
  ["badDate", { tradeDate: "10/01/2024" }, "10/01/2024"],
  ["futureDate", { tradeDate: "20261121" }, "2026-11-21"],
  ["unknownCurrency", { currency: "XXY" }, "XXY"],
])("%s: %o", async (code, fields, detail) => {
  expect(await tradesAre(trade(fields))).toEqual([`6 ${code} ${detail}`]);
});

test("a kind of cash that nobody taught the portal is refused by name", async () => {
  expect(await cashIs({ type: "Lottery Prize", amount: "5" })).toEqual(["5 unknownKind Lottery Prize"]);
  expect(await cashIs({ type: "constructor", amount: "5" })).toEqual(["5 unknownKind constructor"]);
});

test("an exchange of a currency for itself, or in which both legs come in, is refused", async () => {
  const pair = { assetCategory: "CASH", isin: "", ibCommission: 0, netCash: undefined };
  expect(await tradesAre(trade({ ...pair, symbol: "USD.USD" }))).toEqual(["6 currencyMismatch USD.USD, USD"]);
  expect(await tradesAre(trade({ ...pair, symbol: "EUR.USD", quantity: 10, tradePrice: 1, proceeds: 10 }))).toEqual([
    "6 amountsDisagree 10 EUR, 10 USD",
  ]);
});

test("the same id twice in a file is refused, and the first stays", async () => {
  const file = await readStatement(
    flex({ Trades: [trade({ tradeID: "9" }), trade({ tradeID: "9", tradePrice: 99 })] }),
  );
  expect(reasons(file)).toEqual(["6 repeatedInFile 9"]);
  expect(plain(file)).toHaveLength(1);
});

test("two alike rows without an id are two entries, and have the same identities when they come again", async () => {
  const anonymous = { tradeID: undefined, transactionID: undefined, ibExecID: undefined };
  const text = flex({ Trades: [trade(anonymous), trade(anonymous), trade({ ...anonymous, tradePrice: 99 })] });
  const [first, second, third] = (await readStatement(text)).entries.map(({ externalId }) => externalId);
  expect(second).toBe(`${first}:2`);
  expect(third).not.toBe(first);
  expect((await readStatement(text)).entries.map(({ externalId }) => externalId)).toEqual([first, second, third]);
});

test("a row keeps its fingerprint when the query gets more columns, and loses it when a figure changes", async () => {
  const fingerprint = async (fields: object) =>
    (await readStatement(flex({ Trades: [trade({ tradeID: "1", transactionID: "2", ...fields })] }))).entries[0]
      ?.fingerprint;
  const known = await fingerprint({});
  expect(await fingerprint({ netCash: "-1001.00", quantity: "10.0", figi: "BBG0", securityIDType: undefined })).toBe(
    known,
  );
  expect(await fingerprint({ isin: undefined, securityID: undefined })).toBe(known);
  expect(await fingerprint({ ibCommission: -1.5, netCash: -1001.5 })).not.toBe(known);
});

test("a cancellation of nothing that is known is refused", async () => {
  const file = await readStatement(
    flex({
      Trades: [
        trade({ tradeID: undefined, transactionID: undefined, quantity: -10, buySell: "BUY (Ca.)", notes: "Ca" }),
      ],
    }),
  );
  expect(reasons(file)).toEqual(["5 unknownReversal ACME"]);
});

test("a mark of nothing is a price, one below is refused, and an empty one is left out and counted", async () => {
  const marks = ["0", "-1", "", "--"].map((markPrice) =>
    position({ position: 1, markPrice, ...(markPrice === "0" && { positionValue: "0" }) }),
  );
  const file = await readAs("prices", flex({ OpenPositions: marks }));
  expect(reasons(file)).toEqual(["6 belowZero ACME WORKS INC: -1"]);
  expect(file.prices.map(({ value }) => value)).toEqual(["0"]);
  expect([...file.leftOut]).toEqual([["OpenPosition markPrice –", 2]]);
});

const start = '<FlexQueryResponse>\n<FlexStatements count="1">\n';
test.each<[string, string, string]>([
  ["a truncated file", flex({ Trades: [trade(), trade()] }).slice(0, 900), "malformedFile"],
  [
    "an unclosed element",
    `${start}<FlexStatement accountId="U1">\n</FlexStatements></FlexQueryResponse>`,
    "4 malformedFile unexpected close tag.",
  ],
  ["a web page", "<!DOCTYPE html><html><body>Sign in</body></html>", "1 malformedFile HTML"],
  ["a document type", '<!DOCTYPE a [<!ENTITY x "y">]>\n<FlexQueryResponse/>', "malformedFile DOCTYPE"],
  [
    "an entity of its own",
    `${start}<FlexStatement accountId="&secret;"/></FlexStatements></FlexQueryResponse>`,
    "3 malformedFile undefined entity.",
  ],
  ["another document", "<feed><entry/></feed>", "1 unknownFormat feed"],
  [
    "an answer of the web service",
    "<FlexStatementResponse><Status>Fail</Status></FlexStatementResponse>",
    "1 unknownFormat FlexStatementResponse",
  ],
  ["an archive", "PK\u0003\u0004\u0014\u0000", "1 malformedFile ZIP"],
  ["another encoding", "<FlexQueryResponse>\n\uFFFD\uFFFD</FlexQueryResponse>", "2 malformedFile U+FFFD"],
  ["a statement of nothing", flex(), "file emptyFile"],
  ["an empty statement", flex({}), "file emptyFile"],
  ["nothing", " \n ", "file emptyFile"],
  ["depth without end", "<FlexQueryResponse>".concat("<a>".repeat(100_000)), "1 malformedFile a"],
])("%s is refused whole", async (_, content, reason) => {
  const file = await readStatement(content);
  expect(reasons(file)).toHaveLength(1);
  expect(reasons(file)[0]).toContain(reason);
  expect(file.entries).toEqual([]);
});

test("a bomb of entities never opens", async () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "${"ha".repeat(50)}">${Array.from({ length: 20 }, (_, n) => `<!ENTITY b${n} "${"&a;".repeat(50)}">`).join("")}]><FlexQueryResponse>&b1;</FlexQueryResponse>`;
  expect(reasons(await readStatement(bomb))[0]).toContain("malformedFile DOCTYPE");
});

test("one bad row does not hide the next", async () => {
  const file = await readStatement(
    flex({
      Trades: [trade({ currency: "XXY" }), trade({ ...fund }), trade({ quantity: "" })],
      CashTransactions: [
        cash({ type: "Nonsense", amount: "1" }),
        element("CashTransaction", { ...acme, type: "Dividends", currency: "USD" }),
      ],
    }),
  );
  expect(reasons(file).map((reason) => reason.split(" ").slice(0, 2).join(" "))).toEqual([
    "5 unknownCurrency",
    "7 missingValue",
    "10 unknownKind",
    "11 missingValue",
  ]);
  expect(file.entries).toHaveLength(1);
});
