/**
 * Formats of tax numbers by country: European Commission, "TINs by country"; OECD, "Tax identification numbers" for the
 * Common Reporting Standard. In a shape, 9 is a digit and L a letter; other formats use a regular expression.
 */
import { luhnAgrees, mod1110Agrees } from "./check-digits.ts";
import { checkEgn } from "./egn.ts";
import { checkEik } from "./eik.ts";
import { checkNip } from "./nip.ts";
import { checkPesel } from "./pesel.ts";
import * as sums from "./tin-checksums.ts";

export interface TinForm {
  of: "person" | "company" | "both";
  shape: string | RegExp;
  example: string;
  /** True if the check digits match; left out if there are none or their rule is not public. */
  agrees?: (number: string) => boolean;
}

const nineToTwo = [9, 8, 7, 6, 5, 4, 3, 2];
const eightToTwo = [8, 7, 6, 5, 4, 3, 2];

/** By ISO 3166-1 alpha-2 code. The first form of a country is shown as the example. */
export const tinForms: Readonly<Record<string, readonly TinForm[]>> = {
  AT: [{ of: "both", shape: "999999999", example: "591199013", agrees: luhnAgrees }],
  BE: [
    { of: "person", shape: "99999999999", example: "85073003328", agrees: sums.belgianPerson },
    { of: "company", shape: /^[01]\d{9}$/, example: "0403019261", agrees: sums.belgianCompany },
  ],
  BG: [
    { of: "person", shape: "9999999999", example: "7523169263", agrees: (tin) => checkEgn(tin) === undefined },
    { of: "person", shape: "9999999999", example: "7111042925", agrees: sums.bulgarianForeigner },
    // A foreigner's number by another rule, which is not public; of an EGN the first six digits are a day.
    { of: "person", shape: "9999999999", example: "3077851894", agrees: (tin) => checkEgn(tin) === "badDate" },
    { of: "company", shape: "999999999", example: "175074752", agrees: (tin) => checkEik(tin) === undefined },
    { of: "company", shape: "9999999999999", example: "1750747520004", agrees: (tin) => checkEik(tin) === undefined },
  ],
  CY: [{ of: "both", shape: "99999999L", example: "10259033P", agrees: sums.cypriot }],
  CZ: [
    { of: "person", shape: "9999999999", example: "7103192745", agrees: sums.czechoslovakPerson },
    { of: "person", shape: "999999999", example: "991231123", agrees: sums.czechoslovakPerson },
    { of: "company", shape: "99999999", example: "25123891", agrees: sums.lacksToEleven(eightToTwo, 0, 1) },
  ],
  DE: [
    {
      of: "person",
      shape: /^[1-9]\d{10}$/,
      example: "36574261809",
      agrees: (tin) => sums.germanDigitsSpread(tin) && mod1110Agrees(tin),
    },
    // Steuernummer: each state has its own format; ELSTER uses a common one with 13 digits.
    { of: "company", shape: /^\d{10,11}$|^\d{13}$/, example: "2181508150" },
    // Wirtschafts-Identifikationsnummer, since 2024; the same nine digits as the VAT number.
    { of: "company", shape: "999999999", example: "136695976", agrees: mod1110Agrees },
  ],
  DK: [
    { of: "person", shape: "9999999999", example: "2110625629", agrees: sums.danishPerson },
    { of: "company", shape: "99999999", example: "13585628", agrees: sums.multipleOf(11, [2, 7, 6, 5, 4, 3, 2, 1]) },
  ],
  EE: [
    { of: "person", shape: /^[1-8]\d{10}$/, example: "36805280109", agrees: sums.balticPerson },
    { of: "company", shape: "99999999", example: "12345678", agrees: sums.estonianCompany },
  ],
  ES: [
    { of: "person", shape: /^[\dXYZKLM]\d{7}[A-Z]$/, example: "54362315K", agrees: sums.spanishPerson },
    { of: "company", shape: /^[A-HJNP-SUVW]\d{7}[\dA-J]$/, example: "J99216582", agrees: sums.spanishCompany },
  ],
  FI: [
    { of: "person", shape: /^\d{6}[-+A-FU-Y]?\d{3}[\dA-Y]$/, example: "131052308T", agrees: sums.finnishPerson },
    {
      of: "company",
      shape: "99999999",
      example: "20774740",
      agrees: sums.lacksToEleven([7, 9, 10, 5, 8, 4, 2], undefined, 0),
    },
  ],
  FR: [
    { of: "person", shape: /^[0-3]\d{12}$/, example: "3023217600053", agrees: sums.frenchPerson },
    { of: "company", shape: "999999999", example: "552008443", agrees: luhnAgrees },
  ],
  GR: [{ of: "both", shape: "999999999", example: "094259216", agrees: sums.greek }],
  HR: [{ of: "both", shape: "99999999999", example: "33392005961", agrees: mod1110Agrees }],
  HU: [
    {
      of: "person",
      shape: /^8\d{9}$/,
      example: "8071592153",
      agrees: sums.remainderOfEleven([1, 2, 3, 4, 5, 6, 7, 8, 9], -1),
    },
    {
      of: "company",
      shape: /^\d{8}(\d{3})?$/,
      example: "12892312",
      agrees: (tin) => sums.multipleOf(10, [9, 7, 3, 1, 9, 7, 3, 1])(tin),
    },
  ],
  IE: [{ of: "both", shape: /^\d{7}[A-W][A-IW]?$/, example: "6433435F", agrees: sums.irish }],
  IS: [
    {
      of: "both",
      shape: "9999999999",
      example: "4504013150",
      agrees: (tin) => sums.multipleOf(11, [3, 2, 7, 6, 5, 4, 3, 2, 1])(tin),
    },
  ],
  IT: [
    {
      of: "person",
      // If two people would get the same code, letters replace digits (omocodia).
      shape: /^[A-Z]{6}[\dLMNPQRSTUV]{2}[ABCDEHLMPRST][\dLMNPQRSTUV]{2}[A-Z][\dLMNPQRSTUV]{3}[A-Z]$/,
      example: "RCCMNL83S18D969H",
      agrees: sums.italianPerson,
    },
    { of: "company", shape: "99999999999", example: "00743110157", agrees: sums.italianCompany },
  ],
  LI: [{ of: "both", shape: /^\d{4,12}$/, example: "123456789012" }],
  LT: [
    { of: "person", shape: "99999999999", example: "33309240064", agrees: sums.balticPerson },
    { of: "company", shape: /^\d{7}$|^\d{9}$/, example: "304871705" },
  ],
  LU: [
    { of: "person", shape: "9999999999999", example: "1893120105732", agrees: sums.luxembourgish },
    { of: "company", shape: "99999999999", example: "19742200023" },
  ],
  LV: [
    { of: "person", shape: /^[0-3]\d{10}$/, example: "16117519997", agrees: sums.latvianPerson },
    { of: "company", shape: /^[4-9]\d{10}$/, example: "40003521600", agrees: sums.latvianCompany },
  ],
  MT: [
    { of: "person", shape: /^\d{3,7}[MGAPLHBZ]$/, example: "1234567M" },
    { of: "both", shape: "999999999", example: "123456789" },
  ],
  NL: [
    {
      of: "both",
      shape: "999999999",
      example: "111222333",
      agrees: (tin) => Number(tin) > 0 && sums.multipleOf(11, [...nineToTwo, -1])(tin),
    },
  ],
  NO: [
    { of: "person", shape: "99999999999", example: "15108695088", agrees: sums.norwegianPerson },
    {
      of: "company",
      shape: "999999999",
      example: "988077917",
      agrees: sums.multipleOf(11, [3, 2, 7, 6, 5, 4, 3, 2, 1]),
    },
  ],
  PL: [
    { of: "person", shape: "99999999999", example: "44051401359", agrees: (tin) => checkPesel(tin) === undefined },
    { of: "both", shape: "9999999999", example: "8567346215", agrees: (tin) => checkNip(tin) === undefined },
  ],
  PT: [{ of: "both", shape: "999999999", example: "501964843", agrees: sums.lacksToEleven(nineToTwo, 0, 0) }],
  RO: [
    { of: "person", shape: /^[1-9]\d{12}$/, example: "1630615123457", agrees: sums.romanianPerson },
    { of: "company", shape: /^[1-9]\d{1,9}$/, example: "18547290", agrees: sums.romanianCompany },
  ],
  SE: [
    {
      of: "person",
      shape: /^(\d\d)?\d{6}[-+]?\d{4}$/,
      example: "8803200016",
      agrees: sums.swedishPerson,
    },
    { of: "company", shape: "9999999999", example: "1234567897", agrees: luhnAgrees },
  ],
  SI: [
    { of: "both", shape: /^[1-9]\d{7}$/, example: "50223054", agrees: sums.lacksToEleven(eightToTwo, 0, undefined) },
  ],
  SK: [
    { of: "person", shape: /^\d{9,10}$/, example: "7103192745", agrees: sums.czechoslovakPerson },
    // DIČ, also issued to entrepreneurs; the rule of its check digit is not public.
    { of: "both", shape: /^[1-9]\d{9}$/, example: "2020317068" },
  ],
  CH: [
    {
      of: "person",
      shape: /^756\d{10}$/,
      example: "7569217076985",
      agrees: sums.multipleOf(10, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]),
    },
    {
      of: "company",
      shape: /^CHE\d{9}$/,
      example: "CHE100155212",
      agrees: (tin) => sums.lacksToEleven([5, 4, 3, 2, 7, 6, 5, 4], undefined, 0)(tin.slice(3)),
    },
  ],
  GB: [
    // National Insurance number: HMRC manual NIM39110 lists the letters that are not issued.
    {
      of: "person",
      shape: /^(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]$/,
      example: "AB123456C",
    },
    { of: "both", shape: "9999999999", example: "1955839661", agrees: sums.britishTaxpayer },
  ],
  US: [
    // SSN, of which 000, 666 and groups of zeros are never issued (Social Security Administration), or ITIN, which
    // starts with 9 and has only certain second groups (IRS, Internal Revenue Manual 3.21.263).
    {
      of: "person",
      shape: /^(?!000|666|9\d\d(?:[0-4]\d|6[6-9]|89|93))\d{3}(?!00)\d\d(?!0000)\d{4}$/,
      example: "536904399",
    },
    { of: "company", shape: "999999999", example: "911144442" },
  ],
  MK: [
    { of: "person", shape: "9999999999999", example: "0101006500006", agrees: sums.yugoslavPerson },
    { of: "company", shape: "9999999999999", example: "4030000375897" },
  ],
  RS: [
    { of: "person", shape: "9999999999999", example: "0101006500006", agrees: sums.yugoslavPerson },
    { of: "company", shape: "999999999", example: "101134702", agrees: mod1110Agrees },
  ],
  TR: [
    { of: "person", shape: /^[1-9]\d{10}$/, example: "17291716060", agrees: sums.turkishPerson },
    { of: "company", shape: "9999999999", example: "4540536920" },
  ],
};
