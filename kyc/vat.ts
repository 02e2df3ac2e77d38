/**
 * VAT numbers as in the EU's register VIES, starting with the country letters: Directive 2006/112/EC, art. 215;
 * European Commission, VIES, "VAT identification number structure"; check digits by each country's own rule. Includes
 * neighbours outside the EU whose companies use the same format.
 */
import { compact, digitOfTwoRows, isPlaceholder, luhnAgrees, luhnSum, remainder97, sumOf } from "./check-digits.ts";
import type { IdentifierFault } from "./identifier-fault.ts";
import { tinRule } from "./tin.ts";
import * as sums from "./tin-checksums.ts";

interface VatForm {
  /** Format of the part after the country letters. */
  shape: RegExp;
  agrees?: (number: string) => boolean;
}

/** For countries whose VAT number is the tax number of the company or self-employed person. */
const taxNumber = (country: string, shape: RegExp): VatForm => ({
  shape,
  agrees: (number) => tinRule(country).check(number) === undefined,
});

const bulgarianOther = sums.lacksToEleven([4, 3, 2, 7, 6, 5, 4, 3, 2], undefined, 0);
const british: VatForm = {
  shape: /^(\d{9}|\d{12}|GD[0-4]\d\d|HA[5-9]\d\d)$/,
  // HMRC issues numbers from 100 on by three rules that differ in the remainder.
  agrees: (number) => {
    if (/^\D/.test(number)) return true;
    const remainder = sumOf(number, [8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97;
    return remainder === 0 || (Number(number.slice(0, 3)) >= 100 && [42, 55].includes(remainder));
  },
};
const lithuanian = (number: string): boolean => {
  const row = (shift: number): number[] =>
    Array.from({ length: number.length - 1 }, (_, place) => 1 + ((place + shift) % 9));
  return digitOfTwoRows(number, row(0), row(2)) === Number(number.at(-1));
};

const forms: Readonly<Record<string, VatForm>> = {
  AT: { shape: /^U\d{8}$/, agrees: (number) => (luhnSum(number.slice(1, 8)) + Number(number[8])) % 10 === 6 },
  BE: taxNumber("BE", /^[01]\d{9}$/),
  BG: {
    shape: /^\d{9,10}$/,
    agrees: (number) => tinRule("BG").check(number) === undefined || (number.length === 10 && bulgarianOther(number)),
  },
  CY: taxNumber("CY", /^\d{8}[A-Z]$/),
  // Nine digits that start with 6 are issued to people without a rodné číslo, by a separate rule.
  CZ: { shape: /^\d{8,10}$/, agrees: (number) => /^6\d{8}$/.test(number) || tinRule("CZ").check(number) === undefined },
  DE: taxNumber("DE", /^[1-9]\d{8}$/),
  DK: taxNumber("DK", /^\d{8}$/),
  EE: { shape: /^\d{9}$/, agrees: sums.multipleOf(10, [3, 7, 1, 3, 7, 1, 3, 7, 1]) },
  EL: taxNumber("GR", /^\d{9}$/),
  ES: taxNumber("ES", /^[A-Z\d]\d{7}[A-Z\d]$/),
  FI: taxNumber("FI", /^\d{8}$/),
  FR: {
    shape: /^[A-HJ-NP-Z\d]{2}\d{9}$/,
    agrees: (number) => {
      const siren = number.slice(2);
      const key = number.slice(0, 2);
      return (
        (siren.startsWith("000") || luhnAgrees(siren)) &&
        (/\D/.test(key) || Number(key) === (12 + 3 * (Number(siren) % 97)) % 97)
      );
    },
  },
  HR: taxNumber("HR", /^\d{11}$/),
  HU: taxNumber("HU", /^\d{8}$/),
  IE: {
    shape: /^(\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/,
    agrees: (number) => sums.irish(number.replace(/^(\d)[A-Z+*](\d{5})([A-W])$/, "0$2$1$3")),
  },
  IT: taxNumber("IT", /^\d{11}$/),
  LT: { shape: /^(\d{7}1\d|\d{10}1\d)$/, agrees: lithuanian },
  LU: { shape: /^\d{8}$/, agrees: (number) => Number(number.slice(0, 6)) % 89 === Number(number.slice(6)) },
  LV: taxNumber("LV", /^\d{11}$/),
  MT: {
    shape: /^[1-9]\d{7}$/,
    agrees: (number) => (sumOf(number, [3, 4, 6, 7, 8, 9]) + Number(number.slice(6))) % 37 === 0,
  },
  NL: {
    shape: /^\d{9}B\d\d$/,
    // Since 2020 a self-employed person has a number that no longer shows their BSN, by ISO/IEC 7064 MOD 97-10.
    agrees: (number) => tinRule("NL").check(number.slice(0, 9)) === undefined || remainder97(`NL${number}`) === 1,
  },
  PL: taxNumber("PL", /^\d{10}$/),
  PT: taxNumber("PT", /^[1-9]\d{8}$/),
  RO: taxNumber("RO", /^[1-9]\d{1,9}$/),
  SE: { shape: /^\d{10}(?!00)\d\d$/, agrees: (number) => luhnAgrees(number.slice(0, 10)) },
  SI: taxNumber("SI", /^[1-9]\d{7}$/),
  SK: { shape: /^[1-9]\d[2-47-9]\d{7}$/, agrees: (number) => Number(number) % 11 === 0 },
  XI: british,
  GB: british,
  CH: {
    shape: /^E\d{9}(MWST|TVA|IVA|TPV)?$/,
    agrees: (number) => tinRule("CH").check(`CH${number.slice(0, 10)}`) === undefined,
  },
  NO: { shape: /^\d{9}(MVA)?$/, agrees: (number) => tinRule("NO").check(number.slice(0, 9)) === undefined },
};

/** Greece's letters are EL; Belgian numbers from before 2005 get a leading zero. */
export const normaliseVat = (value: string): string =>
  compact(value)
    .replace(/^GR/, "EL")
    .replace(/^BE(?=\d{9}$)/, "BE0");

export function checkVat(value: string): IdentifierFault | undefined {
  const vat = normaliseVat(value);
  if (!/^[A-Z]{2}/.test(vat)) return "badFormat";
  const form = forms[vat.slice(0, 2)];
  if (!form) return "unknownCountry";
  const number = vat.slice(2);
  if (!form.shape.test(number) || isPlaceholder(number)) return "badFormat";
  return !form.agrees || form.agrees(number) ? undefined : "badChecksum";
}
