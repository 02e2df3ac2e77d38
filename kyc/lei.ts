/** LEI, the international number of a legal entity: ISO 17442-1, 18 letters and digits and two check digits. */
import { compact, remainder97 } from "./check-digits.ts";
import type { IdentifierFault } from "./identifier-fault.ts";

const normaliseLei = compact;

export function checkLei(value: string): IdentifierFault | undefined {
  const lei = normaliseLei(value);
  if (!/^[A-Z\d]*$/.test(lei)) return "badFormat";
  if (lei.length !== 20) return "badLength";
  if (!/\d\d$/.test(lei)) return "badFormat";
  // ISO/IEC 7064 allows only 02 to 98; other values give the same remainder and would accept a second spelling.
  const control = Number(lei.slice(18));
  return remainder97(lei) === 1 && control >= 2 && control <= 98 ? undefined : "badChecksum";
}
