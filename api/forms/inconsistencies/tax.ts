/** The self-certifications of tax (CRS, FATCA) compared with the other answers. */

import { personInIdentifier } from "@portico/kyc/national-identifier.ts";
import { isSameName } from "@portico/kyc/same-name.ts";
import { isUncheckedForeigner, normaliseTin } from "@portico/kyc/tin.ts";
import { issuesTaxNumbers, issuesToEveryResident, isTaxNumberToo } from "@portico/kyc/tin-issuers.ts";
import { type Answers, type FormAnswers, itemsOf } from "../field.ts";
import { personName } from "../persons.ts";
import { countryOf, identifierCountry } from "../shared-fields.ts";
import { findUsCompanyIndicia, findUsIndicia } from "../us-indicia.ts";
import { foundAt, type Inconsistency, text } from "./found.ts";
import { personsOfCompany } from "./persons.ts";

const countriesIn = (list: unknown): string[] => itemsOf(list).map((one) => text(one, "taxCountry"));

/** The reasons given for a number that every resident, or every company, has. */
const unnumbered = (list: unknown, path: string, hasNumber: (country: string) => boolean): string[] =>
  itemsOf(list)
    .filter((one) => text(one, "tin") === "" && text(one, "noTinReason") !== "" && hasNumber(text(one, "taxCountry")))
    .map(({ id }) => `${path}.${String(id)}.noTinReason`);

/** Numbers of Bulgaria and Poland that contain another birth date. */
const ofAnotherDay = (one: Answers, birthDate: string): boolean => {
  const inside = personInIdentifier({ country: text(one, "taxCountry"), kind: "personal", value: text(one, "tin") });
  return inside !== undefined && birthDate !== "" && inside.birthDate !== birthDate;
};

const isUnchecked = (one: Answers): boolean => isUncheckedForeigner(text(one, "taxCountry"), text(one, "tin"));

export function findInPersonTax(form: FormAnswers): Inconsistency[] {
  const { identity, nationalIdentifier, contact, tax } = form;
  const list = tax?.["taxResidences"];
  const path = "tax.taxResidences";
  const residence = text(contact, "residenceCountry");
  const mailing = contact?.["mailingElsewhere"] === true ? text(contact, "mailingCountry") : "";
  const countries = countriesIn(list);
  const indicia = tax?.["usPerson"] === false ? findUsIndicia(form) : [];
  const birthDate = text(identity, "birthDate");
  const numbered = identifierCountry(identity ?? {}, countryOf(residence));
  const differs = (one: Answers): boolean => {
    const country = text(one, "taxCountry");
    const tin = normaliseTin(country, text(one, "tin"));
    if (text(nationalIdentifier, "identifierKind") !== "personal" || country !== numbered || tin === "") return false;
    // In Poland a NIP, of ten digits, may stand for the PESEL.
    if (!isTaxNumberToo(country) || (country === "PL" && tin.length === 10)) return false;
    return tin !== normaliseTin(country, text(nationalIdentifier, "identifierValue"));
  };
  const at = (isSo: (one: Answers) => boolean): string[] =>
    itemsOf(list)
      .filter(isSo)
      .map(({ id }) => `${path}.${String(id)}.tin`);
  return [
    ...(indicia.length > 0 ? foundAt("usIndicia", ["tax.usPerson", ...indicia.map((one) => one.path)]) : []),
    ...(tax?.["usPerson"] === true && countries.length > 0 && !countries.includes("US")
      ? foundAt("usTaxResidence", ["tax.usPerson", path])
      : []),
    ...(residence !== "" && countries.length > 0 && !countries.includes(residence)
      ? foundAt("residenceAndTax", ["contact.residenceCountry", path])
      : []),
    ...(mailing !== "" && countries.length > 0 && !countries.includes(mailing)
      ? foundAt("mailingAndTax", ["contact.mailingCountry", path])
      : []),
    ...foundAt("numberIssued", unnumbered(list, path, issuesToEveryResident)),
    ...foundAt(
      "tinAndIdentifier",
      at(differs).flatMap((place) => [place, "nationalIdentifier.identifierValue"]),
    ),
    ...foundAt(
      "tinAndBirthDate",
      at((one) => !differs(one) && ofAnotherDay(one, birthDate)).flatMap((place) => [place, "identity.birthDate"]),
    ),
    ...foundAt("tinUnchecked", at(isUnchecked)),
  ];
}

export function findInCompanyTax(form: FormAnswers): Inconsistency[] {
  const { entity, taxStatus } = form;
  const list = taxStatus?.["taxResidences"];
  const path = "taxStatus.taxResidences";
  const countries = countriesIn(list);
  const seat = text(entity, "entityCountry");
  const controlling = taxStatus?.["entityStatus"] === "passive" ? itemsOf(taxStatus["controllingPersons"]) : [];
  const ofPersons = "taxStatus.controllingPersons";
  const indicia = findUsCompanyIndicia(form);
  const other = itemsOf(list).filter(
    (one) =>
      seat !== "" &&
      text(one, "taxCountry") === seat &&
      text(one, "tin") !== "" &&
      normaliseTin(seat, text(one, "tin")) !== normaliseTin(seat, text(entity, "companyTin")),
  );
  return [
    ...(countries.length > 0 && !countries.includes("US") && indicia.length > 0
      ? foundAt("usEntity", [...indicia.map((one) => one.path), path])
      : []),
    ...(seat !== "" && countries.length > 0 && !countries.includes(seat)
      ? foundAt("seatAndTax", ["entity.entityCountry", path])
      : []),
    ...foundAt("numberIssued", [
      ...unnumbered(list, path, issuesTaxNumbers),
      ...unnumbered(controlling, ofPersons, issuesToEveryResident),
    ]),
    ...foundAt(
      "companyNumbers",
      other.flatMap(({ id }) => [`${path}.${String(id)}.tin`, "entity.companyTin"]),
    ),
    ...foundAt(
      "tinAndBirthDate",
      controlling
        .filter((one) => ofAnotherDay(one, text(one, "birthDate")))
        .flatMap(({ id }) => [`${ofPersons}.${String(id)}.tin`, `${ofPersons}.${String(id)}.birthDate`]),
    ),
    ...foundAt(
      "tinUnchecked",
      controlling.filter(isUnchecked).map(({ id }) => `${ofPersons}.${String(id)}.tin`),
    ),
    ...ownersAgainst(form, controlling),
  ];
}

/** In a passive entity the owners are persons who are reported: those with a sign of the US, or of another tax residence. */
function ownersAgainst(form: FormAnswers, controlling: readonly Answers[]): Inconsistency[] {
  if (controlling.length === 0) return [];
  const owners = personsOfCompany(form).filter(({ path }) => path.startsWith("ownership."));
  const residencesOf = (name: string): string[] =>
    controlling.filter((one) => isSameName(personName(one), name)).map((one) => text(one, "taxCountry"));
  const fromUs = owners.flatMap(({ path, name, answers }) => {
    const { nationalities } = answers;
    const signs = [
      ...(Array.isArray(nationalities) && nationalities.includes("US") ? ["nationalities"] : []),
      ...["residenceCountry", "taxCountry"].filter((field) => answers[field] === "US"),
    ];
    return residencesOf(name).includes("US") ? [] : signs.map((field) => `${path}.${field}`);
  });
  const elsewhere = owners.filter(({ name, answers }) => {
    const stated = residencesOf(name);
    const taxed = text(answers, "taxCountry");
    return taxed !== "" && taxed !== "US" && stated.length > 0 && !stated.includes(taxed);
  });
  return [
    ...foundAt("usOwner", fromUs),
    ...foundAt(
      "ownerAndTax",
      elsewhere.map(({ path }) => `${path}.taxCountry`),
    ),
  ];
}
