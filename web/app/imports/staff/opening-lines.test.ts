import { type ImportPreview, openingBalance } from "@portico/api/imports.ts";
import { expect, test } from "vitest";
import {
  emptyLine,
  isReadWith,
  lineFaults,
  readLines,
  readNumber,
  toOpeningBalance,
  toOpeningLine,
  whyOpening,
  withSuggestions,
} from "./opening-lines.ts";

test("numbers are taken as staff of three languages type them", () => {
  const typed = ["1234.5", "1 234,50", "1,234.50", "-0,5", "−3", "1\u00a0000", "", "twelve", "1.2.3", "1e3"];
  expect(readNumber("en", "1,500")).toBe("1500");
  // As suggested by the file, in any language.
  expect(readNumber("pl", "1.500")).toBe("1.500");
  expect(typed.map((text) => readNumber("en", text))).toEqual([
    "1234.5",
    "1234.50",
    "1234.50",
    "-0.5",
    "-3",
    "1000",
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test("a suggestion goes back to the server as it came", () => {
  const suggested = {
    account: "U1",
    day: "2021-01-04",
    instrument: "US0378331005",
    quantity: "12.5",
    currency: "USD",
    amount: null,
  };
  expect(lineFaults("en", toOpeningLine(suggested))).toEqual([]);
  expect(toOpeningBalance("en", toOpeningLine(suggested))).toEqual(suggested);
});

test("a position's cost may be unknown, an amount of cash may not", () => {
  const cash = { ...emptyLine("U1"), day: "2021-01-04" };
  expect(lineFaults("en", cash)).toEqual(["amount"]);
  expect(lineFaults("en", { ...cash, instrument: "AAPL", quantity: "3" })).toEqual([]);
});

test("a day that does not exist, shares of zero and a made-up currency are named", () => {
  const line = { ...emptyLine(""), day: "2021-02-30", instrument: "AAPL", quantity: "0", currency: "EURO" };
  expect(lineFaults("en", line)).toEqual(["account", "day", "quantity", "currency"]);
});

test("what is sent fits the call's declaration", () => {
  const line = { ...emptyLine(" U1 "), day: "2021-01-04", currency: "eur", amount: "1 000,50" };
  expect(openingBalance.parse(toOpeningBalance("bg", line))).toEqual({
    account: "U1",
    day: "2021-01-04",
    currency: "EUR",
    amount: "1000.50",
  });
});

const suggestion = (instrument: string) => ({
  account: "U1",
  day: "2021-01-04",
  instrument,
  quantity: "5",
  currency: "USD",
  amount: null,
});

test("reading again keeps what was typed and adds what is newly missing", () => {
  const typed = [{ ...toOpeningLine(suggestion("AAPL")), amount: "900" }];
  const accounts = [{ suggestedOpeningBalances: [suggestion("aapl"), suggestion("MSFT")] }];
  const lines = withSuggestions(typed, { accounts });
  expect(lines.map(({ instrument, amount }) => [instrument, amount])).toEqual([
    ["AAPL", "900"],
    ["MSFT", ""],
  ]);
});

test("a preview may be confirmed only where the form says what it was made with", () => {
  const preview = { accounts: [{ suggestedOpeningBalances: [suggestion("MSFT")] }] };
  const sent = [{ ...toOpeningLine(suggestion("AAPL")), amount: "900" }];
  const lines = withSuggestions(sent, preview);
  expect(isReadWith("en", lines, sent, preview)).toBe(true);
  expect(isReadWith("en", lines.slice(1), sent, preview)).toBe(false);
  expect(
    isReadWith(
      "en",
      lines.map((line) => ({ ...line, amount: "1" })),
      sent,
      preview,
    ),
  ).toBe(false);
  expect(isReadWith("en", [...lines, emptyLine("U1")], sent, preview)).toBe(false);
  // A removed suggestion is not a balance that would be lost.
  expect(isReadWith("en", lines.slice(0, 1), sent, preview)).toBe(true);
});

test("what was typed comes back after a reload, and a damaged copy is none", () => {
  const line = { ...toOpeningLine(suggestion("AAPL")), amount: "900" };
  const { lines, sent } = readLines(JSON.stringify({ lines: [line], sent: [] }));
  expect(lines.map((each) => toOpeningBalance("bg", each))).toEqual([toOpeningBalance("bg", line)]);
  expect(sent).toEqual([]);
  expect(readLines("{")).toEqual({ lines: [], sent: [] });
  expect(readLines(null)).toEqual({ lines: [], sent: [] });
});

test("why balances are asked for is said as the file has it", () => {
  const account = {
    cashBelowZero: [],
    positions: [],
    suggestedOpeningBalances: [],
  } as unknown as ImportPreview["accounts"][0];
  const cash = { account: "U1", day: "2021-01-04", currency: "EUR", amount: "0.521566563" };
  const refusal = { line: 3, account: "U1", code: "quantityBelowZero", detail: "5" } as ImportPreview["refusals"][0];
  const why = (more: Partial<typeof account>, refusals: ImportPreview["refusals"] = []) =>
    whyOpening({ accounts: [{ ...account, ...more }], refusals });
  expect(why({})).toBe("optional");
  expect(why({ cashBelowZero: ["USD"] })).toBe("perhaps");
  expect(why({ suggestedOpeningBalances: [cash] })).toBe("stated");
  expect(why({ suggestedOpeningBalances: [{ ...cash, instrument: "AAPL", quantity: "5" }] }, [refusal])).toBe("shares");
});

test("a suggestion that is read with a comma is the suggestion still", () => {
  const suggested = { account: "U1", day: "2021-01-04", currency: "EUR", amount: "0.521566563" };
  const preview = { accounts: [{ suggestedOpeningBalances: [suggested] }] };
  expect(isReadWith("bg", [{ ...toOpeningLine(suggested), amount: "0,521566563" }], [], preview)).toBe(true);
});
