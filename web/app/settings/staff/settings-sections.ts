/** Which section contains each setting: sections by subject, each with its own address under /admin/settings. */
import type { SettingName } from "@portico/api/settings/shapes.ts";
import type { PlainKey } from "../../ui/text.tsx";
import { settingDraft } from "./use-setting-form.ts";

export interface SettingsSection {
  /** As in the address. */
  id: string;
  title: PlainKey;
  about: PlainKey;
  /** Names of the drafts that its unsaved input may have. */
  drafts: readonly string[];
  adminOnly?: true;
  /** What may be changed there is not an admin's alone. */
  ownRights?: true;
}

const draftsOf = (...names: SettingName[]) => names.map((name) => settingDraft(name));

export const settingsGroups = [
  {
    title: "admin.settings.group.firm",
    sections: [
      {
        id: "branding",
        title: "admin.settings.brand",
        about: "admin.settings.about.branding",
        drafts: draftsOf("brand"),
      },
      {
        id: "portal",
        title: "admin.settings.rules",
        about: "admin.settings.about.portal",
        drafts: draftsOf("portalRules"),
      },
      {
        id: "fees",
        title: "admin.settings.feeTable",
        about: "admin.settings.about.fees",
        drafts: draftsOf("feeTable"),
      },
      {
        id: "treasury",
        title: "admin.settings.treasury",
        about: "admin.settings.about.treasury",
        drafts: draftsOf("treasury"),
      },
    ],
  },
  {
    title: "admin.settings.group.identity",
    sections: [
      { id: "kyc", title: "admin.settings.kycRules", about: "admin.settings.about.kyc", drafts: draftsOf("kycRules") },
      {
        id: "documents",
        title: "admin.settings.firmDocuments",
        about: "admin.settings.about.documents",
        drafts: draftsOf("firmDocuments"),
      },
      {
        id: "declarations",
        title: "admin.settings.declarationTexts",
        about: "admin.settings.about.declarations",
        drafts: draftsOf("declarationTexts"),
      },
      {
        id: "amounts",
        title: "admin.settings.amountBands",
        about: "admin.settings.about.amounts",
        drafts: draftsOf("amountBands"),
      },
      {
        id: "required-contracts",
        title: "admin.settings.requiredContracts",
        about: "admin.settings.about.requiredContracts",
        drafts: draftsOf("requiredContracts"),
      },
    ],
  },
  {
    title: "admin.settings.group.clients",
    sections: [
      {
        id: "services",
        title: "admin.settings.clientRequests",
        about: "admin.settings.about.services",
        drafts: draftsOf("clientRequests"),
      },
      {
        id: "bank-accounts",
        title: "admin.accounts.rules",
        about: "admin.accounts.rulesAbout",
        drafts: draftsOf("bankAccountRules"),
      },
      {
        id: "payments",
        title: "admin.payments.settings",
        about: "admin.payments.settingsAbout",
        drafts: draftsOf("depositInstructions", "withdrawalRules"),
      },
      {
        id: "document-types",
        title: "admin.settings.documentTypes",
        about: "admin.settings.about.documentTypes",
        drafts: draftsOf("documentTypes", "documentLimits"),
      },
      {
        id: "tickets",
        title: "admin.settings.ticketRules",
        about: "admin.settings.about.tickets",
        drafts: draftsOf("ticketRules"),
      },
      { id: "chats", title: "admin.settings.chatRules", about: "admin.settings.about.chats", drafts: [] },
      {
        id: "canned-answers",
        title: "admin.canned.title",
        about: "admin.settings.about.canned",
        drafts: [],
        ownRights: true,
      },
      { id: "data-fields", title: "admin.fields.title", about: "admin.settings.about.fields", drafts: ["field"] },
      { id: "groups", title: "admin.groups.title", about: "admin.settings.about.groups", drafts: [] },
    ],
  },
  {
    title: "admin.settings.group.operation",
    sections: [
      { id: "security", title: "admin.settings.staffSecurity", about: "admin.settings.about.security", drafts: [] },
      { id: "jobs", title: "admin.jobs.title", about: "admin.settings.about.jobs", drafts: [], adminOnly: true },
    ],
  },
] as const satisfies readonly { title: PlainKey; sections: readonly SettingsSection[] }[];

const sections = settingsGroups.flatMap((group) => group.sections as readonly SettingsSection[]);
export type SectionId = (typeof settingsGroups)[number]["sections"][number]["id"];

export const sectionOf = (id: string | undefined): SettingsSection | undefined =>
  sections.find((section) => section.id === id);

/** All drafts of the settings. */
export const settingsDrafts: readonly string[] = sections.flatMap(({ drafts }) => drafts);
