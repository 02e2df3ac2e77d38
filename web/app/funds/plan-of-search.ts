/** The calculator's input in an address: `?now=10000&monthly=200&years=5`. */
import type { Language } from "@portico/messages/text.ts";
import { readAmount } from "../ui/typed-amount.ts";

export interface TypedPlan {
  now: string;
  monthly: string;
  years: string;
}

/** Whether an address has anything that a reader of a definition typed. */
export const hasPlan = (search: URLSearchParams): boolean =>
  ["now", "monthly", "years", "amount"].some((name) => search.has(name));

export const longestYears = 50;
const largest = 1_000_000_000_000;

/** As typed; what the address lacks is taken from `usual`. */
export const typedPlan = (search: URLSearchParams, usual: TypedPlan): TypedPlan => ({
  now: search.get("now") ?? usual.now,
  monthly: search.get("monthly") ?? usual.monthly,
  years: search.get("years") ?? usual.years,
});

/** An amount as an address keeps it: it means the same in every language. What is no amount stays as typed. */
export function parseAmount(language: Language, text: string): string {
  const read = readPaid(language, text);
  return text.trim() === "" || typeof read === "string" ? text.trim() : String(read);
}

/** The address's search with this input; nothing of it where it is as usual. */
export function searchOfPlan(
  language: Language,
  search: URLSearchParams,
  typed: TypedPlan,
  usual: TypedPlan,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of ["now", "monthly", "years"] as const) {
    const plain = name === "years" ? typed.years.trim() : parseAmount(language, typed[name]);
    if (plain === usual[name]) next.delete(name);
    else next.set(name, plain);
  }
  return next;
}

type Fault = "number" | "tooLarge" | "years" | "nothing";

/** An amount that is not negative; empty is zero. */
export function readPaid(language: Language, text: string): number | Fault {
  if (text.trim() === "") return 0;
  const read = readAmount(language, text);
  if (read === undefined || read.startsWith("-")) return "number";
  return Number(read) > largest ? "tooLarge" : Number(read);
}

export interface ReadPlan {
  plan?: { now: number; monthly: number; months: number };
  faults: Partial<Record<keyof TypedPlan, Fault>>;
}

/** The plan that was typed in the reader's format, or what is wrong with each field. */
export function readPlan(language: Language, typed: TypedPlan): ReadPlan {
  const faults: ReadPlan["faults"] = {};
  const now = readPaid(language, typed.now);
  const monthly = readPaid(language, typed.monthly);
  const years = Number(typed.years.trim() || Number.NaN);
  if (typeof now === "string") faults.now = now;
  if (typeof monthly === "string") faults.monthly = monthly;
  if (!Number.isInteger(years) || years < 1 || years > longestYears) faults.years = "years";
  if (now === 0 && monthly === 0) faults.now = "nothing";
  if (Object.keys(faults).length > 0 || typeof now === "string" || typeof monthly === "string") return { faults };
  return { plan: { now, monthly, months: years * 12 }, faults };
}
