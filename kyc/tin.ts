/** Tax numbers of all countries, for the tax residences in a form (CRS, FATCA). */
import { compact, isPlaceholder } from "./check-digits.ts";
import { checkEgn } from "./egn.ts";
import type { IdentifierFault } from "./identifier-fault.ts";
import { bulgarianForeigner } from "./tin-checksums.ts";
import { type TinForm, tinForms } from "./tin-rules.ts";

interface TinRule {
  /** Format of a number after `normaliseTin` removed the separators. */
  pattern: RegExp;
  /** A valid number, or undefined if the country's numbers are not known here. */
  example: string | undefined;
  check: (value: string) => IdentifierFault | undefined;
}

/** For countries without a known rule: 4 to 25 letters and digits, at least one of these above zero. */
const any: TinRule = {
  pattern: /^[A-Z\d]{4,25}$/,
  example: undefined,
  check: (value) => {
    const tin = compact(value);
    if (!/^[\p{L}\d]*$/u.test(tin)) return "badFormat";
    if (tin.length < 4 || tin.length > 25) return "badLength";
    return isPlaceholder(tin) ? "badFormat" : undefined;
  },
};

const shapeOf = ({ shape }: TinForm): RegExp =>
  typeof shape === "string" ? new RegExp(`^${shape.replace(/9/g, "\\d").replace(/L/g, "[A-Z]")}$`) : shape;

/** Removes separators, and the country letters if the country's numbers have none. */
export function normaliseTin(country: string, value: string): string {
  const tin = compact(value);
  // The country is user input: only a country code is used in a regular expression.
  const forms = /^[A-Z]{2}$/.test(country) ? tinForms[country] : undefined;
  if (!forms) return tin;
  const prefix = country === "GR" ? /^(EL|GR)/ : new RegExp(`^${country}`);
  if (!prefix.test(tin) || forms.some((form) => shapeOf(form).test(tin))) return tin;
  return tin.replace(prefix, "");
}

function checkForms(tin: string, forms: readonly TinForm[]): IdentifierFault | undefined {
  if (isPlaceholder(tin)) return "badFormat";
  const fitting = forms.filter((form) => shapeOf(form).test(tin));
  if (fitting.some(({ agrees }) => !agrees || agrees(tin))) return undefined;
  if (fitting.length > 0) return "badChecksum";
  const lengths = forms.map(({ shape, example }) => (typeof shape === "string" ? shape : example).length);
  return /^[A-Z\d]*$/.test(tin) && !lengths.includes(tin.length) ? "badLength" : "badFormat";
}

/** The rule for tax numbers of a country (ISO 3166-1 alpha-2), for people, companies or both. */
export function tinRule(country: string, holder?: "person" | "company"): TinRule {
  const forms = (knowsTinOf(country) ? tinForms[country] : undefined)?.filter(
    ({ of }) => !holder || of === holder || of === "both",
  );
  if (!forms?.length) return any;
  return {
    pattern: new RegExp(forms.map((form) => `(?:${shapeOf(form).source})`).join("|")),
    example: forms[0]?.example,
    check: (value) => checkForms(normaliseTin(country, value), forms),
  };
}

/**
 * True for a number that can only be a Bulgarian foreigner's (ЛНЧ) and does not match its check digit. Numbers that were issued
 * do not either: the rule that is known was never published by the state.
 */
export function isUncheckedForeigner(country: string, value: string): boolean {
  const number = normaliseTin(country, value);
  return country === "BG" && checkEgn(number) === "badDate" && !bulgarianForeigner(number);
}

/** True if the country's tax numbers are checked by more than their length. */
export const knowsTinOf = (country: string): boolean => Object.hasOwn(tinForms, country);
