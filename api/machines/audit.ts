/** What the audit log records of machines' keys: never a secret. */
import type { AuditDeclaration } from "../audit-declaration.ts";

const content = ["name", "level", "scopes", "addresses", "expiresAt", "waits"] as const;

export const auditActions = {
  "machineKey.made": { subject: "machineKey", after: content, text: "machineKeyMade" },
  "machineKey.approved": { subject: "machineKey", after: ["name"], text: "machineKeyApproved" },
  "machineKey.declined": { subject: "machineKey", before: ["name"], text: "machineKeyDeclined" },
  "machineKey.revoked": { subject: "machineKey", before: ["name"], text: "machineKeyRevoked" },
  "machineKey.rotated": { subject: "machineKey", after: ["name", "overlapHours"], text: "machineKeyRotated" },
  "machineKey.takenOver": {
    subject: "machineKey",
    before: ["userId"],
    after: ["name", "waits"],
    text: "machineKeyTakenOver",
  },
  "machineKey.stopped": { subject: "machineKey", before: ["name", "userId"], text: "machineKeyStopped" },
  /** It came in an address; `former`: only the secret that was being replaced, which ended. */
  "machineKey.exposed": { subject: "machineKey", after: ["name", "former"], text: "machineKeyExposed" },
} as const satisfies Record<string, AuditDeclaration>;
