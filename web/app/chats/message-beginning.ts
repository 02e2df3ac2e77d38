/** What a message says, in one line: in a reply to it, and above the field where the reply is written. */
import type { ChatMessage } from "@portico/api/chats.ts";
import type { Translate } from "@portico/messages/text.ts";

/** The beginning of its text, or the names of its files if it has no text. */
export function beginningOf(
  t: Translate,
  { text, files, deleted_at }: Pick<ChatMessage, "text" | "files" | "deleted_at">,
  most: number,
): string {
  if (deleted_at !== null) return t("chats.removed");
  // By characters: half of an emoji is none.
  const letters = [...(text || files.map(({ name }) => name).join(", "))];
  return letters.length > most ? `${letters.slice(0, most).join("").trimEnd()}…` : letters.join("");
}
