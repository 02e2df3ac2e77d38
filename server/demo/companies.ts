/**
 * The demo's companies as described in their forms: fictitious, each with owners whose shares the portal calculates.
 */

import type { FileReference, OwnershipEdge, OwnershipNode } from "@portico/api/forms/field.ts";
import type { FormData } from "@portico/api/forms/form-shapes.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Day } from "@portico/ledger/entry.ts";
import { type Applicant, type Changes, laidOver, type Named, personalNumberOf } from "./applicants.ts";
import { eikOf, ibanOf, leiOf, nipOf, regonOf } from "./identifiers.ts";
import { companyAnswers } from "./kyc-answers.ts";

export interface Company {
  legalName: string;
  latinName: string;
  country: "BG" | "PL";
  legalForm: "limited" | "soleLimited" | "stock";
  founded: Day;
  city: string;
  street: string;
  postcode: string;
  nace: string;
  activity: string;
  /** First digits of its numbers, before the check digits. */
  register: string;
  lei: string;
  account: string;
  owners: { nodes: readonly OwnershipNode[]; edges: readonly OwnershipEdge[] };
}

/** Data that the form asks about a representative or beneficial owner. */
export const identityOf = (applicant: Named) => ({
  birthDate: applicant.birthDate,
  nationalities: [applicant.country],
  identifierKind: "personal",
  identifierValue: personalNumberOf(applicant),
  residenceCountry: applicant.country,
});

/** A person in the ownership graph, with the data required of beneficial owners. */
export const personNode = (id: string, applicant: Named): OwnershipNode => ({
  id,
  kind: "person",
  name: `${applicant.firstName} ${applicant.lastName}`,
  country: applicant.country,
  details: { ...identityOf(applicant), taxCountry: applicant.country, pep: "none" },
});
/** A person stated by name only: their share stays below the threshold. */
export const namedNode = (id: string, name: string, country: string): OwnershipNode => ({
  id,
  kind: "person",
  name,
  country,
});
export const companyNode = (id: string, name: string, country: string): OwnershipNode => ({
  id,
  kind: "company",
  name,
  country,
});

const numbersOf = ({ country, register }: Company) =>
  country === "BG"
    ? { eik: eikOf(register), companyTin: eikOf(register) }
    : {
        krs: `0000${register.slice(0, 6)}`,
        nip: nipOf(`78${register.slice(0, 7)}`),
        regon: regonOf(register),
        companyTin: nipOf(`78${register.slice(0, 7)}`),
        eik: undefined,
      };

/** A complete form of the company, without the identity documents of its persons; the applicant acts for it. */
export function companyFormOf(
  company: Company,
  {
    by,
    today,
    papers,
    changes = {},
  }: {
    by: Applicant;
    today: Day;
    papers: { extract: FileReference; articles: FileReference; owners: FileReference; chart: FileReference };
    changes?: Changes;
  },
): FormData {
  const { country, legalName, city } = company;
  const numbers = numbersOf(company);
  const own: Changes = {
    entity: {
      legalName,
      latinName: company.latinName,
      legalForm: company.legalForm,
      entityCountry: country,
      founded: company.founded,
      ...numbers,
      lei: leiOf(company.lei),
      registeredStreet: company.street,
      registeredCity: city,
      registeredPostcode: company.postcode,
      registeredCountry: country,
      nace: company.nace,
      activity: company.activity,
    },
    representatives: {
      representatives: [
        {
          id: "r1",
          firstName: by.firstName,
          lastName: by.lastName,
          ...identityOf(by),
          documentKind: "identityCard",
          documentNumber: by.document,
          documentCountry: by.country,
          documentExpires: addDays(today, 6 * 365),
          capacity: "statutory",
          authority: "severally",
          authorityConfirmed: true,
        },
      ],
    },
    ownership: { owners: company.owners },
    taxStatus: { taxResidences: [{ id: "t1", taxCountry: country, tin: numbers.companyTin }] },
    business: { businessCountries: [country, country === "BG" ? "RO" : "DE"] },
    knowledge: { traderName: `${by.firstName} ${by.lastName}` },
    documents: {
      registerExtract: [papers.extract],
      articles: [papers.articles],
      ownersDeclaration: [papers.owners],
      identityPapers: undefined,
      structureChart: [papers.chart],
    },
    bank: {
      accountHolder: legalName,
      iban: ibanOf(country, company.account),
      bic: country === "PL" ? "NBPLPLPW" : "BNBGBGSD",
      accountCurrency: country === "PL" ? "PLN" : "EUR",
    },
  };
  const person = { ...by, legalName };
  const base = companyAnswers({ legalName, representative: person, owner: person }, { papers: [papers.extract] });
  return [own, changes].reduce(laidOver, base);
}
