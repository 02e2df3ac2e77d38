/** Who may do what with a ticket, by the one table of api/ticket-states.ts. */

import { files } from "@portico/api/files.ts";
import type { Holder } from "@portico/api/shapes.ts";
import {
  isFinal,
  type TicketAction,
  type TicketActor,
  type TicketState,
  ticketTransition,
  unfinishedStates,
} from "@portico/api/ticket-states.ts";
import { type TicketRow, tickets } from "@portico/api/tickets.ts";
import { canOf, staffVerdict, type Verdict } from "../../kernel/policy.ts";
import { hasLevel, isHolder, type Viewer } from "../../kernel/viewer.ts";
import { refusalToDecide } from "../holders/holders.policy.ts";

export interface TicketStatus {
  holder: Holder;
  state: TicketState;
}

/** The capacity in which the viewer acts: nobody acts for the firm about themselves. */
export const actorOf = (viewer: Viewer, holder: Holder): TicketActor =>
  isHolder(viewer, holder) ? "holder" : hasLevel(viewer, "office") ? "office" : "internal";

const callOf = { assign: tickets.assign, release: tickets.assign, close: tickets.close } as const;

/** Why the viewer may not move the ticket on. */
export function refusalToMove(
  viewer: Viewer,
  { holder, state }: TicketStatus,
  action: Exclude<TicketAction, "reopen" | "expire">,
): Verdict {
  if (action !== "resolve") {
    const verdict = refusalToDecide(viewer, callOf[action], holder);
    if (verdict !== null) return verdict;
  } else if (!isHolder(viewer, holder)) {
    const verdict = staffVerdict(viewer, tickets.resolve);
    if (verdict !== null) return verdict;
  }
  return ticketTransition(state, action, actorOf(viewer, holder)) ? null : "stateConflict";
}

/** Both sides write until the ticket is closed. */
export const refusalToComment = (viewer: Viewer, { holder, state }: TicketStatus): Verdict =>
  (isHolder(viewer, holder) ? null : staffVerdict(viewer, tickets.addComment)) ??
  (isFinal(state) ? "stateConflict" : null);

/** Notes are between staff: nobody notes something about themselves. */
export const refusalToNote = (viewer: Viewer, { holder, state }: TicketStatus): Verdict =>
  refusalToDecide(viewer, tickets.addComment, holder) ?? (isFinal(state) ? "stateConflict" : null);

/** Topic, priority and tags. */
export const refusalToArrange = (viewer: Viewer, { holder, state }: TicketStatus): Verdict =>
  refusalToDecide(viewer, tickets.arrange, holder) ?? (isFinal(state) ? "stateConflict" : null);

export const refusalToWatch = (viewer: Viewer, holder: Holder): Verdict =>
  refusalToDecide(viewer, tickets.watch, holder);

/** A ticket that is finished for good is not merged into another one. */
export const refusalToMerge = (viewer: Viewer, { holder, state }: TicketStatus): Verdict =>
  refusalToDecide(viewer, tickets.merge, holder) ?? (isFinal(state) ? "stateConflict" : null);

/** What somebody still asks does not disappear into a finished ticket. */
export const refusalToTakeMerged = ({ state }: TicketStatus): Verdict =>
  unfinishedStates.some((each) => each === state) ? null : "stateConflict";

const dayMs = 24 * 3600 * 1000;
export const undoUntil = (mergedAt: Date): Date => new Date(mergedAt.getTime() + dayMs);

/** A merge is undone within a day; `merged` is undefined if there is none. */
export const refusalToUnmerge = (
  viewer: Viewer,
  { holder }: TicketStatus,
  merged: { at: Date; now: Date } | undefined,
): Verdict =>
  refusalToDecide(viewer, tickets.unmerge, holder) ??
  (merged && merged.now <= undoUntil(merged.at) ? null : "stateConflict");

/** Colleagues see who of them is writing; a holder's own writing is not staff's. */
export const refusalToShowTyping = (viewer: Viewer, holder: Holder): Verdict =>
  refusalToDecide(viewer, tickets.showTyping, holder);

/** Files are uploaded by the call for files first. */
export const refusalToAttach = (viewer: Viewer, holder: Holder): Verdict =>
  isHolder(viewer, holder) ? null : staffVerdict(viewer, files.upload);

/** The `can` of a ticket. */
export const canOfTicket = (viewer: Viewer, status: TicketStatus): TicketRow["can"] =>
  canOf({
    comment: refusalToComment(viewer, status),
    note: refusalToNote(viewer, status),
    attach: refusalToComment(viewer, status) ?? refusalToAttach(viewer, status.holder),
    resolve: refusalToMove(viewer, status, "resolve"),
    assign: refusalToMove(viewer, status, "assign"),
    close: refusalToMove(viewer, status, "close"),
    arrange: refusalToArrange(viewer, status),
    merge: refusalToMerge(viewer, status),
  });
