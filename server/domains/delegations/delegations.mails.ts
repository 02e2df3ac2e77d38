/** The mail that invites somebody to read what is a holder's. */
import { delegatedParts } from "@portico/api/rules/delegations.ts";
import { z } from "zod";
import { button, defineMail, facts, longDay, sentence } from "../../adapters/mail/template.ts";

/** Without the holder's name, which is user input and would reach a stranger under the firm's name. */
export const invitationMail = defineMail({
  name: "delegateInvitation",
  params: z.object({
    name: z.string(),
    link: z.url(),
    parts: z.array(z.enum(delegatedParts)),
    validTo: z.iso.date(),
    invitedUntil: z.iso.date(),
  }),
  content: ({ params: { link, parts, validTo, invitedUntil }, t, language, firm }) => ({
    subject: t("mail.delegateInvitation.subject", { brand: firm.name }),
    blocks: [
      sentence(t("mail.delegateInvitation.lead", { brand: firm.name, day: longDay(language, validTo, "UTC") })),
      facts(parts.map((part) => t(`mail.delegateInvitation.part.${part}`))),
      button(t("mail.delegateInvitation.button"), link),
      sentence(t("mail.delegateInvitation.validity", { day: longDay(language, invitedUntil, "UTC") })),
      sentence(t("mail.delegateInvitation.notYou")),
    ],
  }),
  demoLine: (to, { link }) => `Invitation for ${to}: ${link}`,
  samples: [
    {
      name: "Maria Ivanova",
      link: "https://portal.example/en",
      parts: [...delegatedParts],
      validTo: "2026-12-31",
      invitedUntil: "2026-07-15",
    },
  ],
});
