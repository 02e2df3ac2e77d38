/** The mail that invites a colleague. */
import { z } from "zod";
import { button, defineMail, sentence } from "../../adapters/mail/template.ts";

export const invitationMail = defineMail({
  name: "staffInvitation",
  params: z.object({ name: z.string(), by: z.string(), link: z.url(), days: z.number().int() }),
  content: ({ params: { by, link, days }, t, firm }) => ({
    subject: t("mail.staffInvitation.subject", { brand: firm.name }),
    blocks: [
      sentence(t("mail.staffInvitation.lead", { by, brand: firm.name })),
      button(t("mail.staffInvitation.button"), link),
      sentence(t("mail.staffInvitation.validity", { days })),
    ],
  }),
  samples: [{ name: "Piotr Zieliński", by: "Elena Markova", link: "https://portal.example/en/reset", days: 3 }],
});
