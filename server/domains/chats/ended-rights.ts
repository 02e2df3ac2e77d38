/** Conversations in the hands of people who may no longer look after them: they are nobody's again. */
import type { Reconsider } from "../../unit-of-work/transact.ts";
import { releaseLeft } from "./desk.queries.ts";

/** Releases what is assigned to former staff, disabled people, and people who act for the conversation's holder. */
export const reconsiderChats: Reconsider = async (tx, { userIds }) => {
  for (const { assigned_to, holder_type: holderType, holder_id: holderId } of await releaseLeft(tx, userIds)) {
    const holder = { holderType, holderId };
    tx.audit("chat.assigned", holder, { before: { assignedTo: assigned_to }, after: { assignedTo: null } });
    tx.emit("chat:changed", holder);
  }
};
