import { expect, test } from "vitest";
import { type LotLine, lotFaults, nextLot, readLots, toLotFile } from "./lot-lines.ts";

const line: LotLine = {
  key: "a",
  account: "C-1",
  security: "us0378331005",
  acquired: "2015-03-02",
  quantity: "10,5",
  cost: "1 234,50",
  currency: "usd",
  arrived: "",
};

test("typed lots become the rows of a file, with numbers as the reader's language writes them", () => {
  const other = { ...line, security: "A,B", quantity: "1", cost: "0", acquired: "", arrived: "2024-05-03" };
  expect(lotFaults("bg", line)).toEqual([]);
  expect(lotFaults("bg", other)).toEqual([]);
  expect(toLotFile("bg", [line, other])).toBe(
    [
      "account,isin,ticker,acquired,quantity,cost,currency,arrived",
      "C-1,US0378331005,,2015-03-02,10.5,1234.50,USD,",
      'C-1,,"A,B",,1,0,USD,2024-05-03',
    ].join("\n"),
  );
});

test("what is missing or wrong is named by its field", () => {
  const wrong = {
    ...line,
    account: " ",
    security: "",
    acquired: "2015-02-30",
    quantity: "0",
    cost: "-1",
    currency: "EU",
    arrived: "x",
  };
  expect(lotFaults("en", wrong)).toEqual([
    "account",
    "security",
    "acquired",
    "quantity",
    "cost",
    "currency",
    "arrived",
  ]);
});

test("the next line begins with the account and the security of the one before", () => {
  expect(nextLot(line)).toMatchObject({
    account: "C-1",
    security: "us0378331005",
    quantity: "",
    cost: "",
    acquired: "",
  });
});

test("stored lines that cannot be read are an empty line", () => {
  expect(readLots("{").map(({ account }) => account)).toEqual([""]);
  expect(readLots(JSON.stringify([line])).map(({ account }) => account)).toEqual(["C-1"]);
});
