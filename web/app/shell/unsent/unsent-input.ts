/** What the person typed and the server does not have: asked about before they sign out. */
import { countOnTheWay } from "../../ui/files-on-the-way.ts";
import { draftPrefix, formKeyPrefix, keptNames, readKept } from "../storage.ts";

export interface UnsentInput {
  /** Chat messages that wait. */
  messages: number;
  /** Begun texts and forms. */
  hasText: boolean;
  /** Files that are being sent, or whose upload was left unfinished. */
  files: number;
}

function countWaiting(name: string): number {
  try {
    const waiting: unknown = JSON.parse(readKept(name) ?? "[]");
    return Array.isArray(waiting) ? waiting.length : 0;
  } catch {
    return 0;
  }
}

/** Null if there is nothing. */
export function findUnsent(): UnsentInput | null {
  const chats = keptNames(`${formKeyPrefix}chat.`);
  const uploads = keptNames(`${formKeyPrefix}upload.`);
  const messages = chats.reduce((sum, name) => sum + countWaiting(name), 0);
  const files = Math.max(uploads.length, countOnTheWay("document"));
  const isDraft = Object.keys(sessionStorage).some((name) => name.startsWith(draftPrefix));
  const hasText = isDraft || keptNames().length > chats.length + uploads.length;
  return messages > 0 || hasText || files > 0 ? { messages, hasText, files } : null;
}
