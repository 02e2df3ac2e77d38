/** Form answers of the generated people, by step and field. */
import { questions } from "@portico/kyc/questionnaire.ts";
import { instrumentClasses } from "@portico/kyc/risk-profile.ts";
import type { StepAnswers, Typed } from "./form-filling.ts";

/** A chequered picture of 320 × 200 pixels. */
export const scan = {
  name: "identity-card.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAUAAAADICAIAAAAWZq/8AAADZElEQVR42u3cQQkAIBREQZtbxwiGMYAnM9hBD4sy4H1gP+9qWXMcv9r68eNyufduMTSXK2BDc7kC5nK5AuZyBWxoLlfAhuZyBczlcgXM5QrY0FyugLlcroC5XAEbmssVsKG5XAFzuVwBc7kCNjSXK2AH5nIFzOVyBczlfhKwsbjcd10Bc7kCNjSXK2AulytgLlfAhuZyBWxoLlfAXC5XwFyugA3N5QqYy+UKmMsVsKG5XAEbmssVMJfLFTCXK2BDc7kCdmAuV8BcLlfAXO4vARuLy/UrpaG5XAFzuVwBc7kCNjSXK2BDc7kC5nK5AuZyBWxoLlfAXC5XwFyugA3N5QrY0FyugLlcroC5XAEbmssVsANzuQLmcrkC5nIFbGguNx2wsbhcv1IamssVMJfLFTCXK2BDc7kCNjSXK2AulytgLlfAhuZyBczlcgXM5QrY0FyugA3N5QqYy+UKmMsVsKG5XAE7MJcrYC6XK2AuV8CG5nLTARuLy/UrpaG5XAFzuVwBc7kCNjSXK2BDc7kC5nK5AuZyBWxoLlfAXC5XwFyugA3N5QrY0FyugLlcroC5XAEbmssVsANzuQLmcrkC5nIFbGguNx2wsbhcv1IamssVMJfLFTCXK2BDc7kCNjSXK2AulytgLlfAhuZyBczlcgXM5QrY0FyugA3N5QqYy+UKmMsVsKG5XAE7MJcrYC6XK2AuV8CG5nLTARuLy/UrpaG5XAFzuVwBc7kCNjSXK2BDc7kC5nK5AuZyBWxoLlfAXC5XwFyugA3N5QrY0FyugLlcroC5XAEbmssVsANzuQLmcrkC5nIFbGguNx2wsbhcv1IamssVMJfLFTCXK2BDc7kCNjSXK2AulytgLlfAhuZyBczlcgXM5QrY0FyugA3N5QqYy+UKmMsVsKG5XAE7MJcrYC6XK2AuV8CG5nLTARuLy/UrpaG5XAFzuVwBc7kCNjSXK2BDc7kC5nK5AuZyBWxoLlfAXC5XwFyugA3N5QrY0FyugLlcroC5XAEbmssVsANzuQLmcrkC5nIFbGguNx2wsbhcv1IamssVMJfLFTCXK2BDc7kCNjSXK2AulytgLlfAhuZyBczlcgXM5QrY0FyugA3N5QqYy+UKmMsVsKG5XAE7MJcrYC6XK2AuV8CG5nLD7gbpiO5nkPw0wAAAAABJRU5ErkJggg==",
    "base64",
  ),
};

const experience: Record<string, Typed> = Object.fromEntries(
  instrumentClasses.flatMap((name) => [
    [`experience.${name}.familiar`, name === "shares"],
    [`experience.${name}.trades`, name === "shares" ? "1to10" : "none"],
    ...(name === "shares"
      ? [
          [`experience.${name}.volume`, "10to50"],
          [`experience.${name}.since`, "3to10"],
        ]
      : []),
  ]),
);
const knowledge = Object.fromEntries(questions.map(({ id, options }) => [`knowledgeTest.${id}`, options[0] ?? ""]));

const wealth = {
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

/** A Bulgarian born on 2 January 1980, in the form's order. */
export const person: readonly StepAnswers[] = [
  {
    step: "identity",
    answers: {
      firstName: "Ana",
      lastName: "Petrova",
      nativeName: "Ана Петрова",
      birthDate: "1980-01-02",
      birthPlace: "Plovdiv",
      birthCountry: "BG",
      nationalities: ["BG"],
      stateless: false,
    },
  },
  { step: "nationalIdentifier", answers: { identifierKind: "personal", identifierValue: "8001021018" } },
  {
    step: "document",
    answers: {
      documentKind: "identityCard",
      documentNumber: "AA1234567",
      documentIssuer: "MVR Plovdiv",
      documentCountry: "BG",
      documentIssued: "2022-05-10",
      documentExpires: "2032-05-10",
      documentScans: { files: [scan] },
    },
  },
  {
    step: "contact",
    answers: {
      residenceStreet: "12 Vitosha Blvd",
      residenceCity: "Sofia",
      residencePostcode: "1000",
      residenceCountry: "BG",
      phone: "+359888123456",
    },
  },
  {
    step: "tax",
    answers: { usPerson: false, usTransfers: false, taxCertification: true },
    lists: { taxResidences: { taxCountry: "BG", tin: "8001021018" } },
  },
  {
    step: "work",
    answers: {
      employment: "employed",
      employer: "Balkan Engineering",
      relationshipPurpose: ["growth"],
      expectedAmount: "10to50",
      ownBehalf: true,
      fundsSources: ["salary", "savings"],
      fundsText: "Savings from my salary over the last ten years.",
      pep: "none",
    },
  },
  { step: "knowledge", answers: { education: "master", profession: "Engineer", ...experience, ...knowledge } },
  { step: "finances", answers: { annualIncome: "50to100", incomeSources: ["salary"], ...wealth } },
  { step: "bank", answers: { accountHolder: "Ana Petrova", ...bank } },
  { step: "declarations", answers: declarations },
];

const ana = {
  birthDate: "1980-01-02",
  nationalities: ["BG"],
  identifierKind: "personal",
  identifierValue: "8001021018",
  residenceCountry: "BG",
};
/** A beneficial owner's answers: of the representative, and of a man born on the same day. */
export const ownerDetails = { ...ana, taxCountry: "BG", pep: "none" };
export const otherOwnerDetails = { ...ownerDetails, identifierValue: "8001021044" };

/** A Bulgarian company: the steps before the owners, and those after. */
export const companyBefore: readonly StepAnswers[] = [
  {
    step: "entity",
    answers: {
      legalName: "Vitosha Consult OOD",
      legalForm: "limited",
      entityCountry: "BG",
      founded: "2012-03-01",
      eik: "299999903",
      companyTin: "299999903",
      lei: "5493001KJTIIGC8Y1R12",
      registeredStreet: "5 Tsar Osvoboditel Blvd",
      registeredCity: "Sofia",
      registeredPostcode: "1000",
      registeredCountry: "BG",
      nace: "70.22",
      activity: "Consulting for manufacturers.",
      listed: false,
      licensed: false,
    },
  },
  {
    step: "representatives",
    answers: {},
    lists: {
      representatives: {
        firstName: "Ana",
        lastName: "Petrova",
        ...ana,
        documentKind: "identityCard",
        documentNumber: "AA1234567",
        documentCountry: "BG",
        documentExpires: "2032-05-10",
        capacity: "statutory",
        authority: "severally",
        authorityConfirmed: true,
      },
    },
  },
];
export const companyAfter: readonly StepAnswers[] = [
  {
    step: "taxStatus",
    answers: { entityStatus: "active", taxCertification: true },
    lists: { taxResidences: { taxCountry: "BG", tin: "299999903" } },
  },
  {
    step: "business",
    answers: {
      turnover: "500to2000",
      balanceTotal: "500to2000",
      equity: "100to500",
      expectedAmount: "100to250",
      companyFunds: ["operations"],
      fundsText: "Profits of the last years, after tax.",
      businessCountries: ["BG", "RO"],
      sanctionsTies: false,
    },
  },
  {
    step: "knowledge",
    answers: { traderName: "Ana Petrova", education: "master", profession: "Manager", ...experience, ...knowledge },
  },
  { step: "finances", answers: { annualIncome: "50to100", ...wealth } },
  {
    step: "documents",
    answers: {
      ...Object.fromEntries(
        ["registerExtract", "articles", "ownersDeclaration", "structureChart"].map((name) => [name, { files: [scan] }]),
      ),
      identityPapers: { ofEach: [scan] },
    },
  },
  { step: "bank", answers: { accountHolder: "Vitosha Consult OOD", ...bank } },
  { step: "declarations", answers: declarations },
];
