/** Mails of the portal about a ticket, as replies quote them. */
import { type Language, languages } from "@portico/api/shapes.ts";
import { logoId, renderMail } from "../../../../adapters/mail/render.ts";
import { firm } from "../../../../adapters/mail/testing/firm.ts";
import { newsMail } from "../../../notifications/notifications.mails.ts";
import type { SentMails } from "../quotable-mails.ts";
import { picture } from "../quoted-words.ts";

export const ownAddress = "no-reply@firm.example";

export interface Answer {
  language?: Language;
  text?: string;
}

/** The firm's answer to Anna's ticket 7, “A fee”. */
export const renderAnswer = ({ language = "en", text = "For custody.\n\nIBAN: BG80" }: Answer = {}) =>
  renderMail(
    language,
    {
      template: newsMail,
      params: {
        name: "Anna",
        type: "ticket_answered",
        company: "",
        day: "",
        asked: "",
        document: "A fee",
        number: "7",
        again: false,
        text,
        link: `https://portal.example/${language}/tickets/7?company=0`,
      },
    },
    firm,
    { canReply: true },
  );

const blocksOf = (answer: Answer): string[] => {
  const [, ...blocks] = renderAnswer(answer).text.split("\n\n");
  return [picture, firm.name, ...blocks];
};

/** In every language, with these answers. */
export const sentMails = (
  texts: readonly string[] = ["For custody.\n\nIBAN: BG80"],
  written: string[] = [],
): SentMails => ({
  subjects: languages.map((language) => renderAnswer({ language }).subject),
  letters: languages.flatMap((language) => texts.map((text) => blocksOf({ language, text }))),
  written,
  isOwn: (address) => address === ownAddress,
  name: firm.name,
  logo: logoId,
  paths: ["/tickets/7"],
});
