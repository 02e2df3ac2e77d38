/** What the audit log records of imports. */
import type { AuditDeclaration } from "../audit-declaration.ts";

const imported = ["kind", "fileName", "state", "rows", "newRows", "knownRows", "refusedRows"] as const;

export const auditActions = {
  "holder.entriesBooked": {
    subject: "holder",
    after: ["import", "fileName", "entries", "reversals"],
    text: "entriesBooked",
  },
  "import.previewed": {
    subject: "import",
    after: [...imported, "sha256", "excluded", "decided", "transferCosts", "account", "mapping", "pickedUpFrom"],
    text: "importPreviewed",
  },
  "import.shownAnew": { subject: "import", after: imported, text: "importShownAnew" },
  "import.quotesAccepted": { subject: "import", after: [...imported, "accepted"], text: "quotesAccepted" },
  "import.answered": { subject: "import", after: [...imported, "question", "answer"], text: "importAnswered" },
  "import.confirmed": {
    subject: "import",
    after: [...imported, "excluded", "decided", "transferCosts", "account", "mapping"],
    text: "importConfirmed",
  },
  "import.refused": { subject: "import", after: imported, text: "importRefused" },
  "import.discarded": { subject: "import", after: imported, text: "importDiscarded" },
} as const satisfies Record<string, AuditDeclaration>;
