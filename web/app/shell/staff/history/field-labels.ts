/** The words of settings' fields, as their forms have them. A field of a list has no place in its path. */
import type { SettingName } from "@portico/api/settings/shapes.ts";
import type { PlainKey } from "../../../ui/text.tsx";

/** The words of a field, or of the part that contains it and its own. */
type Label = PlainKey | readonly PlainKey[];
type Labels = Readonly<Record<string, Label>>;

/** What each setting is called. */
export const settingTitles: Readonly<Record<SettingName, PlainKey>> = {
  brand: "admin.settings.brand",
  registration: "admin.setUp.registration.title",
  clientInvitations: "admin.clientInvitations.setting",
  mailTexts: "admin.mailTexts.title",
  portalRules: "admin.settings.rules",
  riskFreeRate: "admin.settings.riskFree",
  feeTable: "admin.settings.feeTable",
  treasury: "admin.settings.treasury",
  nbpService: "admin.settings.nbpService",
  identity: "admin.identity.title",
  pickups: "admin.pickups.folders",
  quoteSources: "admin.pickups.quoteSources",
  webhooks: "admin.webhooks.endpoints",
  screening: "admin.settings.screening",
  kycRules: "admin.settings.kycRules",
  firmDocuments: "admin.settings.firmDocuments",
  declarationTexts: "admin.settings.declarationTexts",
  amountBands: "admin.settings.amountBands",
  requiredContracts: "admin.settings.requiredContracts",
  clientRequests: "admin.settings.clientRequests",
  bankAccountRules: "admin.accounts.rules",
  depositInstructions: "admin.payments.instructions",
  withdrawalRules: "admin.payments.rules",
  documentTypes: "admin.settings.documentTypes",
  documentLimits: "admin.settings.documentLimits",
  ticketRules: "admin.settings.ticketRules",
  chatRules: "admin.settings.chatRules",
  staffSecondFactor: "admin.settings.security",
  fourEyes: "admin.settings.fourEyesTitle",
  machineKeys: "admin.machines.rules",
};

const name = "admin.history.name";
const source = (which: "ecb" | "prices"): Labels => ({
  [`${which}.isOn`]: which === "ecb" ? "admin.pickups.ecbOn" : "admin.pickups.pricesOn",
  [`${which}.automatic`]: [`admin.pickups.source.${which}`, "admin.pickups.automaticOn"],
  [`${which}.url`]: [`admin.pickups.source.${which}`, "admin.pickups.url"],
  [`${which}.expectedBy`]: [`admin.pickups.source.${which}`, "admin.pickups.expectedBy"],
});
const priorities = ["low", "normal", "high", "urgent"] as const;
const promises = (path: string): Labels =>
  Object.fromEntries(
    priorities.flatMap((priority) =>
      (["firstAnswer", "resolution"] as const).map((kind) => [
        `${path}.${priority}.${kind}`,
        [`admin.tickets.priority.${priority}`, `admin.settings.promise.${kind}`],
      ]),
    ),
  );
const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

export const settingLabels: Readonly<Record<SettingName, Labels>> = {
  mailTexts: {
    texts: "admin.mailTexts.title",
    "texts.id": "admin.mailTexts.key",
    "texts.words": "admin.history.text",
  },
  registration: { open: "admin.setUp.registration.switch" },
  clientInvitations: { perHour: "admin.clientInvitations.perHour", days: "admin.clientInvitations.days" },
  brand: {
    name: "admin.settings.firmName",
    logo: "admin.settings.logo",
    "accent.light": "admin.settings.accentLight",
    "accent.dark": "admin.settings.accentDark",
    supportEmail: "admin.settings.supportEmail",
    legalFooter: "admin.settings.legalFooter",
  },
  portalRules: {
    timeZone: "admin.settings.timeZone",
    baseCurrency: "admin.settings.baseCurrency",
    feesInCost: "admin.settings.feesInCost",
    benchmarkIsin: "admin.settings.benchmark",
  },
  riskFreeRate: { name: "admin.settings.riskFreeName", percent: "admin.settings.riskFreePercent" },
  feeTable: {
    fees: "admin.settings.feeTable",
    "fees.id": "admin.settings.fee.id",
    "fees.name": name,
    "fees.kind": "admin.settings.fee.kind",
    "fees.value": "admin.settings.fee.value",
    "fees.currency": "admin.settings.fee.currency",
    "fees.minimum": "admin.settings.fee.minimum",
    "fees.unit": "admin.settings.fee.unit",
    "fees.vatAdded": "admin.settings.fee.vat",
    "fees.note": "admin.history.note",
  },
  treasury: {
    asOf: "admin.settings.treasury.asOf",
    banks: "content.banks",
    "banks.name": "admin.settings.treasury.bank",
    "banks.country": "admin.settings.treasury.country",
    "banks.share": "admin.settings.treasury.share",
    interest: "content.interest",
    "interest.currency": "admin.settings.fee.currency",
    "interest.rate": "admin.settings.treasury.rate",
    "interest.note": "admin.history.note",
  },
  nbpService: { isOn: "admin.settings.nbpServiceOn" },
  identity: {
    providers: "admin.identity.providers",
    "providers.id": "admin.identity.providers",
    "providers.name": "admin.identity.name",
    "providers.isOn": "admin.identity.isOn",
    "providers.issuer": "admin.identity.issuer",
    "providers.clientId": "admin.identity.clientId",
    "providers.groupsClaim": "admin.identity.groupsClaim",
    "providers.groups": "admin.identity.groups",
    "providers.groups.group": "admin.identity.group",
    "providers.groups.role": "admin.identity.role",
    "providers.secondFactor": "admin.identity.secondFactor",
    "providers.acrValues": "admin.identity.acrValues",
    "providers.creates": "admin.identity.creates",
    "providers.endsSession": "admin.identity.endsSession",
    "providers.scimTokens": "admin.identity.scimTokens",
    "providers.scimTokens.madeAt": "admin.identity.scimTokens",
    "providers.scimTokens.hash": "admin.identity.scimTokens",
    emergency: "admin.identity.emergency",
  },
  webhooks: {
    endpoints: "admin.webhooks.endpoints",
    "endpoints.id": "admin.webhooks.endpoint",
    "endpoints.name": "admin.webhooks.name",
    "endpoints.url": "admin.webhooks.url",
    "endpoints.events": "admin.webhooks.events",
  },
  pickups: {
    connections: "admin.pickups.folders",
    "connections.custodianId": "admin.pickups.custodian",
    "connections.isOn": "admin.pickups.isOn",
    "connections.host": "admin.pickups.host",
    "connections.port": "admin.pickups.port",
    "connections.user": "admin.pickups.user",
    "connections.fingerprint": "admin.pickups.fingerprint",
    "connections.folder": "admin.pickups.folder",
    "connections.pattern": "admin.pickups.pattern",
    "connections.processedFolder": "admin.pickups.processedFolder",
    "connections.expectedBy": "admin.pickups.expectedBy",
  },
  quoteSources: { ...source("ecb"), ...source("prices") },
  screening: {
    source: "admin.screening.setting.source",
    service: "admin.screening.setting.service",
    "service.url": "admin.screening.setting.url",
    "service.dataset": "admin.screening.setting.dataset",
    threshold: "admin.screening.setting.threshold",
    keepDecisions: "admin.screening.setting.keep",
  },
  kycRules: {
    beneficialOwnerPercent: "admin.settings.beneficialOwnerPercent",
    reviewMonths: "admin.settings.reviewMonths",
    documentNoticeDays: "admin.settings.documentNoticeDays",
    retentionYears: "admin.settings.retentionYears",
    signInRetentionMonths: "admin.settings.signInRetentionMonths",
  },
  firmDocuments: {
    terms: "admin.settings.document.terms",
    tariff: "admin.settings.document.tariff",
    privacy: "admin.settings.document.privacy",
    risk: "admin.settings.document.risk",
  },
  declarationTexts: {
    terms: "admin.settings.declaration.terms",
    privacy: "admin.settings.declaration.privacy",
    truth: "admin.settings.declaration.truth",
    risk: "admin.settings.declaration.risk",
    electronicSignature: "admin.settings.declaration.electronicSignature",
    marketing: "admin.settings.declaration.marketing",
    taxCertification: "admin.settings.declaration.taxCertification",
    authorityConfirmed: "admin.settings.declaration.authorityConfirmed",
  },
  amountBands: {
    "limits.amountBand": "admin.settings.bands.amountBand",
    "limits.incomeBand": "admin.settings.bands.incomeBand",
    "limits.wealthBand": "admin.settings.bands.wealthBand",
    "limits.businessBand": "admin.settings.bands.businessBand",
    "limits.tradeVolume": "admin.settings.bands.tradeVolume",
    fundsProofFrom: "admin.settings.fundsProofFrom",
    wealthSourceFrom: "admin.settings.wealthSourceFrom",
  },
  requiredContracts: {
    KYC: "admin.settings.requiredContract.KYC",
    companyKYC: "admin.settings.requiredContract.companyKYC",
  },
  clientRequests: {
    recipients: "admin.settings.recipients",
    services: "admin.settings.services",
    "services.id": "admin.settings.serviceId",
    "services.name": name,
  },
  bankAccountRules: {
    waitHours: "admin.accounts.waitHours",
    waitHoursAfterReset: "admin.accounts.waitHoursAfterReset",
  },
  depositInstructions: {
    accounts: "admin.payments.instructions",
    "accounts.currency": "admin.payments.currency",
    "accounts.beneficiary": "admin.payments.beneficiary",
    "accounts.iban": "admin.payments.iban",
    "accounts.bic": "admin.payments.bic",
    "accounts.bank": "admin.payments.bank",
    "accounts.address": "admin.payments.address",
    "accounts.nip": "admin.payments.nip",
  },
  withdrawalRules: { companySigners: "admin.payments.companySigners", expiryDays: "admin.payments.expiryDays" },
  documentTypes: {
    types: "admin.settings.documentTypes",
    "types.id": "admin.settings.documentTypeId",
    "types.name": name,
    "types.clientsAdd": "admin.settings.documentTypeClientsAdd",
    "types.expires": "admin.settings.documentTypeExpires",
    "types.keepYears": "admin.history.keepYears",
  },
  documentLimits: {
    fileMegabytes: "admin.settings.documentLimit.fileMegabytes",
    holderMegabytes: "admin.settings.documentLimit.holderMegabytes",
  },
  ticketRules: {
    topics: "admin.settings.topic.title",
    "topics.id": "admin.settings.documentTypeId",
    "topics.name": name,
    "topics.clientsChoose": "admin.settings.topic.clientsChoose",
    ...promises("topics.promises"),
    closeAfterDays: "admin.settings.closeAfterDays",
    warnMinutes: "admin.settings.warnMinutes",
    ...promises("promises"),
    "hours.country": "admin.settings.hours.country",
    ...Object.fromEntries(
      weekdays.map((day) => [`hours.week.${day}`, ["admin.settings.hours.title", `admin.history.day.${day}`]]),
    ),
    "hours.ownDays": "admin.settings.ownDays.title",
    "hours.ownDays.day": "admin.settings.ownDays.day",
    "hours.ownDays.hours": "admin.settings.hours.title",
  },
  chatRules: { mailsShowText: "admin.settings.chatMailsShowText" },
  machineKeys: { callsPerMinute: "admin.machines.callsPerMinute", longestDays: "admin.machines.longestDays" },
  staffSecondFactor: { required: "admin.settings.staffFactor" },
  fourEyes: { on: "admin.settings.fourEyesTitle" },
};

/** Of what is kept elsewhere: the fields that the audit log records. */
export const otherLabels: Labels = {
  title: "admin.canned.name",
  texts: "admin.history.text",
  use: "admin.canned.use",
  fields: "admin.canned.atFields",
  label: "admin.history.label",
  names: name,
  choices: "admin.fields.choices",
  "choices.name": name,
  name,
  kind: "admin.custodians.kind",
  country: "admin.custodians.country",
  other_names: "admin.custodians.otherNames",
  formats: "admin.custodians.formats",
  day_basis: "admin.custodians.basis",
  confirmations: "admin.custodians.sender",
  quantity_tolerance: "admin.custodians.toleranceUnits",
  cash_tolerance: "admin.custodians.toleranceCash",
  automatic: "admin.custodians.automatic",
  currency: "admin.benchmarks.currency",
  instrument_id: "admin.benchmarks.instrument",
  source: "admin.benchmarks.source",
  rebalancing: "admin.benchmarks.rebalancing",
  parts: "admin.benchmarks.parts",
  "parts.weight": "admin.benchmarks.weight",
  version: "admin.history.version",
  isin: "admin.history.isin",
  manager: "admin.funds.manager",
  type: "admin.funds.type",
  legal_form: "admin.funds.form",
  venue: "admin.funds.venue",
  distribution: "admin.funds.distribution",
  ongoing_costs: "admin.funds.ongoingCosts",
  sri: "admin.funds.sri",
  clients: "admin.history.clients",
};

/** The words of values that are one of a few. */
const valueWords: Readonly<Record<string, (value: string) => PlainKey>> = {
  "feeTable fees.kind": (value) => `admin.settings.fee.kind.${value as "percent"}`,
  "feeTable fees.unit": (value) => `content.feeUnit.${value as "year"}`,
  "withdrawalRules companySigners": (value) => `admin.payments.signers.${value as "any"}`,
  "ticketRules hours.country": (value) => `admin.settings.hours.country.${value as "BG"}`,
  " kind": (value) => `admin.custodians.kind.${value as "bank"}`,
  " use": (value) => `admin.canned.use.${value as "answer"}`,
  " day_basis": (value) => `admin.custodians.basis.${value as "trade"}`,
  " confirmations": (value) => `admin.custodians.sender.${value as "firm"}`,
};

/** The words of a field of a setting, or of what is kept elsewhere (`setting` undefined); undefined if it has none. */
export const labelOf = (setting: string | undefined, field: string): readonly PlainKey[] | undefined => {
  const labels = setting === undefined ? otherLabels : settingLabels[setting as SettingName];
  const found = labels?.[field];
  return found === undefined ? undefined : typeof found === "string" ? [found] : found;
};

export const wordOfValue = (setting: string | undefined, field: string, value: string): PlainKey | undefined =>
  valueWords[`${setting ?? ""} ${field}`]?.(value);
