/** Tax numbers of any country, as the tax residences of a form ask for them (CRS, FATCA). */
import { compact } from "./check-digits.ts";
import type { IdentifierFault } from "./identifier-fault.ts";
import { type TinForm, tinForms } from "./tin-rules.ts";

interface TinRule {
  /** What a number looks like once `normaliseTin` took out what people type between the digits. */
  pattern: RegExp;
  /** A valid number, or undefined where the country's numbers are not known to us. */
  example: string | undefined;
  check: (value: string) => IdentifierFault | undefined;
}

/** Where a country publishes no rule, or none that we know: 4 to 25 letters and digits. */
const any: TinRule = {
  pattern: /^[A-Z\d]{4,25}$/,
  example: undefined,
  check: (value) => {
    const tin = compact(value);
    if (!/^[\p{L}\d]*$/u.test(tin)) return "badFormat";
    return tin.length < 4 || tin.length > 25 ? "badLength" : undefined;
  },
};

const shapeOf = ({ shape }: TinForm): RegExp =>
  typeof shape === "string" ? new RegExp(`^${shape.replace(/9/g, "\\d").replace(/L/g, "[A-Z]")}$`) : shape;

/** Without what is typed between the digits, and without the country's letters before a number that has none. */
export function normaliseTin(country: string, value: string): string {
  const tin = compact(value);
  // Only a code makes an expression: a country is whatever was typed.
  const forms = /^[A-Z]{2}$/.test(country) ? tinForms[country] : undefined;
  if (!forms) return tin;
  const prefix = country === "GR" ? /^(EL|GR)/ : new RegExp(`^${country}`);
  if (!prefix.test(tin) || forms.some((form) => shapeOf(form).test(tin))) return tin;
  return tin.replace(prefix, "");
}

function checkForms(tin: string, forms: readonly TinForm[]): IdentifierFault | undefined {
  const fitting = forms.filter((form) => shapeOf(form).test(tin));
  if (fitting.some(({ agrees }) => !agrees || agrees(tin))) return undefined;
  if (fitting.length > 0) return "badChecksum";
  const lengths = forms.map(({ shape, example }) => (typeof shape === "string" ? shape : example).length);
  return /^[A-Z\d]*$/.test(tin) && !lengths.includes(tin.length) ? "badLength" : "badFormat";
}

/** The rule for the tax numbers of a country (ISO 3166-1 alpha-2), of people, of companies, or of either. */
export function tinRule(country: string, holder?: "person" | "company"): TinRule {
  const forms = tinForms[country]?.filter(({ of }) => !holder || of === holder || of === "both");
  if (!forms?.length) return any;
  return {
    pattern: new RegExp(forms.map((form) => `(?:${shapeOf(form).source})`).join("|")),
    example: forms[0]?.example,
    check: (value) => checkForms(normaliseTin(country, value), forms),
  };
}

/** True where the country's tax numbers are checked by more than their length. */
export const knowsTinOf = (country: string): boolean => Object.hasOwn(tinForms, country);
