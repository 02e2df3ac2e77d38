/** Limits of tickets, enforced by the server and shown at the fields. Without zod, because pages load it. */
export const ticketLimits = { title: 160, content: 10_000, files: 20, tags: 10, tag: 40 } as const;
/** All of a mail is kept up to so many signs, and listed up to fewer; what is longer is in the mailbox. */
export const mailLimits = { whole: 200_000, listed: 20_000 } as const;
export const ticketPriorities = ["low", "normal", "high", "urgent"] as const;
export type TicketPriority = (typeof ticketPriorities)[number];
/**
 * The topics of what clients send by the calls `mail-admins` and `request-subscription`: the firm may rename them
 * and give them promises of their own, but always has them, and clients do not choose them.
 */
export const requestTopics = { message: "clientMessage", subscription: "serviceRequest" } as const;
export const isRequestTopic = (id: string): boolean => Object.values<string>(requestTopics).includes(id);
/** Forty of the firm's, and those. */
export const mostTopics = 42;
/** Where in the portal a ticket was written: a path of it, without the language. */
export const ticketPathForm = /^\/[A-Za-z0-9/_-]{0,150}(\?[A-Za-z0-9=&_-]{1,100})?$/;
/**
 * `waiting`: the client waits for the firm. `soon`: due before the firm's time for warnings has passed. `late`: due
 * already. All but `all` leave out what is resolved or closed.
 */
export const ticketQueues = ["mine", "unassigned", "waiting", "soon", "late", "all"] as const;
/**
 * Why a ticket is late: nobody looks after it, it was not answered, or it was answered and is not resolved. `client`: it has
 * waited for the client since the promise had passed; it is in no queue of what is late.
 */
export const lateReasons = ["nobody", "firstAnswer", "resolution", "client"] as const;
export type LateReason = (typeof lateReasons)[number];
/** What the firm promises, in minutes of business time. */
export const ticketPromiseKinds = ["firstAnswer", "resolution"] as const;
export type TicketPromiseKind = (typeof ticketPromiseKinds)[number];
export type TicketQueue = (typeof ticketQueues)[number];
/** How long a page shows that a colleague is writing, and how often it says so itself. */
export const ticketTyping = { shownMs: 6000, everyMs: 3000 } as const;
/** Why a mail to the firm's mailbox became no comment. */
export const unaddedMailReasons = [
  "automatic",
  "maybeAutomatic",
  "loop",
  "unknownAddress",
  "severalTickets",
  "unclearSender",
  "forged",
  "foreignSender",
  "notOfHolder",
  "closed",
  "empty",
  "tooLong",
  "tooLarge",
  "unreadable",
  "encrypted",
  "setAside",
] as const;
export type UnaddedMailReason = (typeof unaddedMailReasons)[number];
/** Of machines: nobody waits for an answer. */
export const machineReasons = ["automatic", "loop"] as const satisfies readonly UnaddedMailReason[];
/** `open`: to be looked at. `machines`: from machines. `done`: dealt with. */
export const unaddedMailSections = ["open", "machines", "done"] as const;

/** Percent of the promises that were to be met by now and were met in time; null if there were none. */
export function keptPercent({ in_time, late, overdue }: { in_time: number; late: number; overdue: number }) {
  const due = in_time + late + overdue;
  return due === 0 ? null : Math.round((in_time / due) * 1000) / 10;
}
