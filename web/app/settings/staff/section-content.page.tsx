/** The forms of one section of the settings. */

import { CannedAnswers } from "../../canned-answers/staff/canned-answers.tsx";
import { DataFields } from "../../data-fields/staff/data-fields.tsx";
import { Groups } from "../../distribution-groups/staff/groups.tsx";
import { JobRuns } from "../../jobs/staff/job-runs.tsx";
import { Processes } from "../../jobs/staff/processes.tsx";
import { NotifyForm } from "../../notifications/staff/notify-form.tsx";
import { SettingProposals } from "../../proposals/staff/setting-proposals.tsx";
import { useText } from "../../ui/text.tsx";
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
import { FourEyes, KycRules } from "./kyc-rules.tsx";
import { RequiredContractsForm } from "./required-contracts-form.tsx";
import { RulesForm } from "./rules-form.tsx";
import { SettingCard } from "./setting-card.tsx";
import type { SectionId } from "./settings-sections.ts";
import { StaffFactor } from "./staff-factor.tsx";
import { TicketRulesForm } from "./ticket-rules-form.tsx";
import { TreasuryForm } from "./treasury-form.tsx";
import { WithdrawalRulesForm } from "./withdrawal-rules-form.tsx";

export function SectionContent({ id, canChange }: { id: SectionId; canChange: boolean }) {
  const t = useText();
  switch (id) {
    case "branding":
      return (
        <SettingCard name="brand" title={t("admin.settings.brand")} hint={t("admin.settings.brandHint")}>
          {(saved) => <BrandForm saved={saved} canChange={saved.can.save} />}
        </SettingCard>
      );
    case "portal":
      return (
        <SettingCard name="portalRules" title={t("admin.settings.rules")}>
          {(saved) => <RulesForm saved={saved} canChange={saved.can.save} />}
        </SettingCard>
      );
    case "fees":
      return (
        <SettingCard name="feeTable" title={t("admin.settings.feeTable")} hint={t("admin.settings.feeTableHint")}>
          {(saved) => <FeeTableForm saved={saved} canChange={saved.can.save} />}
        </SettingCard>
      );
    case "treasury":
      return (
        <SettingCard name="treasury" title={t("admin.settings.treasury")} hint={t("admin.settings.treasuryHint")}>
          {(saved) => <TreasuryForm saved={saved} canChange={saved.can.save} />}
        </SettingCard>
      );
    case "kyc":
      return (
        <SettingCard name="kycRules" title={t("admin.settings.kycRules")}>
          {(saved) => (
            <>
              <SettingProposals action="saveSetting" setting="kycRules" />
              <KycRules saved={saved} canChange={saved.can.save} />
            </>
          )}
        </SettingCard>
      );
    case "documents":
      return (
        <SettingCard
          name="firmDocuments"
          title={t("admin.settings.firmDocuments")}
          hint={t("admin.settings.firmDocumentsHint")}
        >
          {(saved) => <FirmDocumentsForm saved={saved} canChange={saved.can.save} />}
        </SettingCard>
      );
    case "declarations":
      return (
        <SettingCard
          name="declarationTexts"
          title={t("admin.settings.declarationTexts")}
          hint={t("admin.settings.declarationTextsHint")}
        >
          {(saved) => <DeclarationTextsForm saved={saved} canChange={saved.can.save} />}
        </SettingCard>
      );
    case "amounts":
      return (
        <SettingCard
          name="amountBands"
          title={t("admin.settings.amountBands")}
          hint={t("admin.settings.amountBandsHint")}
        >
          {(saved) => <AmountBandsForm saved={saved} canChange={saved.can.save} />}
        </SettingCard>
      );
    case "required-contracts":
      return (
        <SettingCard
          name="requiredContracts"
          title={t("admin.settings.requiredContracts")}
          hint={t("admin.settings.requiredContractsHint")}
        >
          {(saved) => <RequiredContractsForm saved={saved} canChange={saved.can.save} />}
        </SettingCard>
      );
    case "services":
      return (
        <SettingCard name="clientRequests" title={t("admin.settings.clientRequests")}>
          {(saved) => <ClientRequestsForm saved={saved} canChange={saved.can.save} />}
        </SettingCard>
      );
    case "bank-accounts":
      return (
        <SettingCard name="bankAccountRules" title={t("admin.accounts.rules")} hint={t("admin.accounts.rulesHint")}>
          {(saved) => (
            <>
              <SettingProposals action="saveSetting" setting="bankAccountRules" />
              <BankAccountRulesForm saved={saved} canChange={saved.can.save} />
            </>
          )}
        </SettingCard>
      );
    case "payments":
      return (
        <>
          <SettingCard
            name="depositInstructions"
            title={t("admin.payments.instructions")}
            hint={t("admin.payments.instructionsHint")}
          >
            {(saved) => (
              <>
                <SettingProposals action="setDepositInstructions" />
                <DepositInstructionsForm saved={saved} canChange={saved.can.save} />
              </>
            )}
          </SettingCard>
          <SettingCard name="withdrawalRules" title={t("admin.payments.rules")} hint={t("admin.payments.rulesHint")}>
            {(saved) => (
              <>
                <SettingProposals action="saveSetting" setting="withdrawalRules" />
                <WithdrawalRulesForm saved={saved} canChange={saved.can.save} />
              </>
            )}
          </SettingCard>
        </>
      );
    case "document-types":
      return (
        <>
          <SettingCard
            name="documentTypes"
            title={t("admin.settings.documentTypes")}
            hint={t("admin.settings.documentTypesHint")}
          >
            {(saved) => (
              <>
                <SettingProposals action="saveSetting" setting="documentTypes" />
                <DocumentTypesForm saved={saved} canChange={saved.can.save} />
              </>
            )}
          </SettingCard>
          <SettingCard
            name="documentLimits"
            title={t("admin.settings.documentLimits")}
            hint={t("admin.settings.documentLimitsHint")}
          >
            {(saved) => <DocumentLimitsForm saved={saved} canChange={saved.can.save} />}
          </SettingCard>
        </>
      );
    case "tickets":
      return (
        <SettingCard
          name="ticketRules"
          title={t("admin.settings.ticketRules")}
          hint={t("admin.settings.ticketRulesHint")}
        >
          {(saved) => <TicketRulesForm saved={saved} canChange={saved.can.save} />}
        </SettingCard>
      );
    case "chats":
      return (
        <SettingCard name="chatRules" title={t("admin.settings.chatRules")}>
          {(saved) => <ChatRules saved={saved} canChange={saved.can.save} />}
        </SettingCard>
      );
    case "canned-answers":
      return <CannedAnswers />;
    case "data-fields":
      return <DataFields canAdd={canChange} />;
    case "groups":
      return <Groups renderNotifyForm={(group) => <NotifyForm to={{ group }} />} />;
    case "security":
      return (
        <>
          <SettingCard name="staffSecondFactor" title={t("admin.settings.security")}>
            {(saved) => (
              <>
                <SettingProposals action="saveSetting" setting="staffSecondFactor" />
                <StaffFactor saved={saved} canChange={saved.can.save} />
              </>
            )}
          </SettingCard>
          <SettingCard name="fourEyes" title={t("admin.settings.fourEyesTitle")}>
            {(saved) => <FourEyes saved={saved} canChange={saved.can.save} />}
          </SettingCard>
        </>
      );
    case "jobs":
      return (
        canChange && (
          <>
            <JobRuns />
            <Processes />
          </>
        )
      );
    default:
      return id satisfies never;
  }
}
