/** The calls about the texts of mails: what is shipped, a preview with made-up data, a mail to oneself. */
import { z } from "zod";
import { defineEndpoints, staff } from "../endpoint.ts";
import { fieldCodes } from "../errors.ts";
import { done, inEachLanguage, language } from "../shapes.ts";
import { mailTexts } from "./settings.ts";

const mail = z.object({
  name: z.string(),
  /** Made-up data sets that previews can be made with. */
  samples: z.number().int(),
  /** Keys of its texts, in the order in which they are met. */
  keys: z.array(z.string()),
});
export type ListedMail = z.infer<typeof mail>;

const shown = z.strictObject({
  mail: z.string().max(60),
  sample: z.int().min(0).max(100),
  language,
  /** Own texts as typed; of those that cannot be used the shipped one is shown. */
  texts: mailTexts.shape.texts,
});
export type ShownMail = z.infer<typeof shown>;

export const mailTextFault = z.object({
  id: z.string(),
  language,
  code: z.enum(fieldCodes),
  /** The placeholder that is unknown, missing or used as something else. */
  name: z.string().optional(),
});
export type MailTextFault = z.infer<typeof mailTextFault>;

export const mailTextCalls = defineEndpoints({
  listMailTexts: {
    method: "GET",
    path: "/staff/settings/mail-texts",
    summary: "Staff: the mails that the portal sends, with their texts as shipped, in ICU, and what stands for values.",
    access: staff("internal"),
    answer: z.object({
      mails: z.array(mail),
      texts: z.array(z.object({ key: z.string(), shipped: inEachLanguage, placeholders: z.array(z.string()) })),
    }),
  },
  previewMail: {
    method: "POST",
    path: "/staff/settings/mail-texts/preview",
    summary: "Staff: a mail with own texts and made-up data, as text and HTML, and what is wrong with the texts.",
    access: staff("admin"),
    body: shown,
    answer: z.object({
      subject: z.string(),
      text: z.string(),
      html: z.string(),
      faults: z.array(mailTextFault),
    }),
    rateLimits: [{ tries: 600, seconds: 600, per: "person" }],
  },
  sendTestMail: {
    method: "POST",
    path: "/staff/settings/mail-texts/test",
    summary: "Staff: sends the mail that a preview shows to the caller's own address.",
    access: staff("admin"),
    body: shown,
    answer: done,
    notRepeatable: true,
    rateLimits: [{ tries: 20, seconds: 600, per: "person" }],
  },
});
