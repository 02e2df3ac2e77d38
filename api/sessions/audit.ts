/** What the audit log records of signing in and its factors. */
import type { AuditDeclaration } from "../audit-declaration.ts";

export const auditActions = {
  "user.lockedOut": { subject: "user", after: ["failed", "where"], text: "lockedOut" },
  "user.wrongCodes": { subject: "user", after: ["wrong"], text: "wrongCodes" },
  "user.passwordResetAsked": { subject: "user", text: "passwordResetAsked" },
  "user.passwordReset": { subject: "user", after: ["endedSessions"], text: "passwordReset" },
  "user.passwordChanged": { subject: "user", after: ["endedSessions"], text: "passwordChanged" },
  "user.authenticatorAdded": { subject: "user", text: "authenticatorAdded" },
  "user.authenticatorRemoved": { subject: "user", text: "authenticatorRemoved" },
  "user.passkeyAdded": { subject: "user", after: ["passkeyId", "name"], text: "passkeyAdded" },
  "user.passkeyRemoved": { subject: "user", before: ["passkeyId", "name"], text: "passkeyRemoved" },
  "user.recoveryCodesMade": { subject: "user", after: ["count"], text: "recoveryCodesMade" },
  "user.recoveryCodeUsed": { subject: "user", after: ["left"], text: "recoveryCodeUsed" },
  "user.factorsReset": { subject: "user", after: ["endedSessions", "reason"], text: "factorsReset" },
  "user.ownFactorRequiredSet": {
    subject: "user",
    before: ["required"],
    after: ["required"],
    text: "ownFactorRequired",
  },
  "session.opened": { subject: "user", after: ["sessionId", "factor"], text: "signedIn" },
  "session.emergencyOpened": { subject: "user", text: "emergencySignedIn" },
  "session.codeConfirmed": { subject: "user", after: ["factor"], text: "codeConfirmed" },
  "session.ended": { subject: "user", after: ["sessionIds"], text: "sessionEnded" },
  "session.signedOut": { subject: "user", text: "signedOut" },
  "session.wrongCookieRefused": { subject: "user", after: ["sessionId"], text: "wrongCookie" },
} as const satisfies Record<string, AuditDeclaration>;
