/** What a holder received from holdings and cash over a range, and what is announced or estimated to come. */
import { z } from "zod";
import { defineEndpoints, holder } from "./endpoint.ts";
import { gap } from "./portfolios/gap.ts";
import { currencyCode, day, decimal, exactQuote, holderParams, id, instant } from "./shapes.ts";

/** In the contract currency, at the rates of the payments' days; null if one of them is missing. Gross − tax = net. */
const sums = z.object({ gross: decimal.nullable(), tax: decimal.nullable(), net: decimal.nullable() });
export type IncomeSums = z.infer<typeof sums>;

/**
 * `accruedInterest` is interest of a bond paid to its seller (−) or received from its buyer (+). `tax` is tax booked on another
 * day than the payment that it was withheld from, or given back.
 */
export const incomeKinds = ["dividend", "interest", "accruedInterest", "tax"] as const;
export type IncomeKind = (typeof incomeKinds)[number];

/** What paid: an instrument, or cash of a currency. `key` is that of the portfolio's row. */
const payer = z.object({
  key: z.string(),
  instrumentId: id.nullable(),
  /** Of the instrument; null for cash. */
  name: z.string().nullable(),
  ticker: z.string().nullable(),
  isin: z.string().nullable(),
});
export type IncomePayer = z.infer<typeof payer>;

/** Percent, 2 decimals; null without such a base, or if income or base are unknown. */
const percent = z.number().nullable();

export const income = z.object({
  contractCurrency: currencyCode,
  from: day,
  to: day,
  /** `gross` is the income of the range's bridge; `tax` and `otherTax` together are its tax. */
  total: sums,
  /** Tax that was withheld from no payment, such as a tax on purchases. */
  otherTax: decimal.nullable(),
  /** Each month ("2026-11") from the first payment to the last, oldest first. */
  months: z.array(sums.extend({ month: z.string() })),
  holdings: z.array(
    payer.extend({
      ...sums.shape,
      /** Payments less those taken back. */
      payments: z.number().int(),
      yieldOnCost: percent,
      yieldOnValue: percent,
    }),
  ),
  /** Newest first. Amounts in `currency` are exact, those in the contract currency are rounded each for itself. */
  payments: z.array(
    payer.extend({
      /** Of the ledger entry. */
      id,
      day,
      kind: z.enum(incomeKinds),
      currency: currencyCode,
      gross: decimal,
      tax: decimal,
      net: decimal,
      /** Contract currency per unit of `currency`; null if it is the contract currency, or without a rate. */
      rate: z.object({ value: exactQuote, day, source: z.string(), stale: z.boolean() }).nullable(),
      inContract: sums,
      /** The payment that the tax was withheld from. */
      of: z.object({ id, day }).nullable(),
    }),
  ),
  /** What the yields rest on: gross income of the twelve months from..to, over cost and value of what is held on `to`. */
  yields: z
    .object({
      from: day,
      to: day,
      gross: decimal.nullable(),
      cost: decimal.nullable(),
      value: decimal.nullable(),
      onCost: percent,
      onValue: percent,
    })
    .nullable(),
  gaps: z.array(gap),
  /** `notProvided`: the custodian's system does not tell income. */
  reason: z.enum(["notProvided"]).nullable(),
});
export type Income = z.infer<typeof income>;

/**
 * `announced`: it will be paid. `due`: its day is over, and nothing is booked yet. `paid`: booked. `notCome`: nothing came in 30
 * days. `cancelled`: the custodian took it back before its day, or the firm withdrew it. `sold`: nothing was held when the right to it
 * began. `duplicate`: another custodian announces the same for the same units; of the firm's, custodians announce it for all units.
 */
export const announcementStates = ["announced", "due", "paid", "notCome", "cancelled", "sold", "duplicate"] as const;
export type AnnouncementState = (typeof announcementStates)[number];

/** Amounts in `currency`; `inContract` at the latest rate. */
const expectedPayment = payer.extend({
  payDay: day,
  currency: currencyCode,
  gross: decimal,
  /** Null if not stated. */
  tax: decimal.nullable(),
  net: decimal.nullable(),
  inContract: sums,
});

export const expectedIncome = z.object({
  contractCurrency: currencyCode,
  /** Null if not provided. */
  valuationDay: day.nullable(),
  announced: z.array(
    expectedPayment.extend({
      id,
      state: z.enum(announcementStates),
      exDay: day,
      quantity: decimal,
      grossPerUnit: decimal,
      /** Units that the portal's ledger held at the close before the ex-day, if the amounts are of these rather than as announced. */
      unitsHeld: decimal.nullable(),
      /** Of one by the firm's file: custodians announce the same payment for so many of the units, which count there. */
      unitsElsewhere: decimal.nullable(),
      /** By a file of the firm, for all who hold the instrument; its `id` is of another list than those of custodians. */
      isOfFirm: z.boolean(),
      /** Name of the custodian's file format; `import` for a file of the firm. */
      source: z.string(),
      recordedAt: instant,
      /** Corrected since it was first announced. */
      isCorrected: z.boolean(),
      /** What was booked, gross in the payment's currency; `differs` from what was announced. */
      received: z.object({ id, day, currency: currencyCode, gross: decimal, differs: z.boolean() }).nullable(),
    }),
  ),
  /** From the payments of the last twelve months for what is held now, where nothing is announced. */
  estimates: z.array(
    expectedPayment.extend({
      /** Last year's payment: entry, day, gross for one of the units held now. */
      basis: z.object({ id, day, grossPerUnit: decimal }),
      units: decimal,
    }),
  ),
  /** Of what is announced or due, and of the estimates: never in one sum. */
  totals: z.object({ announced: sums, estimated: sums }),
  /** The same for each month of payment that has any, oldest first. */
  months: z.array(z.object({ month: z.string(), announced: sums, estimated: sums })),
  gaps: z.array(gap),
  reason: z.enum(["notProvided"]).nullable(),
});
export type ExpectedIncome = z.infer<typeof expectedIncome>;

export const portfolioIncome = defineEndpoints({
  getIncome: {
    method: "GET",
    path: "/portfolio/:holderType/:holderId/income/:from/:to",
    summary:
      "Dividends and interest booked on the days from..to, both included: gross, tax, net, by month and holding.",
    access: holder("internal"),
    params: holderParams.extend({ from: day, to: day }),
    answer: income,
    errors: ["noClientNumber", "timedout", "badGateway"],
  },
  getExpectedIncome: {
    method: "GET",
    path: "/portfolio/:holderType/:holderId/expected-income",
    summary: "Income that custodians announced, with what became of it, and estimates from last year's payments.",
    access: holder("internal"),
    params: holderParams,
    answer: expectedIncome,
    errors: ["noClientNumber", "timedout", "badGateway"],
  },
});
