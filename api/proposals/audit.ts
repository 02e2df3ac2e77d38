/** What the audit log records of proposals. */
import type { AuditDeclaration } from "../audit-declaration.ts";

const proposed = { subject: "holder", before: "any", after: "any" } as const;

export const auditActions = {
  "proposal.setRoleProposed": { ...proposed, text: "roleProposed" },
  "proposal.setClientNumberProposed": { ...proposed, text: "numberProposed" },
  "proposal.disableProposed": { ...proposed, text: "disableProposed" },
  "proposal.enableProposed": { ...proposed, text: "enableProposed" },
  "proposal.resetFactorsProposed": { ...proposed, text: "resetFactorsProposed" },
  "proposal.fourEyesOffProposed": { ...proposed, text: "fourEyesOffProposed" },
  "proposal.setBankAccountsProposed": { ...proposed, text: "accountsProposed" },
  "proposal.decideBankAccountProposed": { ...proposed, text: "accountDecisionProposed" },
  "proposal.addRepresentativesProposed": { ...proposed, text: "representativesProposed" },
  "proposal.setRepresentativesProposed": { ...proposed, text: "representativesChangeProposed" },
  "proposal.setDepositInstructionsProposed": { ...proposed, text: "instructionsProposed" },
  "proposal.saveSettingProposed": { ...proposed, text: "settingProposed" },
  "proposal.setSignersProposed": { ...proposed, text: "signersProposed" },
  "proposal.setNameProposed": { ...proposed, text: "nameProposed" },
  "proposal.setShareProposed": { ...proposed, text: "shareProposed" },
  "proposal.linkAccountProposed": { ...proposed, text: "linkAccountProposed" },
  "proposal.loosenCustodianProposed": { ...proposed, text: "loosenCustodianProposed" },
  "proposal.placeHoldProposed": { ...proposed, text: "placeHoldProposed" },
  "proposal.liftHoldProposed": { ...proposed, text: "liftHoldProposed" },
  "proposal.makeArchiveProposed": { ...proposed, text: "makeArchiveProposed" },
  "proposal.eraseDataProposed": { ...proposed, text: "eraseDataProposed" },
  "proposal.declined": { ...proposed, text: "proposalDeclined" },
  "proposal.withdrawn": { ...proposed, text: "proposalWithdrawn" },
  "proposal.overtaken": { ...proposed, text: "proposalOvertaken" },
} as const satisfies Record<string, AuditDeclaration>;
