/** The forms of one section of the settings. */
import type { SettingName } from "@portico/api/settings/shapes.ts";
import type { ComponentType, ReactNode } from "react";
import { CannedAnswers } from "../../canned-answers/staff/canned-answers.tsx";
import { DataFields } from "../../data-fields/staff/data-fields.tsx";
import { Groups } from "../../distribution-groups/staff/groups.tsx";
import { JobRuns } from "../../jobs/staff/job-runs.tsx";
import { Processes } from "../../jobs/staff/processes.tsx";
import { NotifyForm } from "../../notifications/staff/notify-form.tsx";
import { SettingProposals } from "../../proposals/staff/setting-proposals.tsx";
import type { Saved } from "../../shell/staff/use-setting.ts";
import { type PlainKey, useText } from "../../ui/text.tsx";
import { AmountBandsForm } from "./amount-bands-form.tsx";
import { BankAccountRulesForm } from "./bank-account-rules-form.tsx";
import { BrandForm } from "./brand-form.tsx";
import { ChatRules } from "./chat-rules.tsx";
import { ClientRequestsForm } from "./client-requests-form.tsx";
import { DeclarationTextsForm } from "./declaration-texts-form.tsx";
import { DepositInstructionsForm } from "./deposit-instructions-form.tsx";
import { DocumentLimitsForm } from "./document-limits-form.tsx";
import { DocumentTypesForm } from "./document-types-form.tsx";
import { FeeTableForm } from "./fee-table-form.tsx";
import { FirmDocumentsForm } from "./firm-documents-form.tsx";
import { IdentityForm } from "./identity-form.tsx";
import { FourEyes, KycRules } from "./kyc-rules.tsx";
import { MachineKeysForm } from "./machine-keys-form.tsx";
import { MailTextsForm } from "./mail-texts-form.tsx";
import { NbpServiceForm } from "./nbp-service-form.tsx";
import { PickupsForm } from "./pickups-form.tsx";
import { QuoteSourcesForm } from "./quote-sources-form.tsx";
import { RequiredContractsForm } from "./required-contracts-form.tsx";
import { RiskFreeForm } from "./risk-free-form.tsx";
import { RulesForm } from "./rules-form.tsx";
import { ScreeningForm } from "./screening-form.tsx";
import { SettingCard } from "./setting-card.tsx";
import type { SectionId } from "./settings-sections.ts";
import { StaffFactor } from "./staff-factor.tsx";
import { TicketRulesForm } from "./ticket-rules-form.tsx";
import { TreasuryForm } from "./treasury-form.tsx";
import { WebhooksForm } from "./webhooks-form.tsx";
import { WithdrawalRulesForm } from "./withdrawal-rules-form.tsx";

interface Content {
  canChange: boolean;
}

/** The card of a setting: its form, below the proposals to change it if those wait for a colleague (`asks`). */
function card<N extends SettingName>(
  name: N,
  Form: ComponentType<{ saved: Saved<N>; canChange: boolean }>,
  title: PlainKey,
  { hint, asks }: { hint?: PlainKey; asks?: "saveSetting" | "setDepositInstructions" } = {},
): (content: Content) => ReactNode {
  return function Card() {
    const t = useText();
    return (
      <SettingCard name={name} title={t(title)} {...(hint && { hint: t(hint) })}>
        {(saved) => (
          <>
            {asks && <SettingProposals action={asks} {...(asks === "saveSetting" && { setting: name })} />}
            <Form saved={saved} canChange={saved.can.save} />
          </>
        )}
      </SettingCard>
    );
  };
}

const contents: Record<SectionId, readonly ((content: Content) => ReactNode)[]> = {
  branding: [card("brand", BrandForm, "admin.settings.brand", { hint: "admin.settings.brandHint" })],
  "mail-texts": [card("mailTexts", MailTextsForm, "admin.mailTexts.title", { hint: "admin.mailTexts.hint" })],
  portal: [
    card("portalRules", RulesForm, "admin.settings.rules"),
    card("riskFreeRate", RiskFreeForm, "admin.settings.riskFree", { hint: "admin.settings.riskFreeHint" }),
  ],
  fees: [card("feeTable", FeeTableForm, "admin.settings.feeTable", { hint: "admin.settings.feeTableHint" })],
  treasury: [card("treasury", TreasuryForm, "admin.settings.treasury", { hint: "admin.settings.treasuryHint" })],
  taxes: [card("nbpService", NbpServiceForm, "admin.settings.nbpService", { hint: "admin.settings.nbpServiceHint" })],
  pickups: [
    card("pickups", PickupsForm, "admin.pickups.folders", { hint: "admin.pickups.foldersHint", asks: "saveSetting" }),
    card("quoteSources", QuoteSourcesForm, "admin.pickups.quoteSources", {
      hint: "admin.pickups.quoteSourcesHint",
      asks: "saveSetting",
    }),
  ],
  webhooks: [
    card("webhooks", WebhooksForm, "admin.webhooks.endpoints", {
      hint: "admin.webhooks.endpointsHint",
      asks: "saveSetting",
    }),
  ],
  screening: [card("screening", ScreeningForm, "admin.settings.screening", { asks: "saveSetting" })],
  kyc: [card("kycRules", KycRules, "admin.settings.kycRules", { asks: "saveSetting" })],
  documents: [
    card("firmDocuments", FirmDocumentsForm, "admin.settings.firmDocuments", {
      hint: "admin.settings.firmDocumentsHint",
    }),
  ],
  declarations: [
    card("declarationTexts", DeclarationTextsForm, "admin.settings.declarationTexts", {
      hint: "admin.settings.declarationTextsHint",
    }),
  ],
  amounts: [
    card("amountBands", AmountBandsForm, "admin.settings.amountBands", { hint: "admin.settings.amountBandsHint" }),
  ],
  "required-contracts": [
    card("requiredContracts", RequiredContractsForm, "admin.settings.requiredContracts", {
      hint: "admin.settings.requiredContractsHint",
    }),
  ],
  services: [card("clientRequests", ClientRequestsForm, "admin.settings.clientRequests")],
  "bank-accounts": [
    card("bankAccountRules", BankAccountRulesForm, "admin.accounts.rules", {
      hint: "admin.accounts.rulesHint",
      asks: "saveSetting",
    }),
  ],
  payments: [
    card("depositInstructions", DepositInstructionsForm, "admin.payments.instructions", {
      hint: "admin.payments.instructionsHint",
      asks: "setDepositInstructions",
    }),
    card("withdrawalRules", WithdrawalRulesForm, "admin.payments.rules", {
      hint: "admin.payments.rulesHint",
      asks: "saveSetting",
    }),
  ],
  "document-types": [
    card("documentTypes", DocumentTypesForm, "admin.settings.documentTypes", {
      hint: "admin.settings.documentTypesHint",
      asks: "saveSetting",
    }),
    card("documentLimits", DocumentLimitsForm, "admin.settings.documentLimits", {
      hint: "admin.settings.documentLimitsHint",
    }),
  ],
  tickets: [
    card("ticketRules", TicketRulesForm, "admin.settings.ticketRules", { hint: "admin.settings.ticketRulesHint" }),
  ],
  chats: [card("chatRules", ChatRules, "admin.settings.chatRules")],
  "canned-answers": [CannedAnswers],
  "data-fields": [({ canChange }) => <DataFields canAdd={canChange} />],
  groups: [() => <Groups renderNotifyForm={(group) => <NotifyForm to={{ group }} />} />],
  security: [
    card("staffSecondFactor", StaffFactor, "admin.settings.security", { asks: "saveSetting" }),
    card("fourEyes", FourEyes, "admin.settings.fourEyesTitle"),
    card("machineKeys", MachineKeysForm, "admin.machines.rules", {
      hint: "admin.machines.rulesHint",
      asks: "saveSetting",
    }),
  ],
  identity: [
    card("identity", IdentityForm, "admin.identity.providers", {
      hint: "admin.identity.providersHint",
      asks: "saveSetting",
    }),
  ],
  jobs: [({ canChange }) => canChange && <JobRuns />, ({ canChange }) => canChange && <Processes />],
};

export const SectionContent = ({ id, canChange }: { id: SectionId } & Content) =>
  contents[id].map((Part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a section's cards never change.
    <Part key={place} canChange={canChange} />
  ));
