/** What a firm sets up before its first client, in the order of the page. */
import type { SettingName } from "../settings/shapes.ts";

export const setUpParts = ["firm", "texts", "clients", "service", "money", "people"] as const;
export type SetUpPart = (typeof setUpParts)[number];

interface SetUpStep {
  id: string;
  part: SetUpPart;
  /** What cannot begin without it; nothing can be too late for the others. */
  blocks?: "registration" | "clients";
  /** Some firms do without. */
  optional?: true;
  /** Done once the setting was saved. */
  setting?: SettingName;
  /** The setting's value as shipped is one that a firm may accept. */
  hasDefault?: true;
}

export const setUpSteps = [
  { id: "brand", part: "firm", blocks: "registration", setting: "brand" },
  { id: "portalRules", part: "firm", blocks: "clients", setting: "portalRules", hasDefault: true },
  { id: "mail", part: "firm", blocks: "clients" },
  { id: "terms", part: "texts", blocks: "registration" },
  { id: "privacy", part: "texts", blocks: "registration" },
  { id: "fees", part: "texts", setting: "feeTable" },
  { id: "treasury", part: "texts", setting: "treasury" },
  { id: "funds", part: "texts", optional: true },
  { id: "kycRules", part: "clients", blocks: "clients", setting: "kycRules", hasDefault: true },
  { id: "declarationTexts", part: "clients", blocks: "clients", setting: "declarationTexts", hasDefault: true },
  { id: "documentTypes", part: "clients", setting: "documentTypes", hasDefault: true },
  { id: "contractTemplates", part: "clients" },
  { id: "existingClients", part: "clients", optional: true },
  { id: "ticketRules", part: "service", setting: "ticketRules", hasDefault: true },
  { id: "chatRules", part: "service", setting: "chatRules", hasDefault: true },
  { id: "depositInstructions", part: "money", blocks: "clients", setting: "depositInstructions" },
  { id: "withdrawalRules", part: "money", setting: "withdrawalRules", hasDefault: true },
  { id: "custodian", part: "money" },
  { id: "import", part: "money" },
  { id: "prices", part: "money" },
  { id: "secondAdmin", part: "people" },
  { id: "fourEyes", part: "people", setting: "fourEyes" },
  { id: "colleagues", part: "people" },
  { id: "staffSecondFactor", part: "people", setting: "staffSecondFactor", hasDefault: true },
] as const satisfies readonly SetUpStep[];

export type SetUpStepId = (typeof setUpSteps)[number]["id"];
export const setUpStepIds = setUpSteps.map(({ id }) => id);

/** The rules of a step, without those of others. */
export const ruleOf = (id: SetUpStepId): SetUpStep =>
  (setUpSteps as readonly SetUpStep[]).find((step) => step.id === id) as SetUpStep;

/** Why a step is not done; a key of the wording `admin.setUp.lacks.`. */
export const setUpLacks = [
  "saved",
  "unusable",
  "example",
  "reserved",
  "entries",
  "page",
  "server",
  "arrival",
  "on",
  "none",
  "signIn",
] as const;
/** What is missing before registration is opened: a document, or the support address. */
export const registrationGaps = ["terms", "privacy", "support"] as const;

/** Settings that a step or the registration depends on. */
export const setUpSettings: readonly SettingName[] = [
  ...setUpStepIds.flatMap((id) => ruleOf(id).setting ?? []),
  "firmDocuments",
  "registration",
];
