/** The mail about messages that were not read for two minutes. */
import { z } from "zod";
import { button, defineMail, facts, sentence } from "../../adapters/mail/template.ts";

/** To the holder's people, or to the colleague in charge. */
export const unreadChatMail = defineMail({
  name: "unreadChat",
  params: z.object({
    name: z.string(),
    /** The client, to staff; empty to clients. */
    from: z.string(),
    /** Empty for a person's own conversation, and to staff. */
    company: z.string(),
    count: z.number().int(),
    /** The last messages, if the firm lets mails show them. */
    texts: z.array(z.string()),
    link: z.url(),
  }),
  content({ params: { from, company, count, texts, link }, t, firm }) {
    const lead =
      company === "" ? t("mail.unreadChat.lead", { count }) : t("mail.unreadChat.leadCompany", { count, company });
    return {
      subject:
        from === ""
          ? t("mail.unreadChat.subject", { count, brand: firm.name })
          : t("mail.unreadChat.staffSubject", { from }),
      blocks: [
        sentence(from === "" ? lead : t("mail.unreadChat.staffLead", { count, from })),
        ...(texts.length > 0 ? [facts(texts)] : []),
        button(t("mail.unreadChat.button"), link),
      ],
    };
  },
  samples: [
    {
      name: "Maria Ivanova",
      from: "",
      company: "",
      count: 2,
      texts: ["Good morning", "Your papers are ready."],
      link: "https://portal.example/en",
    },
    {
      name: "Maria Ivanova",
      from: "",
      company: "Example Trade Ltd",
      count: 1,
      texts: [],
      link: "https://portal.example/en",
    },
    {
      name: "Maria Ivanova",
      from: "Petar Petrov",
      company: "",
      count: 3,
      texts: [],
      link: "https://portal.example/en",
    },
  ],
});
