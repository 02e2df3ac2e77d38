/** What the audit log records of screening. No entry is about a holder: those could reach the client. */
import type { AuditDeclaration } from "../audit-declaration.ts";

const list = ["name", "format", "entries", "names", "doubled", "refused", "sha256"] as const;

export const auditActions = {
  "screening.listPreviewed": { subject: "screeningList", after: [...list, "state"], text: "screeningListPreviewed" },
  "screening.listTaken": { subject: "screeningList", after: [...list, "before"], text: "screeningListTaken" },
  "screening.listDownloaded": { subject: "screeningList", after: ["name"], text: "screeningListDownloaded" },
  "screening.listDiscarded": { subject: "screeningList", after: ["name"], text: "screeningListDiscarded" },
  "screening.decided": {
    subject: "screeningCandidate",
    before: ["state"],
    after: ["state", "action", "reason", "entry", "list", "score"],
    text: "screeningDecided",
  },
  /** Who works on it; of other work that is recorded about the client. */
  "screening.claimed": { subject: "screeningCandidate", text: "screeningClaimed" },
  "screening.released": { subject: "screeningCandidate", text: "screeningReleased" },
  "screening.given": {
    subject: "screeningCandidate",
    before: ["staffId"],
    after: ["staffId"],
    text: "screeningGiven",
  },
} as const satisfies Record<string, AuditDeclaration>;
