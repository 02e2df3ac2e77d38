/** The mail that invites a client who was brought in. */
import { z } from "zod";
import { button, defineMail, sentence } from "../../../adapters/mail/template.ts";

export const clientInvitationMail = defineMail({
  name: "clientInvitation",
  params: z.object({ name: z.string(), link: z.url(), days: z.number().int(), again: z.boolean() }),
  content: ({ params: { link, days, again }, t, firm }) => ({
    subject: t(again ? "mail.clientInvitation.againSubject" : "mail.clientInvitation.subject", { brand: firm.name }),
    blocks: [
      sentence(t("mail.clientInvitation.lead", { brand: firm.name })),
      sentence(t("mail.clientInvitation.how")),
      button(t("mail.clientInvitation.button"), link),
      sentence(t("mail.clientInvitation.validity", { days })),
      sentence(t("mail.clientInvitation.unexpected", { brand: firm.name })),
    ],
  }),
  samples: [
    { name: "Мария Иванова", link: "https://portal.example/bg/reset", days: 14, again: false },
    { name: "Мария Иванова", link: "https://portal.example/bg/reset", days: 14, again: true },
  ],
});
