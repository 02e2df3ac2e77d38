import { describe, expect, it } from "vitest";
import { draftFaults, emptyDraft, type RequestDraft, readDecimal, toTransactionInfo } from "./request-draft.ts";

const acme = { id: 7, name: "Acme", owned: 10 };
const bySum = (currency: string): RequestDraft => ({ ...emptyDraft("buy", currency), by: "sum", instrument: acme });

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
  it("a purchase by sum needs one above zero with at most the decimals of its currency", () => {
    expect(draftFaults("bg", bySum("EUR"))).toEqual({ sum: "sum" });
    expect(draftFaults("bg", { ...bySum("EUR"), sum: "0" })).toEqual({ sum: "sum" });
    expect(draftFaults("bg", { ...bySum("EUR"), sum: "10,005" })).toEqual({ sum: "sum" });
    expect(draftFaults("bg", { ...bySum("EUR"), sum: "10,05" })).toEqual({});
  });
  it("a sum has no more decimals than its currency", () => {
    expect(draftFaults("en", { ...bySum("JPY"), sum: "100.5" })).toEqual({ sum: "sum" });
    expect(draftFaults("en", { ...bySum("JPY"), sum: "100.00" })).toEqual({});
    expect(draftFaults("en", { ...bySum("KWD"), sum: "1.234" })).toEqual({});
  });
  it("what may be thousands is asked for again", () => {
    expect(draftFaults("bg", { ...bySum("EUR"), sum: "1,500" })).toEqual({ sum: "sum" });
    expect(draftFaults("en", { ...bySum("EUR"), sum: "1.500" })).toEqual({ sum: "sum" });
    expect(draftFaults("en", { ...bySum("EUR"), sum: "1,500" })).toEqual({});
  });
  it("nobody sells more than they own", () => {
    const draft = { ...emptyDraft("sell", "EUR"), instrument: acme, quantity: "11" };
    expect(draftFaults("bg", draft)).toEqual({ quantity: "tooMany" });
    expect(draftFaults("bg", { ...draft, quantity: "10" })).toEqual({});
  });
  it("sends what was asked and nothing that was typed into another kind of request", () => {
    const draft = { ...emptyDraft("buy", "EUR"), instrument: acme, quantity: "2,5", sum: "99", limitPrice: "12" };
    expect(toTransactionInfo("bg", draft)).toEqual({ instrumentId: 7, quantity: "2.5", limitPrice: "12" });
    expect(toTransactionInfo("bg", { ...draft, by: "sum" })).toEqual({
      instrumentId: 7,
      sum: "99",
      currency: "EUR",
      limitPrice: "12",
    });
  });
  it("an unknown instrument is asked for by its name", () => {
    expect(
      toTransactionInfo("bg", { ...emptyDraft("buy", "EUR"), instrument: { name: "BG1100003166" }, quantity: "1" }),
    ).toEqual({
      instrumentName: "BG1100003166",
      quantity: "1",
    });
  });
});
