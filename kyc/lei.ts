/** LEI, the number of a legal entity all over the world: ISO 17442-1, 18 letters and digits and two control digits. */
import { compact, remainder97 } from "./check-digits.ts";
import type { IdentifierFault } from "./identifier-fault.ts";

const normaliseLei = compact;

export function checkLei(value: string): IdentifierFault | undefined {
  const lei = normaliseLei(value);
  if (!/^[A-Z\d]*$/.test(lei)) return "badFormat";
  if (lei.length !== 20) return "badLength";
  if (!/\d\d$/.test(lei)) return "badFormat";
  // ISO/IEC 7064 gives 02 to 98; the others leave the same remainders and would let a second spelling of a number pass.
  const control = Number(lei.slice(18));
  return remainder97(lei) === 1 && control >= 2 && control <= 98 ? undefined : "badChecksum";
}
