/**
 * What a person or company that is taxed in Bulgaria declares of sales, foreign shares and foreign dividends. Help, not advice: what the law
 * disputes is a switch, which the answer repeats.
 *
 * Rules: Act on income taxes of natural persons (ZDDFL), Act on corporate income tax (ZKPO). Amounts are converted at the rate of the
 * Bulgarian National Bank that holds on the day of the transaction; from 2026 at the ECB's. 2025 is declared in levs, 2026 in euro, to which
 * older cost is brought by 1.95583 levs. Decision 0331.
 */
import { written } from "../rounding.ts";
import { partI, partIII } from "./bulgaria-annex8.ts";
import { Conversion } from "./bulgaria-conversion.ts";
import { sumOf } from "./bulgaria-figures.ts";
import { annex5Of, companyOf, type WorkedSale, workSales } from "./bulgaria-sales.ts";
import {
  type BulgarianFacts,
  type BulgarianSaleLine,
  bulgarianSwitches,
  type TaxBulgaria,
  type Treatment,
} from "./bulgaria-shapes.ts";

/** 2025 has its forms; 2024 is as 2025; 2026 is the first year in euro, whose forms are not published. */
const years: ReadonlyMap<number, { provisional: boolean }> = new Map([
  [2024, { provisional: false }],
  [2025, { provisional: false }],
  [2026, { provisional: true }],
]);

/**
 * The tables of a year by annex and part. Amounts are rounded half up to stotinki or cents, each line once. A figure that lacks a rate, a
 * cost, a market or a country is null, never a part of a sum, and `gaps` has the reason. A year without a template has no tables.
 *
 * A company declares no annexes: dividends of its are not here (ZKPO, Article 27), of its sales what leaves its tax result.
 */
export function taxBulgaria(facts: BulgarianFacts): TaxBulgaria {
  const switches = { ...bulgarianSwitches, ...facts.switches };
  const template = years.get(facts.year);
  const conversion = new Conversion(facts);
  const base = {
    year: facts.year,
    taxpayer: facts.taxpayer,
    switches,
    spb8: facts.hasLocalIntermediary === null ? null : !facts.hasLocalIntermediary,
    gaps: conversion.gaps,
  };
  if (!template) {
    conversion.note({ code: "templateMissing", year: facts.year });
    const none = { annex5: null, exempt: [], undecided: [], annex8: null, dividendTax: null, company: null };
    return { ...base, currency: null, provisional: false, ...none };
  }
  const sales = workSales(facts, switches, conversion);
  const of = (treatment: Treatment | null): WorkedSale[] => sales.filter(({ line }) => line.treatment === treatment);
  const linesOf = (treatment: Treatment | null): BulgarianSaleLine[] => of(treatment).map(({ line }) => line);
  const shared = {
    ...base,
    currency: conversion.currency,
    provisional: template.provisional,
    undecided: linesOf(null),
  };
  if (facts.taxpayer === "company")
    return { ...shared, annex5: null, exempt: [], annex8: null, dividendTax: null, company: companyOf(sales) };
  const dividends = partIII(facts, switches, conversion);
  return {
    ...shared,
    annex5: of(null).length > 0 ? null : annex5Of(of("taxable")),
    exempt: linesOf("exempt"),
    annex8: { partI: partI(facts, conversion), partIII: dividends?.map(({ row }) => row) ?? null },
    dividendTax: dividends === null ? null : written(sumOf(dividends.map(({ due }) => due))),
    company: null,
  };
}
