/** What becomes of a reply: the words of its comment, and the files that belong to them. */
import { isLongerThan } from "@portico/api/rules/characters.ts";
import { ticketLimits } from "@portico/api/rules/tickets.ts";
import type { ReceivedFile, ReceivedMail } from "./parse-mail.task.ts";
import { shows, withoutPictures } from "./picture-marks.ts";
import type { SentMails } from "./quotable-mails.ts";
import { replyText } from "./reply-text.ts";
import { isStandIn } from "./stand-ins.ts";

export interface Reply {
  /** Null if they are longer than a comment may be. */
  words: string | null;
  files: ReceivedFile[];
}

const isTooLong = (text: string): boolean => isLongerThan(text, ticketLimits.content);

/** The pictures that the words show, or nothing does, and everything that is no picture of the text. */
function ownFiles({ files, text, html }: ReceivedMail, { words, sent }: { words: string; sent: SentMails }) {
  const ownHtml = replyText(html, sent).words;
  return files.filter(({ cid }) => {
    if (cid === null) return true;
    if (cid === sent.logo) return false;
    return shows(words, cid) || shows(ownHtml, cid) || !(shows(text, cid) || shows(html, cid));
  });
}

const joined = (...texts: string[]): string => texts.filter((text) => text.trim() !== "").join("\n\n");
type Words = ReturnType<typeof replyText>;
const both = (plain: Words, rich: Words): Words => ({
  ...plain,
  words: joined(plain.words, rich.words),
  above: joined(plain.above, rich.above),
});

/**
 * The answer of a mail. If answers between quoted lines make it longer than a comment may be, the comment is what stands
 * above them: all of the mail is kept beside it.
 */
export function takeReply(mail: ReceivedMail, sent: SentMails): Reply {
  const shown = (text: string): string => withoutPictures(text, () => true).trim();
  const plain = replyText(mail.text, sent);
  const rich = replyText(mail.html, sent);
  // What stands in for the rest says too little; both of them are kept.
  const { words, above } = isStandIn(mail.text, rich.words) ? both(plain, rich) : plain;
  const isLong = isTooLong(shown(words));
  const chosen = isLong && shown(above) !== "" ? above : words;
  return {
    words: isTooLong(shown(chosen)) ? null : shown(chosen),
    files: ownFiles(mail, { words: chosen, sent }),
  };
}

/** The answer in the text of a mail whose files and pictures are not at hand. */
export const answerIn = (text: string, sent: SentMails): string => replyText(text, sent).words || text;
