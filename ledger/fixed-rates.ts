/** Rates fixed for ever, and what replaced currencies that are gone. */
import { Decimal, one } from "./decimal.ts";
import type { Currency, Day } from "./entry.ts";

export const euro: Currency = "EUR";
export const lev: Currency = "BGN";
/** Fixed irrevocably; the lev left circulation on 2026-01-01. */
export const levsPerEuro = new Decimal("1.95583");

/** The first day of the euro, and so of the first fixed rates. */
const firstDay: Day = "1999-01-01";

/**
 * The currencies that the euro replaced: units per euro, fixed irrevocably by the Council, from the day of each on (Regulations
 * (EC) 2866/98, 1478/2000, 1086/2006, 1134/2007, 1135/2007, 694/2008, (EU) 671/2010, 870/2013, 851/2014, 2022/1208, 2025/1410).
 * Before its day a currency has the rates of its market; the lev, tied to the mark and then to the euro, has this one throughout.
 */
const fixed: ReadonlyMap<Currency, { perEuro: Decimal; from: Day }> = new Map(
  [
    [euro, "1", ""],
    ["ATS", "13.7603", firstDay],
    ["BEF", "40.3399", firstDay],
    ["DEM", "1.95583", firstDay],
    ["ESP", "166.386", firstDay],
    ["FIM", "5.94573", firstDay],
    ["FRF", "6.55957", firstDay],
    ["IEP", "0.787564", firstDay],
    ["ITL", "1936.27", firstDay],
    ["LUF", "40.3399", firstDay],
    ["NLG", "2.20371", firstDay],
    ["PTE", "200.482", firstDay],
    ["GRD", "340.75", "2001-01-01"],
    ["SIT", "239.64", "2007-01-01"],
    ["CYP", "0.585274", "2008-01-01"],
    ["MTL", "0.4293", "2008-01-01"],
    ["SKK", "30.126", "2009-01-01"],
    ["EEK", "15.6466", "2011-01-01"],
    ["LVL", "0.702804", "2014-01-01"],
    ["LTL", "3.4528", "2015-01-01"],
    ["HRK", "7.5345", "2023-01-01"],
    [lev, levsPerEuro.toFixed(), ""],
  ].map(([currency = "", perEuro = "", from = ""]) => [currency, { perEuro: new Decimal(perEuro), from }]),
);

/** The currencies with a fixed rate, the euro among them. `from` is the first day; empty if it always holds. */
export const fixedRates: readonly { currency: Currency; perEuro: Decimal; from: Day }[] = [...fixed].map(
  ([currency, rate]) => ({ currency, ...rate }),
);

/** Units per euro, if fixed on the day. */
export function fixedPerEuro(currency: Currency, day: Day): Decimal | undefined {
  const rate = fixed.get(currency);
  return rate && day >= rate.from ? rate.perEuro : undefined;
}

/** Units of one currency per unit of another, if fixed on the day. */
export function fixedCross(from: Currency, into: Currency, day: Day): Decimal | undefined {
  if (from === into) return one;
  const [fromPerEuro, intoPerEuro] = [fixedPerEuro(from, day), fixedPerEuro(into, day)];
  return fromPerEuro && intoPerEuro?.div(fromPerEuro);
}

/**
 * The currency in which an instrument is held: the euro for one quoted in lev, since its exchange quotes it in euro from
 * 2026 on.
 */
export const heldIn = (currency: Currency): Currency => (currency === lev ? euro : currency);
