/** Which states issue tax numbers, and to whom: OECD, "Tax identification numbers" for the Common Reporting Standard. */
import { knowsTinOf } from "./tin.ts";

/** A number for each resident person, from birth or from registration: nobody who lives there is without one. */
const toEveryResident: ReadonlySet<string> = new Set(
  "AR BE BG CH CL CN CZ DE DK EE ES FI HR HU IE IL IS IT KR KZ LI LT LU LV MK MT NL NO PL PT RO RS SE SG SI SK TR".split(
    " ",
  ),
);

/** States beside those above and those of the tax numbers known here that issue numbers to people who are taxed. */
const toTaxpayers: ReadonlySet<string> = new Set(
  "AL AM AU AZ BA BR BY CA CO CR GE ID IN JP MD ME MX MY NG NZ PE PK RU TH UA UY UZ VN XK ZA".split(" "),
);

/** True for a state that issues a tax number to every resident person. */
export const issuesToEveryResident = (country: string): boolean => toEveryResident.has(country);

/** True for a state that issues tax numbers; false for one that has none or is not known here. */
export const issuesTaxNumbers = (country: string): boolean =>
  knowsTinOf(country) || toEveryResident.has(country) || toTaxpayers.has(country);

/** States whose personal number (RTS 22, Annex II) is also the person's tax number. In Poland a NIP may stand for it. */
const oneNumber: ReadonlySet<string> = new Set("BE BG DK EE ES FI HR IS IT LT LV NO PL PT RO SE".split(" "));

/** True if a personal number of that state is its holder's tax number. */
export const isTaxNumberToo = (country: string): boolean => oneNumber.has(country);
