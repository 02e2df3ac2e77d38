/**
 * The service of Narodowy Bank Polski for mean rates, table A (api.nbp.pl):
 *
 *   GET {base}/exchangerates/tables/A/{from}/{to}/?format=json
 *
 * Answer 200: `[{"table": "A", "no": "1/A/NBP/2025", "effectiveDate": "2025-01-02", "rates": [{"currency", "code": "USD", "mid": 4.1012}]}]`;
 * 404 if no table was published on these days; 400 for more than 93 days. Rates are of one unit.
 */
import { isDay } from "@portico/api/rules/calendar.ts";
import { z } from "zod";
import { readLimited } from "../limited-answer.ts";

/** A quarter of table A has some 200 KB; larger answers are refused. */
const maxBytes = 2 * 1024 * 1024;
/** The service answers no longer range, both days included. */
export const mostDays = 93;

export interface NbpRate {
  currency: string;
  day: string;
  /** Złoty of one unit, exactly as written. */
  rate: string;
  /** Number of the table. */
  table: string;
}

const decimal = z.string().regex(/^\d{1,9}(\.\d{1,12})?$/);
const answerShape = z
  .array(
    z.object({
      table: z.literal("A"),
      no: z.string().min(1).max(40),
      effectiveDate: z.string().refine(isDay),
      rates: z
        .array(z.object({ code: z.string().regex(/^[A-Z]{3}$/), mid: decimal }))
        .min(1)
        .max(100),
    }),
  )
  .max(mostDays);

/** Numbers as they are written: a rate is never a binary fraction. */
const exact = (_key: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value === "number" ? (source ?? String(value)) : value;

interface NbpOptions {
  /** Without a trailing slash. */
  baseUrl: string;
  timeoutMs: number;
}

/**
 * The rates of the tables published on the days from..to; none if there are none. Throws with the reason if the service is slow, does not
 * answer, or answers something else, also a day that was not asked for.
 */
export async function fetchNbpRates(
  { baseUrl, timeoutMs }: NbpOptions,
  { from, to }: { from: string; to: string },
): Promise<NbpRate[]> {
  // The time limit covers the whole answer, not just its first byte.
  const response = await fetch(`${baseUrl}/exchangerates/tables/A/${from}/${to}/?format=json`, {
    headers: { accept: "application/json" },
    signal: AbortSignal.timeout(timeoutMs),
    redirect: "error",
  });
  const text = await readLimited(response, maxBytes);
  if (response.status === 404) return [];
  if (response.status !== 200) throw new Error(`status ${response.status}`);
  const tables = answerShape.parse((JSON.parse as (text: string, reviver: typeof exact) => unknown)(text, exact));
  const seen = new Set<string>();
  return tables.flatMap(({ no, effectiveDate: day, rates }) => {
    if (day < from || day > to) throw new Error(`a table of ${day}, which was not asked for`);
    return rates.map(({ code: currency, mid: rate }) => {
      if (/^[0.]+$/.test(rate)) throw new Error(`a rate of nothing for ${currency} on ${day}`);
      if (seen.has(`${currency} ${day}`)) throw new Error(`two rates of ${currency} on ${day}`);
      seen.add(`${currency} ${day}`);
      return { currency, day, rate, table: no };
    });
  });
}
