/** The receipt of a submitted form. */
import { declarationNames } from "@portico/api/forms/settled.ts";
import { z } from "zod";
import { button, defineMail, facts, moment, sentence } from "../../../adapters/mail/template.ts";

/** To the client, also if staff submitted the form. */
export const receiptMail = defineMail({
  name: "formReceipt",
  params: z.object({
    name: z.string(),
    /** Empty for a person's own form. */
    company: z.string(),
    at: z.iso.datetime(),
    reference: z.string(),
    byStaff: z.boolean(),
    /** The versions for which the answers were given; empty in mails from before versions existed. */
    agreed: z.array(z.object({ name: z.enum(declarationNames), version: z.number().int() })).default([]),
    bandsVersion: z.number().int().nullable().default(null),
    link: z.url(),
  }),
  content({ params: { company, at, reference, byStaff, agreed, bandsVersion, link }, t, language, firm }) {
    const of = company || "none";
    const texts = agreed
      .map(({ name, version }) => t("forms.sent.text", { name: t(`forms.field.${name}`), version: String(version) }))
      .join(", ");
    return {
      subject: t("mail.formReceipt.subject", { of, company, brand: firm.name }),
      blocks: [
        sentence(t("mail.formReceipt.lead", { of, company, by: byStaff ? "staff" : "client" })),
        facts([
          t("mail.formReceipt.when", { at: moment(language, at, firm.timeZone) }),
          t("mail.formReceipt.reference", { reference }),
          ...(texts ? [t("forms.sent.agreed", { texts })] : []),
          ...(bandsVersion === null ? [] : [t("forms.sent.bands", { version: String(bandsVersion) })]),
        ]),
        sentence(t("mail.formReceipt.next")),
        button(t("mail.formReceipt.button"), link),
        sentence(t("mail.formReceipt.notYou", { support: firm.supportEmail })),
      ],
    };
  },
  samples: [
    {
      name: "Maria Ivanova",
      company: "",
      at: "2026-07-28T15:00:00.000Z",
      reference: "P-17-2",
      byStaff: false,
      agreed: [],
      bandsVersion: null,
      link: "https://portal.example/en",
    },
    {
      name: "Maria Ivanova",
      company: "Example Trade Ltd",
      at: "2026-07-28T15:00:00.000Z",
      reference: "C-9-1",
      byStaff: true,
      agreed: [{ name: "terms", version: 2 }],
      bandsVersion: 1,
      link: "https://portal.example/en",
    },
  ],
});
