import { currencyCodes, findCurrency } from "@portico/api/currencies.ts";
import { afterEach, describe, expect, it } from "vitest";
import {
  digitsOf,
  formatAge,
  formatAmount,
  formatDay,
  formatMoment,
  formatMomentRange,
  formatMoney,
  formatPercent,
  formatPrice,
  formatQuantity,
  formatRate,
  formatRecordMinute,
  formatRecordTime,
  plainAmount,
  showTimesIn,
  withSign,
} from "./format.ts";

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

describe("figures", () => {
  it("writes amounts with two decimals, grouped, with the true minus sign", () => {
    expect(formatAmount("en", "-1234.5", "EUR")).toBe("\u22121,234.50");
    expect(plain(formatAmount("bg", "1234.5", "BGN"))).toBe("1 234,50");
    expect(plain(formatMoney("pl", 98000, "EUR"))).toBe("98 000,00 EUR");
  });

  it("writes amounts with the decimals of their currency, on the page and in files", () => {
    expect(formatMoney("en", 1166, "JPY")).toBe("1,166\u00a0JPY");
    expect(formatAmount("en", "-1165.5", "JPY")).toBe("\u22121,166");
    expect(formatAmount("en", 1.5, "KWD")).toBe("1.500");
    expect([plainAmount("-1166.4", "JPY"), plainAmount(1234.5, "EUR")]).toEqual(["-1166", "1234.50"]);
    for (const code of currencyCodes) expect(digitsOf(code), code).toBe(findCurrency(code)?.digits);
  });

  it("keeps every digit of an exact decimal", () => {
    expect(formatAmount("en", "90071992547409931234.56", "USD")).toBe("90,071,992,547,409,931,234.56");
  });

  it("never writes minus nothing", () => {
    expect(formatAmount("en", "-0.001", "EUR")).toBe("0.00");
  });

  it("shows shares without decimals when whole, and their fraction when not", () => {
    expect(["12", "12.000000", "0.4", "0.00000001"].map((value) => formatQuantity("en", value))).toEqual([
      "12",
      "12",
      "0.4",
      "0.00000001",
    ]);
  });

  it("writes prices with 2 to 6 decimals, and percentages in the language's manner", () => {
    expect(formatPrice("en", "1.2345678", "EUR")).toBe("1.234568");
    expect(formatPrice("en", "5", "EUR")).toBe("5.00");
    // A small one keeps the digits that matter.
    expect(
      ["0.00000001", "0.123456", "0.5", "-0.0000001234567", "0"].map((price) => formatPrice("en", price, "EUR", 2)),
    ).toEqual(["0.00000001", "0.1235", "0.50", "−0.0000001235", "0.00"]);
    expect([formatPrice("en", "3500", "JPY"), formatPrice("en", "0.55", "JPY")]).toEqual(["3,500", "0.55"]);
    expect([formatPrice("en", "1.23456", "EUR", 2), formatPrice("en", "1.2345", "KWD", 2)]).toEqual(["1.23", "1.235"]);
    expect([formatRate("en", "162.4"), formatRate("en", "0.0061")]).toEqual(["162.40", "0.0061"]);
    expect(["1.95583", "0.5", "0", "0.00559034567", "0.0000391234567"].map((rate) => formatRate("en", rate))).toEqual([
      "1.95583",
      "0.50",
      "0.00",
      "0.00559035",
      "0.0000391235",
    ]);
    expect(formatPercent("en", 12.5)).toBe("12.50%");
    expect(formatPercent("pl", 17.7, 1)).toBe("17,7%");
    expect(plain(formatPercent("bg", -3.2))).toBe("\u22123,20 %");
  });

  it("puts a plus before a gain alone", () => {
    expect([withSign(1, "1"), withSign(0, "0"), withSign("-1", "\u22121")]).toEqual(["+1", "0", "\u22121"]);
  });

  it("writes a day in a sentence, the same in every time zone", () => {
    expect(formatDay("bg", "2026-03-09")).toBe("9 март 2026\u00a0г.");
    expect(formatDay("pl", "2026-03-09")).toBe("9 marca 2026");
    expect(formatDay("en", "2026-11-22")).toBe("22 November 2026");
  });
});

describe("the time zone of a page", () => {
  const at = "2026-03-09T12:05:09Z";
  afterEach(() => showTimesIn());
  it("writes every day and time on staff's pages as a record's", () => {
    showTimesIn("Asia/Tokyo", { asRecords: true });
    const at = "2026-03-09T12:05:09.000Z";
    for (const language of ["bg", "en", "pl"] as const) {
      expect(formatDay(language, "2026-03-09")).toBe("2026-03-09");
      expect(formatMoment(language, at)).toBe(formatRecordMinute(at));
      expect(formatMoment(language, at, "UTC")).toBe("2026-03-09, 12:05");
      expect(formatMomentRange(language, at, at)).toBe("2026-03-09, 21:05");
      expect(formatMomentRange(language, at, "2026-03-09T15:05:00.000Z")).toBe("2026-03-09, 21:05 – 2026-03-10, 00:05");
    }
    showTimesIn();
    expect(formatDay("en", "2026-03-09")).toBe("9 March 2026");
  });

  it("is the firm's where the page says so, for records and in sentences, and a named one goes before", () => {
    showTimesIn("Asia/Tokyo");
    expect(formatRecordTime(at)).toBe("2026-03-09, 21:05:09");
    expect(formatRecordMinute(at)).toBe("2026-03-09, 21:05");
    expect(formatMoment("en", at)).toBe("9 March 2026 at 21:05");
    expect(formatMoment("bg", at)).toMatch(/^9 март 2026\u00a0г. в 21:05/);
    expect(formatRecordTime(at, "Europe/Sofia")).toBe("2026-03-09, 14:05:09");
  });
});

describe("time that passed", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  it("tells an age in the largest whole unit, never a day more than passed", () => {
    expect(formatAge("en", "2026-11-21T11:59:50Z", now)).toBe("1 minute ago");
    expect(formatAge("bg", "2026-11-21T09:01:00Z", now)).toBe("преди 2 часа");
    expect(formatAge("pl", "2026-11-19T12:00:01Z", now)).toBe("1 dzień temu");
  });

  it("writes a day once where both ends lie in it, and one moment where they lie in one minute", () => {
    const range = (from: string, to: string) => plain(formatMomentRange("en", from, to)).replace(/[\u2009]/g, " ");
    expect(range("2026-11-21T12:14:10", "2026-11-21T12:14:50")).toBe("21 November 2026 at 12:14");
    expect(range("2026-11-21T12:14:10", "2026-11-21T12:34:50")).toBe("21 November 2026, 12:14–12:34");
  });
});
