import type { InstrumentRow } from "@portico/api/portfolios.ts";
import { describe, expect, it } from "vitest";
import { draftFaults, emptyDraft, readDecimal, transactionInfoOf } from "./request-draft.ts";

const cash = { type: 9, instrumentCurrency: "EUR", ownedShares: 856.06 } as InstrumentRow;
const dinars = { type: 9, instrumentCurrency: "KWD", ownedShares: 2 } as InstrumentRow;
const rows = [cash, dinars];
const acme = { id: 7, name: "Acme", owned: 10 };

describe("a request to the firm", () => {
  it("reads amounts as Bulgarians, Poles and the English type them, exactly", () => {
    expect(readDecimal("bg", "1 234,50")).toBe("1234.50");
    expect(readDecimal("en", "0.1")).toBe("0.1");
    expect(readDecimal("en", "1,234.50")).toBe("1234.50");
    expect(readDecimal("en", "1,500")).toBe("1500");
    expect(readDecimal("pl", "1,234.50")).toBeUndefined();
    expect(readDecimal("en", "-5")).toBeUndefined();
    expect(readDecimal("en", "1e5")).toBeUndefined();
  });
  it("a deposit needs a sum above zero with at most the decimals of its currency", () => {
    expect(draftFaults("bg", emptyDraft("deposit", "EUR"), rows)).toEqual({ sum: "sum" });
    expect(draftFaults("bg", { ...emptyDraft("deposit", "EUR"), sum: "0" }, rows)).toEqual({ sum: "sum" });
    expect(draftFaults("bg", { ...emptyDraft("deposit", "EUR"), sum: "10,005" }, rows)).toEqual({ sum: "sum" });
    expect(draftFaults("bg", { ...emptyDraft("deposit", "EUR"), sum: "10,05" }, rows)).toEqual({});
  });
  it("a sum has no more decimals than its currency", () => {
    expect(draftFaults("en", { ...emptyDraft("deposit", "JPY"), sum: "100.5" }, rows)).toEqual({ sum: "sum" });
    expect(draftFaults("en", { ...emptyDraft("deposit", "JPY"), sum: "100.00" }, rows)).toEqual({});
    expect(draftFaults("en", { ...emptyDraft("withdrawal", "KWD"), sum: "1.234" }, rows)).toEqual({});
  });
  it("what may be thousands is asked for again", () => {
    expect(draftFaults("bg", { ...emptyDraft("deposit", "EUR"), sum: "1,500" }, rows)).toEqual({ sum: "sum" });
    expect(draftFaults("en", { ...emptyDraft("deposit", "EUR"), sum: "1.500" }, rows)).toEqual({ sum: "sum" });
    expect(draftFaults("en", { ...emptyDraft("deposit", "EUR"), sum: "1,500" }, rows)).toEqual({});
  });
  it("nobody withdraws more than they have in that currency", () => {
    const draft = { ...emptyDraft("withdrawal", "EUR"), sum: "856.07" };
    expect(draftFaults("en", draft, rows)).toEqual({ sum: "tooMuch" });
    expect(draftFaults("en", { ...draft, sum: "856.06" }, rows)).toEqual({});
    expect(draftFaults("en", { ...draft, sum: "1", currency: "USD" }, rows)).toEqual({ sum: "tooMuch" });
  });
  it("nobody sells more than they own", () => {
    const draft = { ...emptyDraft("sell", "EUR"), instrument: acme, quantity: "11" };
    expect(draftFaults("bg", draft, rows)).toEqual({ quantity: "tooMany" });
    expect(draftFaults("bg", { ...draft, quantity: "10" }, rows)).toEqual({});
  });
  it("sends what was asked and nothing that was typed into another kind of request", () => {
    const draft = { ...emptyDraft("buy", "EUR"), instrument: acme, quantity: "2,5", sum: "99", limitPrice: "12" };
    expect(transactionInfoOf("bg", draft)).toEqual({ instrumentId: 7, quantity: "2.5", limitPrice: "12" });
    expect(transactionInfoOf("bg", { ...draft, by: "sum" })).toEqual({
      instrumentId: 7,
      sum: "99",
      currency: "EUR",
      limitPrice: "12",
    });
    expect(transactionInfoOf("bg", { ...draft, type: "deposit" })).toEqual({ sum: "99", currency: "EUR" });
  });
  it("an unknown instrument is asked for by its name", () => {
    expect(
      transactionInfoOf("bg", { ...emptyDraft("buy", "EUR"), instrument: { name: "BG1100003166" }, quantity: "1" }),
    ).toEqual({
      instrumentName: "BG1100003166",
      quantity: "1",
    });
  });
});
