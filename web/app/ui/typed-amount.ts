/** Reads amounts typed in the format of the reader's language. */
import type { Language } from "@portico/messages/text.ts";

/** Spaces separate groups in every language, the apostrophe in Swiss format. */
const groupSigns = /[\s\u00a0\u202f']/g;

/**
 * The exact decimal that was typed, "1234.50"; undefined if it is not a number, or ambiguous. English separates
 * thousands by comma; Bulgarian and Polish use a space, and a comma before the decimals: "1,500" is 1500 in the one and
 * 1.5 in the others.
 */
export function readAmount(language: Language, text: string): string | undefined {
  const typed = text.trim().replace(groupSigns, "").replace("\u2212", "-");
  const plain = language === "en" ? fromEnglish(typed) : fromContinental(typed);
  return plain !== undefined && /^-?\d{1,20}(\.\d{1,12})?$/.test(plain) ? plain : undefined;
}

function fromEnglish(typed: string): string | undefined {
  if (/^-?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(typed)) return typed.replaceAll(",", "");
  // A single comma that does not separate thousands is a decimal comma: "12,5".
  return /,\d{3}$/.test(typed) && !/^-?0,/.test(typed) ? undefined : typed.replace(",", ".");
}

function fromContinental(typed: string): string | undefined {
  if (/^-?[1-9]\d{0,2}(\.\d{3})+,\d+$/.test(typed)) return typed.replaceAll(".", "").replace(",", ".");
  // "1.500" may be meant as thousands.
  return /^-?[1-9]\d{0,2}(\.\d{3})+$/.test(typed) ? undefined : typed.replace(",", ".");
}
