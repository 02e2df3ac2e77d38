/** The portfolios of a person and of the companies that they act for, in one currency. */
import { findCurrency } from "@portico/api/currencies.ts";
import type { Consolidated } from "@portico/api/portfolio-consolidated.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { isStale } from "@portico/ledger/stale.ts";
import { Decimal } from "decimal.js";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { getCompanyNames, getUserNames } from "../holders/holders.ts";
import { findRepresentations } from "../holders/representation.ts";
import { listRatesOn } from "../market-data/market-data.ts";
import { buildSeries } from "../market-data/series.ts";
import { firmDay } from "../settings/firm-day.ts";
import { getSetting } from "../settings/settings.ts";
import { readFromCustodian } from "./portfolios.ts";

type Part = Consolidated["parts"][number];
type Found = Pick<Part, "value" | "contractCurrency" | "reason" | "gaps">;

const unknown = (reason: Part["reason"]): Found => ({ value: null, contractCurrency: null, reason, gaps: [] });

/** A custodian that does not answer takes away its own figure, not the others. */
async function readValue(context: Context, holder: Holder): Promise<Found> {
  try {
    const { currentValue, contractCurrency, gaps } = await readFromCustodian(context, holder, (custodian, account) =>
      custodian.getPortfolio(account),
    );
    if (currentValue === null) return { value: null, contractCurrency, reason: "noValue", gaps };
    return { value: new Decimal(currentValue).toFixed(), contractCurrency, reason: null, gaps };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === "noClientNumber") return unknown("noClientNumber");
    if (error.code === "timedout" || error.code === "badGateway") return unknown("noAnswer");
    throw error;
  }
}

/**
 * Values of the user and of each company that they may act for now, converted at the rates of the firm's day. Each converted value
 * is rounded to the currency, and the total is the sum of the rounded ones.
 */
export async function getConsolidated(
  context: Context,
  userId: number,
  asked: string | undefined,
): Promise<Consolidated> {
  const { db } = context;
  const currency = asked ?? (await getSetting(db, "portalRules")).baseCurrency;
  const viewer = requireViewer(context);
  const companies =
    viewer.userId === userId
      ? [...viewer.represents]
      : (await findRepresentations(db, { userId })).map(({ company_id }) => company_id);
  const { today } = await firmDay(db, context.now());
  const [people, firms] = [await getUserNames(db, [userId]), await getCompanyNames(db, companies)];
  const holders = [
    { holderType: "user" as const, holderId: userId, name: people.get(userId) ?? "" },
    ...companies
      .map((holderId) => ({ holderType: "company" as const, holderId, name: firms.get(holderId) ?? "" }))
      .toSorted((a, b) => a.name.localeCompare(b.name) || a.holderId - b.holderId),
  ];
  const found = await Promise.all(holders.map((holder) => readValue(context, holder)));
  const currencies = [...new Set([currency, ...found.flatMap(({ contractCurrency }) => contractCurrency ?? [])])];
  const rates = buildSeries([], await listRatesOn(db, today, currencies));
  const digits = findCurrency(currency)?.digits ?? 2;
  const parts = found.map((part, place): Part => {
    const { holderType = "user", holderId = 0, name = "" } = holders[place] ?? {};
    const row = { holderType, holderId, name, ...part, rate: null, converted: null };
    if (part.value === null || part.contractCurrency === null) return row;
    const rate = rates.rate(part.contractCurrency, currency, today);
    if (!rate) return { ...row, reason: "rateMissing" };
    return {
      ...row,
      rate: { value: rate.value, day: rate.day, source: rate.source, ...(isStale(rate.day, today) && { stale: true }) },
      converted: new Decimal(part.value).times(rate.value).toDecimalPlaces(digits).toFixed(),
    };
  });
  const known = parts.reduce((sum, { converted }) => sum.plus(converted ?? 0), new Decimal(0)).toFixed();
  const isWhole = parts.every(({ converted, reason }) => converted !== null || reason === "noClientNumber");
  return { currency, day: today, parts, total: isWhole ? known : null, known };
}
