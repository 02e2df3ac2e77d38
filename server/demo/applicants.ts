/** The demo's people as described in their forms. All people and numbers are fictitious. */

import type { FileReference } from "@portico/api/forms/field.ts";
import type { FormData } from "@portico/api/forms/form-shapes.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Day } from "@portico/ledger/entry.ts";
import { ibanOf, peselOf } from "./identifiers.ts";
import { egnOf, personAnswers } from "./kyc-answers.ts";

export interface Applicant {
  /** Address of their account in demo/people.ts. */
  email: string;
  country: "BG" | "PL";
  /** As spelled in Latin letters in the document. */
  firstName: string;
  lastName: string;
  nativeName?: string;
  /** "YYYY-MM-DD", in the twentieth century. */
  birthDate: string;
  /** Serial part of the personal number: three digits in Bulgaria, four in Poland. */
  serial: number;
  city: string;
  street: string;
  postcode: string;
  phone: string;
  document: string;
  /** The bank account number after the check digits. */
  account: string;
  profession: string;
  employer: string;
  sector: string;
}

/** Differences of an applicant's form from the usual one, by step. */
export type Changes = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Data that a company's form asks about each person behind it. */
export type Named = Pick<Applicant, "country" | "firstName" | "lastName" | "birthDate" | "serial">;

export const personalNumberOf = ({ country, birthDate, serial }: Named): string =>
  country === "PL" ? peselOf(birthDate, serial) : egnOf(birthDate, serial);

/** A complete form of the applicant that can be submitted, with the given changes. */
export function answersOf(
  applicant: Applicant,
  { scans, today, changes = {} }: { scans: readonly FileReference[]; today: Day; changes?: Changes },
): FormData {
  const { firstName, lastName, country, city, account } = applicant;
  const number = personalNumberOf(applicant);
  const own: Changes = {
    identity: { birthPlace: city, birthCountry: country, nationalities: [country] },
    nationalIdentifier: { identifierKind: "personal", identifierValue: number },
    document: {
      documentNumber: applicant.document,
      documentIssuer: country === "PL" ? `Prezydent Miasta ${city}` : `MVR ${city}`,
      documentCountry: country,
      documentIssued: addDays(today, -4 * 365),
      documentExpires: addDays(today, 6 * 365),
    },
    contact: {
      residenceStreet: applicant.street,
      residenceCity: city,
      residencePostcode: applicant.postcode,
      residenceCountry: country,
      phone: applicant.phone,
    },
    tax: { taxResidences: [{ id: "t1", taxCountry: country, tin: number }] },
    work: { employer: applicant.employer, position: applicant.profession, sector: applicant.sector },
    knowledge: { profession: applicant.profession },
    bank: {
      accountHolder: `${firstName} ${lastName}`,
      iban: ibanOf(country, account),
      bic: country === "PL" ? "NBPLPLPW" : "BNBGBGSD",
      accountCurrency: country === "PL" ? "PLN" : "EUR",
    },
  };
  return [own, changes].reduce(laidOver, personAnswers(applicant, { scans }));
}

/** Applies the changes to the answers; an undefined change removes the answer. */
export const laidOver = (answers: FormData, changes: Changes): FormData => {
  const steps = Object.fromEntries(
    Object.entries(changes).map(([step, fields]) => [step, { ...answers[step], ...fields }]),
  );
  return JSON.parse(JSON.stringify({ ...answers, ...steps })) as FormData;
};
