/**
 * Names for the CONCAT code of a transaction report: Delegated Regulation (EU) 2017/590, art. 6(4) and (5); titles,
 * prefixes and their order by ESMA's guidelines ESMA/2016/1452, 5.5.4.
 */
import { reportLetters } from "./latin.ts";

/**
 * "Titles, position, profession or academic qualifications": the guidelines' list, which is open, with titles of the
 * region.
 */
const titles =
  "atty|coach|dame|dr|fr|gov|honorable|madame?|maid|master|miss|monsieur|mr|mrs|ms|mx|ofc|ph\\.?d|pres|prof|rev|sir|" +
  "mgr|inż|inz|hab|д-р|проф|инж|доц|акад";
/** The guidelines' list, which is closed; only as separate words: McDonald, O'Brian and Vandenberg are unchanged. */
const prefixes =
  "am|auf|auf dem|aus der|d|da|de|de l['’]|del|de la|de le|di|do|dos|du|im|la|le|mac|mc|mhac|mhíc|mhic giolla|mic|ni|ní|níc|" +
  "o|ó|ua|ui|uí|van|van de|van den|van der|vom|von|von dem|von den|von der";

const titlesBefore = new RegExp(`^(?:(?:${titles})(?:\\.\\s*|\\s+))+(?=\\S)`, "iu");
/** Longest match first, so that "van der" is removed completely. */
const longestFirst = prefixes.split("|").sort((one, other) => other.length - one.length);
const prefixBefore = new RegExp(`^(?:${longestFirst.join("|")})(?:(?<=['’])|\\s+)(?=\\S)`, "iu");

const clean = (name: string): string => name.normalize("NFC").trim().replace(/\s+/g, " ").replace(titlesBefore, "");
const five = (name: string): string => reportLetters(name).slice(0, 5).padEnd(5, "#");

/** Five characters of the first given name: "Jon Ian" is JON##, "Amy-Ally" AMYAL. */
export const fiveOfFirstName = (name: string): string => five(clean(name).split(" ")[0] ?? "");
/** Five characters of the surname without its prefix: "Van der Rohe" is ROHE#. */
export const fiveOfSurname = (name: string): string => five(clean(name).replace(prefixBefore, ""));
