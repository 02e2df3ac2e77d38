/** Rules of conversations that the server and the pages share. Without zod, so that pages may load it. */

/** Messages that a page loads at once, and changes after which it loads the conversation anew instead. */
export const chatPageSize = 50;
export const maxMissedChanges = 1000;
export const chatMaxFiles = 10;
/** Messages of one transcript. */
export const chatMaxTranscribed = 1500;
/** Messages that one ticket takes over. */
export const chatMaxHandedOver = 50;
/**
 * Parts of staff's list. `unread`: the colleague in charge has not read the client's newest message, or, if nobody is in
 * charge, nobody of staff has.
 */
export const chatParts = ["waiting", "unread", "mine", "unassigned", "all"] as const;
/** How long authors may edit and delete their messages. */
export const chatChangeMinutes = 15;
/** How long "is writing" is shown after the last sign of it. */
export const typingSeconds = 6;
/** How often an open conversation says that somebody is there, and how long after the last time they are shown. */
export const presenceEverySeconds = 20;
export const presenceSeconds = presenceEverySeconds + 30;

interface SentMessage {
  operator: number;
  created_at: string;
  deleted_at: string | null;
  ticket_id: number | null;
}

/** Whether the person may still edit or delete the message at that time. One that names a ticket stays. */
export const mayChangeMessage = (message: SentMessage, userId: number, now: Date): boolean =>
  message.operator === userId &&
  message.deleted_at === null &&
  message.ticket_id === null &&
  now.getTime() - Date.parse(message.created_at) <= chatChangeMinutes * 60_000;

interface Profile {
  userId: number;
  /** The company that the user acts for at the moment, or null. */
  companyId: number | null;
}

/**
 * Whether a message counts as addressed to the current profile: somebody else wrote it, in the conversation of the active
 * company, or of the user if none is active.
 */
export const isAddressedTo = (
  { operator, client }: { operator: number; client: { type: "user" | "company"; id: number } },
  { userId, companyId }: Profile,
): boolean =>
  operator !== userId &&
  client.type === (companyId === null ? "user" : "company") &&
  client.id === (companyId ?? userId);
