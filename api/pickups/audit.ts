/** What the audit log records of pickup. */
import type { AuditDeclaration } from "../audit-declaration.ts";

const file = ["source", "name", "bytes"] as const;

export const auditActions = {
  "pickup.secretSaved": { subject: "custodian", after: ["kind", "address"], text: "pickupSecretSaved" },
  "pickup.tested": { subject: "custodian", after: ["address", "fingerprint", "signIn"], text: "pickupTested" },
  "pickup.taken": { subject: "pickupFile", after: [...file, "sha256", "imports"], text: "pickupTaken" },
  "pickup.moved": { subject: "pickupFile", after: [...file, "to"], text: "pickupMoved" },
  "pickup.left": { subject: "pickupFile", after: [...file, "reason"], text: "pickupLeft" },
  "pickup.again": { subject: "pickupFile", after: file, text: "pickupAgain" },
  "pickup.setAside": { subject: "pickupFile", after: file, text: "pickupSetAside" },
} as const satisfies Record<string, AuditDeclaration>;
