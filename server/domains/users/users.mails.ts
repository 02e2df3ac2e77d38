/** The mail to staff about what a client wrote or requested. */
import { z } from "zod";
import { button, defineMail, sentence } from "../../adapters/mail/template.ts";

/** Without name and text if the person has not been identified. */
export const clientRequestMail = defineMail({
  name: "clientRequest",
  params: z.object({
    name: z.string(),
    client: z.string(),
    title: z.string(),
    content: z.string(),
    link: z.url(),
  }),
  content({ params: { client, title, content, link }, t }) {
    const isKnown = client !== "";
    return {
      subject: isKnown ? t("mail.clientRequest.subject", { client, title }) : t("mail.clientRequest.unknownSubject"),
      blocks: [
        sentence(isKnown ? t("mail.clientRequest.lead", { client, title }) : t("mail.clientRequest.unknownLead")),
        ...(content ? [sentence(content)] : []),
        button(t("mail.clientRequest.button"), link),
      ],
    };
  },
  samples: [
    {
      name: "Maria Ivanova",
      client: "Petar Petrov",
      title: "A question",
      content: "When is my contract ready?",
      link: "https://portal.example/en",
    },
    { name: "", client: "", title: "", content: "", link: "https://portal.example/en" },
  ],
});
