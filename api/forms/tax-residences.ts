/** The questions about a tax residence (CRS): the number, or the reason why there is none. */
import { tinRule } from "@portico/kyc/tin.ts";
import { issuesTaxNumbers, isTaxNumberToo } from "@portico/kyc/tin-issuers.ts";
import { type Check, type Fault, itemsOf, type StepScope } from "./field.ts";
import { countryOf, identifierCountry } from "./shared-fields.ts";

const noTinReasons = ["A", "B", "C"] as const;
const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

const checkTin: Check<string> = (tin, { siblings }) => tinRule(countryOf(siblings["taxCountry"])).check(tin);

/** The client's personal number is the tax number of this country. */
const isKnownNumber = ({ identity, nationalIdentifier, contact }: StepScope["form"], country: string): boolean =>
  nationalIdentifier?.["identifierKind"] === "personal" &&
  textOf(nationalIdentifier["identifierValue"]) !== "" &&
  identifierCountry(identity ?? {}, countryOf(contact?.["residenceCountry"])) === country &&
  isTaxNumberToo(country);

/** A reason that cannot be true: the country issues numbers, or the client's own is known. */
const isPossibleReason: Check<string> = (reason, { siblings, form }) => {
  const country = countryOf(siblings["taxCountry"]);
  if (isKnownNumber(form, country)) return "numberIsKnown";
  return reason === "A" && issuesTaxNumbers(country) ? "countryIssuesNumbers" : undefined;
};

/** CRS: A not issued, B not obtained, C not required. */
const taxResidenceWith = <const Hint extends true | string>(tinHint: Hint) =>
  [
    { kind: "country", name: "taxCountry", required: true, half: true },
    {
      kind: "identifier",
      name: "tin",
      half: true,
      hint: tinHint,
      required: ({ siblings }: StepScope) => textOf(siblings["noTinReason"]) === "",
      check: checkTin,
    },
    {
      kind: "choice",
      name: "noTinReason",
      list: "noTinReason",
      options: noTinReasons,
      when: ({ siblings }: StepScope) => textOf(siblings["tin"]) === "",
      check: isPossibleReason,
    },
    {
      kind: "longText",
      name: "noTinText",
      required: true,
      when: ({ siblings }: StepScope) => textOf(siblings["tin"]) === "" && siblings["noTinReason"] === "B",
      max: 500,
    },
  ] as const;
export const taxResidence = taxResidenceWith(true);
/** For a company, whose tax number differs. */
export const companyTaxResidence = taxResidenceWith("companyTin");

/** Entries that name a country again. */
export function findRepeatedCountries(value: unknown, path: string): Fault[] {
  const items = itemsOf(value);
  const countries = items.map(({ taxCountry }) => countryOf(taxCountry));
  return items
    .filter((_, at) => countries[at] !== "" && countries.indexOf(countries[at] ?? "") < at)
    .map(({ id }) => ({ path: `${path}.${String(id)}.taxCountry`, code: "twice" }));
}
