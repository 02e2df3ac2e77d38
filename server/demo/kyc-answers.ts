/** Complete answers of both KYC forms, as a client would give them: for the demo and for tests. */

import type { FileReference } from "@portico/api/forms/field.ts";
import type { FormData } from "@portico/api/forms/form-shapes.ts";
import { questionnaireVersion, questions } from "@portico/kyc/questionnaire.ts";
import { rightAnswers } from "@portico/kyc/questionnaire-key.ts";
import { instrumentClasses } from "@portico/kyc/risk-profile.ts";
import { leiOf } from "./identifiers.ts";

export interface AnsweringPerson {
  firstName: string;
  lastName: string;
  nativeName?: string;
  /** "YYYY-MM-DD" */
  birthDate: string;
  email: string;
  city?: string;
  /** Distinguishes people born on the same day; even for men. */
  serial?: number;
}

/** The person's number, with the sex that the name tells. */
const numberOf = ({ birthDate, lastName, serial = lastName.endsWith("a") ? 101 : 102 }: AnsweringPerson): string =>
  egnOf(birthDate, serial);

/** The Bulgarian personal number for a birth date in the twentieth century. */
export function egnOf(birthDate: string, serial: number): string {
  const weights = [2, 4, 8, 5, 10, 9, 7, 3, 6];
  const nine = `${birthDate.slice(2).replaceAll("-", "")}${String(serial).padStart(3, "0")}`;
  const sum = weights.reduce((total, weight, index) => total + weight * Number(nine[index]), 0);
  return `${nine}${(sum % 11) % 10}`;
}

/** A card of their own: the same number in two clients' forms would be an inconsistency. */
const documentNumberOf = (person: AnsweringPerson): string => `AA${numberOf(person).slice(-7)}`;

const answeredTest = {
  version: questionnaireVersion,
  chosen: Object.fromEntries(
    questions.map(({ id, options }, index) => [id, index === 0 ? options[0] : rightAnswers[id]]),
  ),
};
const traded = ["shares", "funds", "etfs"];
const experience = Object.fromEntries(
  instrumentClasses.map((name) => [
    name,
    traded.includes(name)
      ? { familiar: true, trades: "1to10", volume: "10to50", since: "3to10" }
      : { familiar: name === "cash", trades: "none" },
  ]),
);
const finances = {
  annualIncome: "50to100",
  liquidAssets: "50to250",
  investments: "10to50",
  property: "50to250",
  commitments: "under10",
  horizon: "5to10",
  goal: "grow",
  riskAttitude: "some",
  bearableLoss: "to15",
  sustainability: "some",
};
const bank = { iban: "BG80BNBG96611020345678", bic: "BNBGBGSD", accountCurrency: "EUR" };
const declarations = { terms: true, privacy: true, truth: true, risk: true, electronicSignature: true };

/** A person's form (`KYC`) that can be submitted; `files` are their uploaded scans. */
export const personAnswers = (person: AnsweringPerson, { scans }: { scans: readonly FileReference[] }): FormData => {
  const { firstName, lastName, nativeName, birthDate, email, city = "Sofia" } = person;
  return plainOf({
    identity: {
      firstName,
      lastName,
      ...(nativeName !== undefined && { nativeName }),
      birthDate,
      birthPlace: city,
      birthCountry: "BG",
      nationalities: ["BG"],
    },
    nationalIdentifier: { identifierKind: "personal", identifierValue: numberOf(person) },
    document: {
      documentKind: "identityCard",
      documentNumber: documentNumberOf(person),
      documentIssuer: `MVR ${city}`,
      documentCountry: "BG",
      documentIssued: "2022-05-10",
      documentExpires: "2032-05-10",
      documentScans: scans,
    },
    contact: {
      residenceStreet: "12 Vitosha Blvd",
      residenceCity: city,
      residencePostcode: "1000",
      residenceCountry: "BG",
      phone: "+359888123456",
      email,
    },
    tax: {
      taxResidences: [{ id: "t1", taxCountry: "BG", tin: numberOf(person) }],
      usPerson: false,
      usTransfers: false,
      taxCertification: true,
    },
    work: {
      employment: "employed",
      employer: "Balkan Engineering",
      position: "Engineer",
      sector: "Manufacturing",
      relationshipPurpose: ["growth"],
      expectedAmount: "10to50",
      ownBehalf: true,
      fundsSources: ["salary", "savings"],
      fundsText: "Savings from my salary over the last ten years.",
      pep: "none",
    },
    knowledge: { education: "master", profession: "Engineer", experience, knowledgeTest: answeredTest },
    finances: { ...finances, incomeSources: ["salary"] },
    bank: { accountHolder: `${firstName} ${lastName}`, ...bank },
    declarations,
  });
};

const identityOf = (person: AnsweringPerson) => ({
  birthDate: person.birthDate,
  nationalities: ["BG"],
  identifierKind: "personal",
  identifierValue: numberOf(person),
  residenceCountry: "BG",
});

/**
 * A company's form (`companyKYC`) that can be submitted: one representative, who owns it through a holding company, and
 * a second owner.
 */
export const companyAnswers = (
  {
    legalName,
    representative,
    owner,
    eik = "299999903",
  }: { legalName: string; representative: AnsweringPerson; owner: AnsweringPerson; eik?: string },
  { papers }: { papers: readonly FileReference[] },
): FormData =>
  plainOf({
    entity: {
      legalName,
      legalForm: "limited",
      entityCountry: "BG",
      founded: "2012-03-01",
      eik,
      companyTin: eik,
      lei: leiOf(`549300${eik.padStart(12, "0")}`),
      registeredStreet: "5 Tsar Osvoboditel Blvd",
      registeredCity: "Sofia",
      registeredPostcode: "1000",
      registeredCountry: "BG",
      nace: "70.22",
      activity: "Consulting for manufacturers in Bulgaria and Romania.",
      listed: false,
      licensed: false,
    },
    representatives: {
      representatives: [
        {
          id: "r1",
          firstName: representative.firstName,
          lastName: representative.lastName,
          ...identityOf(representative),
          documentKind: "identityCard",
          documentNumber: documentNumberOf(representative),
          documentCountry: "BG",
          documentExpires: "2032-05-10",
          capacity: "statutory",
          authority: "severally",
          authorityConfirmed: true,
        },
      ],
    },
    ownership: {
      owners: {
        nodes: [
          {
            id: "p1",
            kind: "person",
            name: `${representative.firstName} ${representative.lastName}`,
            country: "BG",
            details: { ...identityOf(representative), taxCountry: "BG", pep: "none" },
          },
          {
            id: "p2",
            kind: "person",
            name: `${owner.firstName} ${owner.lastName}`,
            country: "BG",
            details: { ...identityOf(owner), taxCountry: "BG", pep: "none" },
          },
          { id: "c1", kind: "company", name: "Danube Holding", country: "BG" },
        ],
        edges: [
          { owner: "p1", owned: "c1", percent: "80" },
          { owner: "p2", owned: "c1", percent: "20" },
          { owner: "c1", owned: "company", percent: "60" },
          { owner: "p2", owned: "company", percent: "40" },
        ],
      },
    },
    taxStatus: {
      entityStatus: "active",
      taxResidences: [{ id: "t1", taxCountry: "BG", tin: eik }],
      taxCertification: true,
    },
    business: {
      turnover: "500to2000",
      balanceTotal: "500to2000",
      equity: "100to500",
      expectedAmount: "100to250",
      companyFunds: ["operations"],
      fundsText: "Profits of the last years, after tax.",
      businessCountries: ["BG", "RO"],
      sanctionsTies: false,
    },
    knowledge: {
      traderName: `${representative.firstName} ${representative.lastName}`,
      education: "master",
      profession: "Manager",
      experience,
      knowledgeTest: answeredTest,
    },
    finances,
    documents: {
      registerExtract: papers,
      articles: papers,
      ownersDeclaration: papers,
      identityPapers: { r1: papers, p2: papers },
      structureChart: papers,
    },
    bank: { accountHolder: legalName, ...bank },
    declarations,
  });

/** Answers as sent to the API: JSON only. */
const plainOf = (answers: Record<string, Record<string, unknown>>): FormData =>
  JSON.parse(JSON.stringify(answers)) as FormData;
