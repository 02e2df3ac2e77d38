/** What the portal mailed about a ticket, made again from the record, so that replies can be told from what they quote. */
import { type Language, languages } from "@portico/api/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { plainTextOf } from "@portico/pdf/markdown/plain-text.ts";
import { logoId, renderMail } from "../../../adapters/mail/render.ts";
import type { Firm } from "../../../adapters/mail/template.ts";
import { readReplyAddress } from "../../../adapters/mailbox/reply-address.ts";
import type { Context } from "../../../kernel/context.ts";
import { readFirmKey } from "../../../secrets/firm-key.ts";
import { getHolder } from "../../holders/holders.ts";
import { newsMail } from "../../notifications/notifications.mails.ts";
import { getSetting } from "../../settings/settings.ts";
import type { TicketRecord } from "../tickets.queries.ts";
import { listSentTexts, type SentText } from "./by-mail.queries.ts";
import { nothingSent, type SentLetter, type SentMails } from "./quotable-mails.ts";
import { picture } from "./quoted-words.ts";

/** Older mails are hardly answered. */
const mostTexts = 80;

/** The address between < and >, or all of it. */
export const addressOf = (sender: string): string => (/<([^<>]+)>/.exec(sender)?.[1] ?? sender).toLowerCase();

/** The languages of the portal's first lines in the text; all if none is found as it was sent. */
function languagesIn(text: string): readonly Language[] {
  const said = text.replaceAll(/[\s>|*]+/g, " ");
  const found = languages.filter((language) => said.includes(textIn(language)("mail.replyAbove")));
  return found.length > 0 ? found : languages;
}

interface Sending {
  language: Language;
  company: string;
  names: readonly string[];
  firm: Firm;
}

/** A mail as text and as HTML: the programs that show HTML name the firm first. */
function letterOf(
  { ticket, title, service, content, opened }: SentText,
  type: "ticket_opened" | "ticket_answered" | "ticket_resolved",
  { language, company, names, firm }: Sending,
): { subject: string; letter: SentLetter } {
  const params = {
    name: names[0] ?? "",
    type,
    company,
    day: "",
    asked: "",
    document: service?.[language] ?? title,
    again: false,
    number: String(ticket),
    text: type === "ticket_resolved" || (opened && type !== "ticket_opened") ? "" : plainTextOf(content),
    link: `https://portal.invalid/tickets/${ticket}`,
  };
  const { subject, text } = renderMail(language, { template: newsMail, params }, firm);
  const t = textIn(language);
  const greetings = names.map((name) => t("mail.greeting", { name }));
  return { subject, letter: [picture, firm.name, ...greetings, ...text.split("\n\n")] };
}

/** `names` are those of the people to whom the portal writes about the ticket. */
export async function findSentMails(
  { db, config }: Context,
  row: Pick<TicketRecord, "id" | "holder_type" | "holder_id">,
  { text, names }: { text: string; names: readonly string[] },
): Promise<SentMails> {
  // Only what follows the first line of the portal's mails is ever left out.
  if (!text.includes("##-")) return { ...nothingSent, logo: logoId };
  const holder = { holderType: row.holder_type, holderId: row.holder_id };
  const [texts, brand, firmKey, { name: company }] = await Promise.all([
    listSentTexts(db, row.id, mostTexts),
    getSetting(db, "brand"),
    readFirmKey(config),
    getHolder(db, holder),
  ]);
  const firm: Firm = {
    name: brand.name,
    supportEmail: brand.supportEmail,
    timeZone: "UTC",
    logo: null,
    accent: "#000000",
  };
  const sent = languagesIn(text).flatMap((language) => {
    const sending = { language, names, firm, company: holder.holderType === "company" ? company : "" };
    return texts.flatMap((one) => [
      ...(one.by_staff ? [letterOf(one, one.opened ? "ticket_opened" : "ticket_answered", sending)] : []),
      ...(one.opened ? [letterOf(one, "ticket_resolved", sending)] : []),
    ]);
  });
  const own = [addressOf(config.mailFrom), ...(config.mailbox ? [config.mailbox.address.toLowerCase()] : [])];
  return {
    subjects: [...new Set(sent.map(({ subject }) => subject))],
    letters: sent.map(({ letter }) => letter),
    written: texts.filter(({ by_staff }) => !by_staff).map(({ content }) => content),
    isOwn: (address) =>
      own.includes(address) ||
      (config.mailbox !== undefined && readReplyAddress(firmKey, config.mailbox.address, address) !== null),
    name: firm.name,
    logo: logoId,
    paths: [...new Set(texts.map(({ ticket }) => `/tickets/${ticket}`))],
  };
}
