/** The mail that shows that mails arrive. */
import { z } from "zod";
import { button, defineMail, sentence } from "../../adapters/mail/template.ts";

export const mailTestMail = defineMail({
  name: "mailTest",
  params: z.object({ name: z.string(), link: z.url() }),
  content: ({ params: { link }, t, firm }) => ({
    subject: t("mail.mailTest.subject", { brand: firm.name }),
    blocks: [
      sentence(t("mail.mailTest.lead", { brand: firm.name })),
      button(t("mail.mailTest.button"), link),
      sentence(t("mail.mailTest.validity")),
    ],
  }),
  samples: [{ name: "Elena Markova", link: "https://portal.example/en/admin/set-up?mail=x" }],
});
