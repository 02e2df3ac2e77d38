/** Annex 8 of the Bulgarian declaration: foreign shares held at the end of the year, and foreign dividends. */
import { Decimal, type Known, minus } from "@portico/ledger/decimal.ts";
import { written } from "../rounding.ts";
import type { Conversion } from "./bulgaria-conversion.ts";
import { known, named, percentOf, rounded, sumOf } from "./bulgaria-figures.ts";
import type {
  Annex8Dividend,
  Annex8Holding,
  BulgarianDividend,
  BulgarianFacts,
  BulgarianSwitches,
} from "./bulgaria-shapes.ts";
import { issuerCountry } from "./countries.ts";

/** ZDDFL, Article 46(3): dividends. */
const dividendRate = new Decimal("5");

/** Part I. Null if a country or legal form is unknown: a table that lacks a row is none. */
export function partI({ holdings }: BulgarianFacts, conversion: Conversion): Annex8Holding[] | null {
  let isComplete = true;
  const rows = holdings.flatMap((holding): Annex8Holding[] => {
    const { instrumentId, legalForm, acquired, currency } = holding;
    const { country } = issuerCountry(holding);
    if (country === "BG" || legalForm === "contractual") return [];
    if (country === null) conversion.note({ code: "countryMissing", entryId: null, instrumentId });
    if (legalForm === null) conversion.note({ code: "legalFormMissing", instrumentId });
    if (acquired === null) conversion.note({ code: "acquisitionDayMissing", instrumentId });
    if (country === null || legalForm === null) isComplete = false;
    const [quote, [cost = null]] = conversion.convert(null, currency, acquired, [known(holding.cost)]);
    return [
      {
        ...named(holding),
        acquired,
        quantity: holding.quantity,
        currency,
        cost: holding.cost,
        quote,
        costInTax: written(cost),
      },
    ];
  });
  return isComplete ? rows : null;
}

interface WorkedPayer {
  row: Annex8Dividend;
  due: Known;
}

/** Part III. Null if a country is unknown: the dividend may be Bulgarian, and then is in no annex. */
export function partIII(
  { dividends, year }: BulgarianFacts,
  { methodCode }: Pick<BulgarianSwitches, "methodCode">,
  conversion: Conversion,
): WorkedPayer[] | null {
  const ofYear = dividends.filter(({ day }) => day.startsWith(String(year)));
  const unknown = ofYear.filter((dividend) => issuerCountry(dividend).country === null);
  for (const { entryId, instrumentId } of unknown) conversion.note({ code: "countryMissing", entryId, instrumentId });
  const foreign = ofYear.filter((dividend) => issuerCountry(dividend).country !== "BG");
  const rows = [...Map.groupBy(foreign, ({ instrumentId }) => instrumentId).values()].map((group) =>
    payerOf(group, methodCode, conversion),
  );
  return unknown.length > 0 ? null : rows;
}

function payerOf(group: readonly BulgarianDividend[], methodCode: string, conversion: Conversion): WorkedPayer {
  const payments = group.map((dividend) => {
    const amounts = [new Decimal(dividend.gross), new Decimal(dividend.foreignTax)];
    const [quote, converted] = conversion.convert(dividend.entryId, dividend.currency, dividend.day, amounts);
    return { dividend, quote, gross: rounded(converted[0] ?? null), tax: rounded(converted[1] ?? null) };
  });
  const gross = sumOf(payments.map((payment) => payment.gross));
  const tax = sumOf(payments.map((payment) => payment.tax));
  const permitted = percentOf(gross, dividendRate);
  const recognised = permitted === null || tax === null ? null : Decimal.min(permitted, tax);
  const due = minus(permitted, recognised);
  const [first] = group as [BulgarianDividend];
  return {
    due,
    row: {
      ...named(first),
      code: "8141",
      methodCode,
      gross: written(gross),
      foreignTax: written(tax),
      permittedCredit: written(permitted),
      recognisedCredit: written(recognised),
      due: written(due),
      payments: payments.map(({ dividend, quote, ...payment }) => ({
        entryId: dividend.entryId,
        day: dividend.day,
        currency: dividend.currency,
        gross: dividend.gross,
        foreignTax: dividend.foreignTax,
        quote,
        grossInTax: written(payment.gross),
        foreignTaxInTax: written(payment.tax),
      })),
    },
  };
}
