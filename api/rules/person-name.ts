/** A person's name. Without zod, so that pages may load it. */
import { lengthOf, nameLimits } from "./limits.ts";
import { visibleText } from "./visible-text.ts";

export const personNameMinLength = 2;

/** The name as it is stored: trimmed, its letters composed. */
export const normalisePersonName = (typed: string): string => typed.trim().normalize("NFC");

/** Long enough, not too long, and nothing invisible in it, such as line ends, which would reach mail headers. */
export function isPersonName(typed: string): boolean {
  const name = normalisePersonName(typed);
  const length = lengthOf(name);
  return length >= personNameMinLength && length <= nameLimits.person && visibleText.test(name);
}
