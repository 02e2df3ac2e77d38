/** The mail of a notification that asks a holder for an action. */
import { mailedNotifications } from "@portico/api/notification-types.ts";
import { z } from "zod";
import { button, defineMail, type Letter, longDay, type MailContent, sentence } from "../../adapters/mail/template.ts";

const params = z.object({
  name: z.string(),
  type: z.enum(mailedNotifications),
  company: z.string(),
  /** ISO day, or empty. */
  day: z.string(),
  /** First day of the period that ends on `day`, if it is about one. */
  from: z.string().optional(),
  /** Whose it is that the reader may read, if it is not the reader's. */
  client: z.string().optional(),
  /** Kind of the answered request, or empty. */
  asked: z.string(),
  /** Name of the type of a document, in the reader's language. */
  document: z.string().default(""),
  /** The holder was approved before: an update, not a new client. */
  again: z.boolean().default(false),
  /** Of the ticket that it is about. */
  number: z.string().default(""),
  /** Written by staff. */
  text: z.string(),
  link: z.url(),
});
type NewsLetter = Letter<z.infer<typeof params>>;

export const newsMail = defineMail({
  name: "news",
  params,
  content(letter) {
    const { type } = letter.params;
    if (type === "fall_notice") return fallContent(letter);
    if (type.startsWith("action_")) return actionContent(letter);
    return type.startsWith("account") ? accountContent(letter) : newsContent(letter);
  },
  samples: mailedNotifications.map((type) => ({
    name: "Maria Ivanova",
    type,
    company: "",
    day: "2026-12-31",
    from: "2026-10-01",
    client: "Petar Petrov",
    asked: type === "fall_notice" ? "10" : "",
    document: "Example",
    again: false,
    number: "1042",
    text: "",
    link: "https://portal.example/en",
  })),
});

function newsContent({ params: news, t, language, firm }: NewsLetter): MailContent {
  const { company, asked, document, number, client = "", text, link } = news;
  const type = news.again ? `${news.type}_again` : news.type;
  const of = company || "none";
  const day = news.day && longDay(language, news.day, "UTC");
  const from = news.from === undefined ? "" : longDay(language, news.from, "UTC");
  return {
    subject: t("mail.news.subject", { type, company, asked, document, number, day, brand: firm.name }),
    blocks: [
      sentence(t("mail.news.lead", { type, company, of, asked, document, day, from, client })),
      ...(text ? [sentence(text)] : []),
      button(t("mail.news.button"), link),
    ],
  };
}

/** About a fall in value: its threshold and day, no amounts. */
function fallContent({ params: { company, document, asked, day, link }, t, language, firm }: NewsLetter): MailContent {
  const fall = { percent: asked, what: document || "none", company, of: company || "none" };
  return {
    subject: t("mail.fall.subject", { percent: asked, brand: firm.name }),
    blocks: [
      sentence(t("mail.fall.lead", { ...fall, day: longDay(language, day, "UTC") })),
      button(t("mail.fall.button"), link),
    ],
  };
}

/** About a corporate action: what may be chosen and until which day; the amounts are in the portal. */
function actionContent({
  params: { type, company, document, asked, day, link },
  t,
  language,
  firm,
}: NewsLetter): MailContent {
  const action = { type, asked, instrument: document };
  return {
    subject: t("mail.action.subject", { type, instrument: document, brand: firm.name }),
    blocks: [
      sentence(
        t("mail.action.lead", { ...action, company, of: company || "none", day: day && longDay(language, day, "UTC") }),
      ),
      button(t("mail.action.button"), link),
    ],
  };
}

/** About a bank account, which the reader may know nothing of. */
function accountContent({ params: { type, company, document, text, link }, t, firm }: NewsLetter): MailContent {
  return {
    subject: t("mail.account.subject", { type, brand: firm.name }),
    blocks: [
      sentence(t("mail.account.lead", { type, company, of: company || "none", account: document })),
      ...(text ? [sentence(text)] : []),
      button(t("mail.news.button"), link),
      sentence(t("mail.account.notYou", { support: firm.supportEmail })),
    ],
  };
}
