/** What a message says, in one line: in a reply to it, and above the field where the reply is written. */
import type { ChatMessage } from "@portico/api/chats.ts";
import type { Translate } from "@portico/messages/text.ts";

/** As people count them: an emoji of several signs is one. */
const letters = new Intl.Segmenter();

/** The beginning of its text, or the names of its files if it has no text. */
export function beginningOf(
  t: Translate,
  { text, files, deleted_at }: Pick<ChatMessage, "text" | "files" | "deleted_at">,
  most: number,
): string {
  if (deleted_at !== null) return t("chats.removed");
  const whole = text || files.map(({ name }) => name).join(", ");
  let [shown, count] = ["", 0];
  for (const { segment } of letters.segment(whole)) {
    if (count === most) return `${shown.trimEnd()}…`;
    shown += segment;
    count += 1;
  }
  return whole;
}
