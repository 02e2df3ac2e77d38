/** Where each step is done: a section of the settings, opened in place, or a page. */
import type { SetUpStepId } from "@portico/api/rules/set-up-steps.ts";
import type { SectionId } from "../settings-sections.ts";

interface Place {
  section?: SectionId;
  /** After `/admin/`. */
  page?: string;
}

export const placeOf: Readonly<Record<SetUpStepId, Place>> = {
  brand: { section: "branding" },
  portalRules: { section: "portal" },
  // Its own part of the page.
  mail: {},
  terms: { page: "content/terms" },
  privacy: { page: "content/privacy" },
  fees: { section: "fees", page: "content/fees" },
  treasury: { section: "treasury", page: "content/treasury" },
  funds: { page: "target" },
  kycRules: { section: "kyc" },
  declarationTexts: { section: "declarations" },
  documentTypes: { section: "document-types" },
  contractTemplates: { page: "contracts/templates" },
  existingClients: { page: "client-imports" },
  ticketRules: { section: "tickets" },
  chatRules: { section: "chats" },
  depositInstructions: { section: "payments" },
  withdrawalRules: { section: "payments" },
  custodian: { page: "custodians" },
  import: { page: "imports" },
  prices: { page: "instruments" },
  secondAdmin: { page: "people" },
  fourEyes: { section: "security" },
  colleagues: { page: "people" },
  staffSecondFactor: { section: "security" },
};
