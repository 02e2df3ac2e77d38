/** Limits of tickets, enforced by the server and shown at the fields. Without zod, because pages load it. */
export const ticketLimits = { title: 160, content: 10_000, files: 20, tags: 10, tag: 40 } as const;
export const ticketPriorities = ["low", "normal", "high", "urgent"] as const;
export type TicketPriority = (typeof ticketPriorities)[number];
/** Where in the portal a ticket was written: a path of it, without the language. */
export const ticketPathForm = /^\/[A-Za-z0-9/_-]{0,150}(\?[A-Za-z0-9=&_-]{1,100})?$/;
/** `waiting`: the client waits for the firm. All but `all` leave out what is resolved or closed. */
export const ticketQueues = ["mine", "unassigned", "waiting", "all"] as const;
export type TicketQueue = (typeof ticketQueues)[number];
