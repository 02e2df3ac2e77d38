/** The answer to a reply by mail that became no comment. */
import { z } from "zod";
import { button, defineMail, facts, sentence } from "../../../adapters/mail/template.ts";

/** A reply by mail, or files of it, that did not become a comment. */
export const replyNotAddedMail = defineMail({
  name: "replyNotAdded",
  params: z.object({
    name: z.string(),
    reason: z.enum(["files", "notOfHolder", "closed", "empty", "tooLong", "tooLarge", "unreadable", "encrypted"]),
    /** Names of files that were not taken. */
    files: z.array(z.string()),
    /** The most characters and files that a comment may have, and the most megabytes of a file. */
    limit: z.number().int(),
    maxFiles: z.number().int(),
    megabytes: z.number(),
    link: z.url(),
  }),
  content: ({ params: { reason, files, limit, maxFiles, megabytes, link }, t, firm }) => ({
    subject: t("mail.replyNotAdded.subject", { reason, brand: firm.name }),
    blocks: [
      sentence(t("mail.replyNotAdded.lead", { reason, limit, maxFiles, megabytes })),
      ...(files.length > 0 ? [facts(files)] : []),
      button(t("mail.replyNotAdded.button"), link),
    ],
  }),
  samples: [
    {
      name: "Maria Ivanova",
      reason: "files",
      files: ["photo.heic"],
      limit: 10_000,
      maxFiles: 10,
      megabytes: 25,
      link: "https://portal.example/en",
    },
    {
      name: "Maria Ivanova",
      reason: "closed",
      files: [],
      limit: 10_000,
      maxFiles: 10,
      megabytes: 25,
      link: "https://portal.example/en",
    },
  ],
});
