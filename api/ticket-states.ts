/** Ticket states and their only transition table, read by server, buttons and tests. Without zod, because pages load it. */
export const ticketStates = ["open", "assigned", "resolved", "closed"] as const;
export type TicketState = (typeof ticketStates)[number];

/** Who acts: the holder, staff of a level, or a job. */
export type TicketActor = "holder" | "internal" | "office" | "system";
export type TicketAction = "assign" | "release" | "resolve" | "reopen" | "close" | "expire";

interface Transition {
  action: TicketAction;
  from: readonly TicketState[];
  by: readonly TicketActor[];
  /** A ticket that somebody looks after is `assigned` when it is opened again. */
  to: (facts: { isAssigned: boolean }) => TicketState;
}

/** States in which somebody has something to do. */
export const unfinishedStates = ["open", "assigned"] as const satisfies readonly TicketState[];

export const ticketTransitions: readonly Transition[] = [
  { action: "assign", from: unfinishedStates, by: ["office"], to: () => "assigned" },
  { action: "release", from: ["assigned"], by: ["office"], to: () => "open" },
  { action: "resolve", from: unfinishedStates, by: ["holder", "internal", "office"], to: () => "resolved" },
  // By a comment of the holder.
  { action: "reopen", from: ["resolved"], by: ["holder"], to: ({ isAssigned }) => (isAssigned ? "assigned" : "open") },
  { action: "close", from: [...unfinishedStates, "resolved"], by: ["internal", "office"], to: () => "closed" },
  // Resolved for as many days as the firm decides.
  { action: "expire", from: ["resolved"], by: ["system"], to: () => "closed" },
];

/** The transition that the actor may take; undefined if the table has none. */
export const ticketTransition = (from: TicketState, action: TicketAction, by: TicketActor): Transition | undefined =>
  ticketTransitions.find((row) => row.action === action && row.by.includes(by) && row.from.includes(from));

export const isFinal = (state: TicketState): boolean => state === "closed";
