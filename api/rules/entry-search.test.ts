import { describe, expect, it } from "vitest";
import { searchedWords } from "./entry-search.ts";

const amounts = (search: string) => searchedWords(search).map((word) => word.amounts);

describe("the words of a search", () => {
  it.each([
    ["1 234,56", [["1234.56"]]],
    ["1 234,56", [["1234.56"]]],
    ["1,234.56", [["1234.56"]]],
    ["-1.234,50", [["1234.5"]]],
    ["−12", [["12"]]],
    ["0012.50", [["12.5"]]],
    ["1,234", [["1.234", "1234"]]],
    ["1,234,567", [["1234567"]]],
    ["12.5 ASML", [["12.5"], []]],
    ["US0378331005", [[]]],
    ["1.2.3", [[]]],
    ["100 200", [["100200"]]],
    ["2026 12", [["2026"], ["12"]]],
    ["2026 500", [["2026"], ["500"]]],
    ["12 345 678,9 EUR", [["12345678.9"], []]],
  ])("%s", (search, expected) => expect(amounts(search)).toEqual(expected));

  it("are few, and in lower case", () => {
    expect(searchedWords("  A  b\tC d e f g h ").map(({ text }) => text)).toEqual(["a", "b", "c", "d", "e", "f"]);
    expect(searchedWords("   ")).toEqual([]);
  });
});
