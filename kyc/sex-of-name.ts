/** The sex that a Bulgarian or Polish name tells by its ending: a guess, for staff to look at. */
import type { Sex } from "./egn.ts";
import { nameWords } from "./name-words.ts";

/** Names of men that end in "a" in Poland, with those of neighbours who live there. */
const menInA: ReadonlySet<string> = new Set(
  (
    "barnaba bonawentura danyla dyzma foma ihnata illia ilia ilja ilya jarema jona jozafata kosma kuba kuzma luca luka " +
    "mattia micha mikita mikola mustafa mykola mykyta nicola nikita nikola noa saba sasza sava sawa toma zawisza"
  ).split(" "),
);

const byBulgarianSurname = (surname: string): Sex | undefined => {
  if (/(?:ov|ev|ski|cki|dzki|off|eff)$/.test(surname)) return "male";
  return /(?:ova|eva|ska|cka|dzka)$/.test(surname) ? "female" : undefined;
};
const byPolishSurname = (surname: string): Sex | undefined => {
  if (/(?:ski|cki|dzki)$/.test(surname)) return "male";
  return /(?:ska|cka|dzka)$/.test(surname) ? "female" : undefined;
};
const byPolishFirstName = (first: string): Sex | undefined =>
  first.length > 2 && first.endsWith("a") && !menInA.has(first) ? "female" : undefined;

/** Undefined if the name tells nothing, or its parts contradict each other. */
export function sexOfName(country: string, firstName: string, lastName: string): Sex | undefined {
  const first = nameWords(firstName)[0] ?? "";
  const surnames = nameWords(lastName);
  const signs =
    country === "BG"
      ? surnames.map(byBulgarianSurname)
      : country === "PL"
        ? [...surnames.map(byPolishSurname), byPolishFirstName(first)]
        : [];
  const told = new Set(signs.filter((sign) => sign !== undefined));
  return told.size === 1 ? [...told][0] : undefined;
}
