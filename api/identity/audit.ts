/** What the audit log records of identity providers and of the accounts that they keep. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "identity.secretSaved": { subject: "setting", after: ["provider", "address"], text: "identitySecretSaved" },
  "identity.tested": { subject: "setting", after: ["provider", "role", "refusal"], text: "identityTested" },
  "identity.tokenMade": { subject: "setting", after: ["hash"], text: "identityTokenMade" },
  "identity.accountCreated": { subject: "user", after: ["provider", "email", "role"], text: "identityAccountCreated" },
  "identity.linkAsked": { subject: "user", after: ["provider", "email", "subject"], text: "identityLinkAsked" },
  "identity.linked": { subject: "user", after: ["provider", "email", "subject"], text: "identityLinked" },
  "identity.unlinked": { subject: "user", before: ["provider", "email", "subject"], text: "identityUnlinked" },
  "identity.refused": { subject: "user", after: ["provider", "reason"], text: "identityRefused" },
  "identity.loggedOut": { subject: "user", after: ["provider", "sessionIds"], text: "identityLoggedOut" },
  "identity.rightsLost": { subject: "user", after: ["provider", "sessionIds"], text: "identityRightsLost" },
  "identity.provisioned": { subject: "user", after: ["provider", "userName", "active"], text: "identityProvisioned" },
  "identity.deprovisioned": { subject: "user", after: ["provider", "userName"], text: "identityDeprovisioned" },
  "identity.groupSaved": { subject: "setting", after: ["provider", "group", "members"], text: "identityGroupSaved" },
  "identity.groupRemoved": { subject: "setting", before: ["provider", "group"], text: "identityGroupRemoved" },
  "identity.handedOver": { subject: "user", after: "any", text: "identityHandedOver" },
} as const satisfies Record<string, AuditDeclaration>;
