/** What a setting is before anybody saved it. */
import type { SettingName, SettingValue } from "@portico/api/settings.ts";

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
  kycRules: {
    beneficialOwnerPercent: 25,
    reviewMonths: 12,
    documentNoticeDays: 30,
    retentionYears: 5,
    signInRetentionMonths: 12,
  },
  clientRequests: { recipients: [], services: [] },
  firmDocuments: { terms: nowhere, tariff: nowhere, privacy: nowhere, risk: nowhere },
};
