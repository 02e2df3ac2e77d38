/** What a message says, in one line: in a reply to it, and above the field where the reply is written. */
import type { ChatMessage } from "@portico/api/chats.ts";
import type { Translate } from "@portico/messages/text.ts";

/** As people count them: an emoji of several signs is one. Made when it is first needed, since that takes 30 ms on a phone. */
let letters: Intl.Segmenter | undefined;

/** The beginning of its text, or the names of its files if it has no text. */
export function shortenMessage(
  t: Translate,
  { text, files, deleted_at }: Pick<ChatMessage, "text" | "files" | "deleted_at">,
  most: number,
): string {
  if (deleted_at !== null) return t("chats.removed");
  const whole = text || files.map(({ name }) => name).join(", ");
  // Nothing has more letters than characters.
  if (whole.length <= most) return whole;
  letters ??= new Intl.Segmenter();
  let [shown, count] = ["", 0];
  for (const { segment } of letters.segment(whole)) {
    if (count === most) return `${shown.trimEnd()}…`;
    shown += segment;
    count += 1;
  }
  return whole;
}
