/** Default values of the settings. */
import { type DeclarationName, firstBands } from "@portico/api/forms/settled.ts";
import { requestTopics } from "@portico/api/rules/tickets.ts";
import type { SettingName, SettingValue } from "@portico/api/settings/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";

const declared = (name: DeclarationName) => ({
  bg: textIn("bg")(`declaration.${name}`),
  en: textIn("en")(`declaration.${name}`),
  pl: textIn("pl")(`declaration.${name}`),
});

const documentTypeName = (
  type:
    | "identity"
    | "address"
    | "sourceOfFunds"
    | "statement"
    | "costReport"
    | "taxReport"
    | "contract"
    | "correspondence"
    | "other",
) => ({
  bg: textIn("bg")(`documentType.${type}`),
  en: textIn("en")(`documentType.${type}`),
  pl: textIn("pl")(`documentType.${type}`),
});

type DefaultTopic = "question" | "portfolio" | "payments" | "documents" | "technical" | "complaint";
const topicName = (topic: DefaultTopic | (typeof requestTopics)[keyof typeof requestTopics]) => ({
  bg: textIn("bg")(`ticketTopic.${topic}`),
  en: textIn("en")(`ticketTopic.${topic}`),
  pl: textIn("pl")(`ticketTopic.${topic}`),
});

const nineToSix = [{ from: "09:00", to: "18:00" }];
/** Its minutes. */
const workday = 9 * 60;

const nowhere = { bg: null, en: null, pl: null };

export const settingDefaults: { [N in SettingName]: SettingValue<N> } = {
  brand: {
    name: "Portico",
    logo: null,
    accent: { light: "#0B4F6C", dark: "#7CC0DC" },
    supportEmail: "support@portico.example",
    legalFooter: { bg: "", en: "", pl: "" },
  },
  portalRules: { timeZone: "Europe/Sofia", baseCurrency: "EUR", feesInCost: true, benchmarkIsin: null },
  staffSecondFactor: { required: false },
  fourEyes: { on: false },
  depositInstructions: { accounts: [] },
  withdrawalRules: { companySigners: "any", expiryDays: 14 },
  kycRules: {
    beneficialOwnerPercent: 25,
    reviewMonths: 12,
    documentNoticeDays: 30,
    retentionYears: 5,
    signInRetentionMonths: 12,
  },
  clientRequests: { recipients: [], services: [] },
  firmDocuments: { terms: nowhere, tariff: nowhere, privacy: nowhere, risk: nowhere },
  documentTypes: {
    types: (
      [
        { id: "identity", clientsAdd: true, expires: true },
        { id: "address", clientsAdd: true, expires: false },
        { id: "sourceOfFunds", clientsAdd: true, expires: false },
        { id: "statement", clientsAdd: false, expires: false },
        { id: "costReport", clientsAdd: false, expires: false },
        { id: "taxReport", clientsAdd: false, expires: false },
        { id: "contract", clientsAdd: false, expires: false },
        { id: "correspondence", clientsAdd: true, expires: false },
        { id: "other", clientsAdd: true, expires: false },
      ] as const
    ).map((type) => ({ ...type, name: documentTypeName(type.id), keepYears: null })),
  },
  chatRules: { mailsShowText: false },
  documentLimits: { fileMegabytes: 100, holderMegabytes: 2048 },
  declarationTexts: {
    terms: declared("terms"),
    privacy: declared("privacy"),
    truth: declared("truth"),
    risk: declared("risk"),
    electronicSignature: declared("electronicSignature"),
    marketing: declared("marketing"),
    taxCertification: declared("taxCertification"),
    authorityConfirmed: declared("authorityConfirmed"),
  },
  amountBands: firstBands,
  ticketRules: {
    topics: [
      ...(["question", "portfolio", "payments", "documents", "technical", "complaint"] as const).map((id) => ({
        id,
        name: topicName(id),
        clientsChoose: true,
        promises: null,
      })),
      ...Object.values(requestTopics).map((id) => ({ id, name: topicName(id), clientsChoose: false, promises: null })),
    ],
    closeAfterDays: 7,
    hours: {
      country: "BG",
      week: { mon: nineToSix, tue: nineToSix, wed: nineToSix, thu: nineToSix, fri: nineToSix, sat: [], sun: [] },
      ownDays: [],
    },
    promises: {
      low: { firstAnswer: 2 * workday, resolution: 10 * workday },
      normal: { firstAnswer: workday, resolution: 5 * workday },
      high: { firstAnswer: 240, resolution: 2 * workday },
      urgent: { firstAnswer: 60, resolution: workday },
    },
    warnMinutes: 120,
  },
  bankAccountRules: { waitHours: 24, waitHoursAfterReset: 72 },
  requiredContracts: { KYC: null, companyKYC: null },
  feeTable: { fees: [] },
  treasury: { asOf: null, banks: [], interest: [] },
};
