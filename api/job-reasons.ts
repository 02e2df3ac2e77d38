/** Why a job failed, as data: admins read it in their language, as the text `admin.jobs.reason.<kind>`. */
import { z } from "zod";
import { instant } from "./shapes.ts";

const word = z.string();

/** Kinds and what their texts take. */
export const jobReason = z.discriminatedUnion("kind", [
  z.object({
    kind: z.enum([
      /** Any error that has no kind of its own. */
      "unexpected",
      "mailboxPassword",
      "mailboxBroken",
      "sharepointTenant",
      "sharepointApplication",
      "sharepointSecretWrong",
      "sharepointSecretExpired",
      "sharepointCertificate",
      "sharepointCredential",
      "sharepointSignIn",
      "sharepointUnreachable",
      "sharepointPause",
      "sharepointUnavailable",
      "sharepointDefaultLibrary",
      "sharepointOther",
    ]),
  }),
  z.object({
    kind: z.enum([
      "mailboxHostUnknown",
      "mailboxHostLookup",
      "mailboxPortClosed",
      "mailboxUnreachable",
      "mailboxSilent",
      "mailboxGreeting",
      "mailboxCertificateExpired",
      "mailboxCertificateEarly",
      "mailboxCertificateName",
      "mailboxCertificateSelfSigned",
      "mailboxCertificateUntrusted",
      "mailboxCertificateIncomplete",
      "mailboxNoTls",
      "mailboxUnencrypted",
      "mailboxOther",
    ]),
    host: word,
    port: z.number(),
  }),
  z.object({ kind: z.enum(["mailboxFolderUnreadable", "mailboxFolderNone", "sharepointFolder"]), folder: word }),
  z.object({ kind: z.enum(["pickupFailed", "pickupLate"]), name: word }),
  // The first break of each broken chain of the audit log.
  z.object({
    kind: z.literal("auditBroken"),
    count: z.number(),
    breaks: z.array(z.object({ chain: z.number(), position: z.number(), reason: word })),
  }),
  z.object({ kind: z.literal("mailboxFolderMissing"), folder: word, folders: word }),
  z.object({ kind: z.enum(["sharepointSite", "sharepointPermission"]), site: word }),
  z.object({ kind: z.literal("sharepointLibrary"), library: word }),
  z.object({ kind: z.enum(["sharepointClockBehind", "sharepointClockAhead"]), minutes: z.number() }),
  // A mail that was set aside: by its headers, or by its number in the folder if the mail server does not give it.
  z.object({ kind: z.literal("mailSetAside"), messageId: word, sentAt: instant }),
  z.object({ kind: z.literal("mailSetAsideUndated"), messageId: word }),
  z.object({ kind: z.literal("mailSetAsideNumber"), number: z.number() }),
]);

export type JobReason = z.infer<typeof jobReason>;
