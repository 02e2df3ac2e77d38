/** Who may write in a conversation, and change what was written. */
import { chats } from "@portico/api/chats.ts";
import { mayChangeMessage } from "@portico/api/rules/chats.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { staffVerdict, type Verdict } from "../../kernel/policy.ts";
import { isHolder, type Viewer } from "../../kernel/viewer.ts";
import { refusalToDecide } from "../holders/holders.policy.ts";

/** The holder's people, and for others staff. */
export const refusalToSend = (viewer: Viewer, holder: Holder): Verdict =>
  isHolder(viewer, holder) ? null : staffVerdict(viewer, chats.send);

/** Nobody notes about their own conversation. */
export const refusalToNote = (viewer: Viewer, holder: Holder): Verdict =>
  refusalToDecide(viewer, chats.addNote, holder);

export const refusalToAssign = (viewer: Viewer, holder: Holder): Verdict =>
  refusalToDecide(viewer, chats.assign, holder);

/** Staff open the ticket in the client's name: nobody does so for themselves. */
export const refusalToHandOver = (viewer: Viewer, holder: Holder): Verdict =>
  refusalToDecide(viewer, chats.handOver, holder);

interface Sent {
  author_id: number;
  created_at: Date;
  deleted_at: Date | null;
  ticket_id: number | null;
}

/** Authors, while the time for it lasts. */
export const refusalToChange = (
  viewer: Viewer,
  { author_id, created_at, deleted_at, ticket_id }: Sent,
  now: Date,
): Verdict => {
  if (author_id !== viewer.userId) return "forbidden";
  const message = {
    operator: author_id,
    created_at: created_at.toISOString(),
    deleted_at: deleted_at?.toISOString() ?? null,
    ticket_id,
  };
  return mayChangeMessage(message, viewer.userId, now) ? null : "stateConflict";
};
