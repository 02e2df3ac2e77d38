/** The mail that shows a member of staff how a mail will look. */
import { z } from "zod";
import { type Block, defineMail } from "../../adapters/mail/template.ts";

const block = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("sentence"), text: z.string() }),
  z.object({ kind: z.literal("code"), code: z.string() }),
  z.object({ kind: z.literal("link"), label: z.string(), address: z.string() }),
  z.object({ kind: z.literal("facts"), lines: z.array(z.string()).readonly() }),
]) satisfies z.ZodType<Block>;

/** Its content was written when it was asked for: own texts that are not saved are in it. */
export const testMail = defineMail({
  name: "mailTextTest",
  params: z.object({ name: z.string(), subject: z.string(), blocks: z.array(block) }),
  content: ({ params: { subject, blocks }, t }) => ({ subject: t("mail.test.subject", { subject }), blocks }),
  samples: [{ name: "Maria Ivanova", subject: "…", blocks: [] }],
});
