/** The portfolios of a person, of the companies that they act for, and their shares of companies, in one currency. */
import { findCurrency } from "@portico/api/currencies.ts";
import type { Consolidated } from "@portico/api/portfolio-consolidated.ts";
import { isDoubt } from "@portico/api/rules/gaps.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { isStale } from "@portico/ledger/stale.ts";
import { Decimal } from "decimal.js";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { getCompanyNames, getUserNames } from "../holders/holders.ts";
import { findRepresentations } from "../holders/representation.ts";
import { listRatesOn } from "../market-data/market-data.ts";
import { buildSeries } from "../market-data/series.ts";
import { listSharesOver } from "../ownership/shares.ts";
import { firmDay } from "../settings/firm-day.ts";
import { getSetting } from "../settings/settings.ts";
import { type CountedPart, partsOf, percentOn } from "./consolidated.policy.ts";
import { readFromCustodian } from "./portfolios.ts";

type Part = Consolidated["parts"][number];
type Found = Pick<Part, "value" | "contractCurrency" | "reason" | "gaps">;

export type NamedPart = CountedPart & { name: string };

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

/** The parts of a person's total over days, the person first, then companies by name. */
export async function listParts(
  context: Context,
  userId: number,
  { from, to, of }: { from: string; to: string; of: "whole" | "share" },
): Promise<NamedPart[]> {
  const { db } = context;
  const viewer = requireViewer(context);
  const companies =
    viewer.userId === userId
      ? [...viewer.represents]
      : (await findRepresentations(db, { userId })).map(({ company_id }) => company_id);
  const [own, ...others] = partsOf(userId, { companies, shares: await listSharesOver(db, userId, { from, to }), of });
  const people = await getUserNames(db, [userId]);
  const firms = await getCompanyNames(
    db,
    others.map(({ holderId }) => holderId),
  );
  return [
    ...(own ? [{ ...own, name: people.get(userId) ?? "" }] : []),
    ...others
      .map((part) => ({ ...part, name: firms.get(part.holderId) ?? "" }))
      .toSorted((a, b) => a.name.localeCompare(b.name) || a.holderId - b.holderId),
  ];
}

export interface AskedTotal {
  currency?: string | undefined;
  of: "whole" | "share";
}

/**
 * Values of the user, of each company that they may act for now, and of each company of which a share of theirs is confirmed
 * today, converted at the rates of the firm's day. Each converted value is rounded to the currency, and the total is the sum of
 * the rounded ones.
 */
export async function getConsolidated(
  context: Context,
  userId: number,
  { currency: asked, of }: AskedTotal,
): Promise<Consolidated> {
  const { db } = context;
  const currency = asked ?? (await getSetting(db, "portalRules")).baseCurrency;
  const { today } = await firmDay(db, context.now());
  const holders = await listParts(context, userId, { from: today, to: today, of });
  const found = await Promise.all(
    holders.map((part) =>
      percentOn(part.counted, today) === null ? Promise.resolve(unknown("noShare")) : readValue(context, part),
    ),
  );
  const currencies = [...new Set([currency, ...found.flatMap(({ contractCurrency }) => contractCurrency ?? [])])];
  const rates = buildSeries([], await listRatesOn(db, today, currencies));
  const digitsOf = (code: string): number => findCurrency(code)?.digits ?? 2;
  const parts = holders.map(({ holderType, holderId, name, isOpen, ...part }, place): Part => {
    const { value: inWhole, gaps, ...known } = found[place] ?? unknown("noValue");
    const { contractCurrency } = known;
    const counted = percentOn(part.counted, today);
    const exact = inWhole === null || counted === null ? null : new Decimal(inWhole).times(counted).div(100);
    const isDoubtful = gaps.some(isDoubt);
    const row = {
      holderType,
      holderId,
      name,
      isOpen,
      counted,
      ...known,
      share: percentOn(part.shares, today),
      value: exact && contractCurrency ? exact.toDecimalPlaces(digitsOf(contractCurrency)).toFixed() : null,
      rate: null,
      converted: null,
      isDoubtful,
      // They name holdings.
      gaps: isOpen ? gaps : [],
    };
    if (exact === null || contractCurrency === null) return row;
    const rate = rates.rate(contractCurrency, currency, today);
    if (!rate) return { ...row, reason: "rateMissing" };
    return {
      ...row,
      rate: { value: rate.value, day: rate.day, source: rate.source, ...(isStale(rate.day, today) && { stale: true }) },
      converted: exact.times(rate.value).toDecimalPlaces(digitsOf(currency)).toFixed(),
    };
  });
  const known = parts.reduce((sum, { converted }) => sum.plus(converted ?? 0), new Decimal(0)).toFixed();
  const isWhole = parts.every(({ converted, reason }) => converted !== null || ownsNothing(reason));
  return { currency, day: today, of, parts, total: isWhole ? known : null, known };
}

/** Nothing is missing: there is no account, or no share of it is the person's. */
const ownsNothing = (reason: Part["reason"]): boolean => reason === "noClientNumber" || reason === "noShare";
