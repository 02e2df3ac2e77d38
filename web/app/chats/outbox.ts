/** Chat messages that wait to be sent: on this device, over a reload and the end of the session, until sent or discarded. */
import type { Holder } from "@portico/api/shapes.ts";
import { formKeyPrefix, keptNames, readKept, writeKept } from "../shell/storage.ts";
import type { Outbox, WaitingMessage } from "./chat-session.ts";

// Of the person too: nobody sends what somebody else wrote for the same company.
const prefixOf = (userId: number): string => `${formKeyPrefix}chat.${userId}.`;

/** Of one conversation. A refused message is tried once more after a reload. */
export function openOutbox({ holderType, holderId }: Holder, userId: number): Outbox {
  const name = `${prefixOf(userId)}${holderType}.${holderId}`;
  return {
    read() {
      try {
        const kept = JSON.parse(readKept(name) ?? "[]") as WaitingMessage[];
        return kept.map((message) => ({ ...message, refusal: null }));
      } catch {
        return [];
      }
    },
    write: (waiting) => writeKept(userId, name, waiting.length === 0 ? null : JSON.stringify(waiting)),
  };
}

/** Of whoever only looks: nothing waits. */
export const emptyOutbox: Outbox = { read: () => [], write: () => undefined };

/** The conversations in which something of the person waits. */
export function waitingConversations(userId: number): Holder[] {
  const prefix = prefixOf(userId);
  return keptNames(prefix).map((name) => {
    const [holderType, holderId] = name.slice(prefix.length).split(".");
    return { holderType: holderType as Holder["holderType"], holderId: Number(holderId) };
  });
}
