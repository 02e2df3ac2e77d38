/** Shapes of tickets, their comments and their topics. */
import { z } from "zod";
import { fileBytes } from "../file-text.ts";
import { storedFile } from "../files.ts";
import { businessLimits, weekdays } from "../rules/business-time.ts";
import { holidayCountries, holidayNames } from "../rules/holidays.ts";
import {
  ticketLimits,
  ticketPathForm,
  ticketPriorities,
  ticketPromiseKinds,
  unaddedMailReasons,
} from "../rules/tickets.ts";
import { fileNameForm } from "../rules/visible-text.ts";
import { bodyId, day, holderType, id, idAndName, inEachLanguage, instant, listedId } from "../shapes.ts";
import { ticketStates } from "../ticket-states.ts";
import { writtenText } from "../written-text.ts";

const translated = z.string().trim().min(1).max(80);
export const topicId = listedId;
export const ticketTopic = z.strictObject({
  id: topicId,
  name: z.strictObject({ bg: translated, en: translated, pl: translated }),
  /** Clients choose it for what they write; the others are for staff. */
  clientsChoose: z.boolean(),
});
export type TicketTopic = z.infer<typeof ticketTopic>;
/** The service that a client asks for, as the firm named it then; shown in place of title and text. */
const requestedService = inEachLanguage.nullable();
export type RequestedService = z.infer<typeof requestedService>;

const promised = z.number().int().min(1).max(businessLimits.promisedMinutes);
const promise = z
  .strictObject({ firstAnswer: promised, resolution: promised })
  .superRefine(({ firstAnswer, resolution }, context) => {
    if (resolution < firstAnswer)
      context.addIssue({ code: "custom", path: ["resolution"], params: { field: "tooSmall" } });
  });
/** First answer and resolution by priority, in minutes of business time. */
export const ticketPromises = z.strictObject({ low: promise, normal: promise, high: promise, urgent: promise });

const openHours = z.strictObject({ from: z.string().max(5), to: z.string().max(5) });
const hoursOfDay = z.array(openHours).max(businessLimits.hoursPerDay);
const week = z.strictObject(
  Object.fromEntries(weekdays.map((weekday) => [weekday, hoursOfDay])) as Record<
    (typeof weekdays)[number],
    typeof hoursOfDay
  >,
);
export const holidayCountry = z.enum(holidayCountries);
/** When the firm works; which hours are possible is checked where they are saved. */
export const businessHours = z.strictObject({
  country: holidayCountry,
  week,
  ownDays: z.array(z.strictObject({ day: z.string().max(10), hours: hoursOfDay })).max(businessLimits.ownDays),
});

export const ticketState = z.enum(ticketStates);
export const ticketPriority = z.enum(ticketPriorities);
export const ticketTitle = writtenText(ticketLimits.title);
export const ticketContent = writtenText(ticketLimits.content);
export const ticketTag = z.string().trim().toLowerCase().min(1).max(ticketLimits.tag);

/**
 * What every text by somebody carries. `creator_type` and `creator_id` follow from the session; other ones are refused.
 * The same `key` by the same person is the same text for ever.
 */
export const written = {
  creator_type: holderType.optional(),
  creator_id: bodyId.optional(),
  /** Ids of files that were uploaded for the holder. */
  files: z.array(bodyId).max(ticketLimits.files).default([]),
  /** Files in the body, as documents take them; of at most 10 MB together, and with `files` no more than those alone. */
  documents: z
    .array(z.strictObject({ fileName: z.string().min(1).max(200).regex(fileNameForm), base64data: fileBytes }))
    .max(ticketLimits.files)
    .optional(),
  key: z.uuid().optional(),
};

/** The page that a ticket was written from. */
export const ticketAbout = z.strictObject({
  path: z.string().regex(ticketPathForm),
  title: z.string().trim().min(1).max(ticketLimits.title),
});

/** `soon`: before the firm's time for warnings has passed. */
export const ticketDue = z.object({
  kind: z.enum(ticketPromiseKinds),
  at: instant,
  state: z.enum(["due", "soon", "late"]),
});
export type TicketDue = z.infer<typeof ticketDue>;

/** A due time with what it follows from, as it was calculated. */
export const ticketClock = z.object({
  kind: z.enum(ticketPromiseKinds),
  /** Minutes of business time. */
  promised: z.number().int(),
  began_at: instant,
  /** Null while it is the client's turn and the time has not passed. */
  due_at: instant.nullable(),
  /** When it was met, in time or late. */
  ended_at: instant.nullable(),
  /** Minutes of business time that had passed when it ended or stopped; null while it runs. */
  passed: z.number().int().nullable(),
  late: z.boolean(),
  time_zone: z.string(),
  country: holidayCountry,
  week,
  /** Days from the beginning on that had not the hours of their weekday. */
  exceptions: z.array(
    z.object({ day, name: z.enum([...holidayNames, "ownDay"]), moved: z.boolean(), hours: hoursOfDay }),
  ),
  /** When the time stood still because it was the client's turn. */
  stops: z.array(z.object({ from: instant, to: instant.nullable() })),
});
export type TicketClock = z.infer<typeof ticketClock>;

const promiseKept = z.object({
  in_time: z.number().int(),
  late: z.number().int(),
  /** Late and not met yet. */
  overdue: z.number().int(),
  /** Not met yet, and not late. */
  open: z.number().int(),
  /** Minutes of business time that half of those that were met took at most. */
  median: z.number().int().nullable(),
});
/** How many promises were kept. */
export const ticketPromisesKept = z.object({ firstAnswer: promiseKept, resolution: promiseKept });
export type TicketPromisesKept = z.infer<typeof ticketPromisesKept>;

export const ticketRow = z.object({
  /** Also the number that people name. */
  id,
  holder_type: holderType,
  holder_id: id,
  holder_name: z.string(),
  title: z.string(),
  /** Markdown; of a requested service its names. */
  content: z.string(),
  files: z.array(storedFile),
  service: requestedService,
  topic: topicId,
  state: ticketState,
  /** Who wrote it: the holder, or a member of staff for them. */
  creator_type: holderType,
  creator_id: id,
  creator_name: z.string(),
  by_staff: z.boolean(),
  created_at: instant,
  /** When somebody last wrote, or its state changed. */
  changed_at: instant,
  /** Who looks after it. */
  assigned_name: z.string().nullable(),
  /** Since when the client has waited for the firm; null while it is the client's turn. */
  waiting_since: instant.nullable(),
  /** What is due next; null while it is the client's turn, and when it is resolved or closed. */
  due: ticketDue.nullable(),
  /** Resolved: when it closes by itself. */
  closes_at: instant.nullable(),
  /** The ticket in which this one continues, because it was merged. */
  merged_into: id.nullable(),
  /** How many comments the reader sees. */
  comments: z.number().int(),
  /** The last public answer of the firm. */
  last_answer: z.object({ id, at: instant, by: z.string() }).nullable(),
  /** For staff; null for the client. */
  staff: z
    .object({
      priority: ticketPriority,
      assigned_to: id.nullable(),
      tags: z.array(z.string()),
      watched: z.boolean(),
    })
    .nullable(),
  /** What the reader may do with it. */
  can: z.object({
    comment: z.boolean(),
    note: z.boolean(),
    attach: z.boolean(),
    resolve: z.boolean(),
    assign: z.boolean(),
    close: z.boolean(),
    arrange: z.boolean(),
    merge: z.boolean(),
  }),
});
export type TicketRow = z.infer<typeof ticketRow>;

export const ticketDetail = ticketRow.extend({
  about: ticketAbout.nullable(),
  /** The promises of the firm, each with its due time. */
  clocks: z.array(ticketClock),
  /** Who follows it; empty for the client. */
  watchers: z.array(idAndName),
  /** The tickets that were merged into it, also through others: the texts with which they began. */
  merged: z.array(
    z.object({
      id,
      title: z.string(),
      service: requestedService,
      /** Markdown. */
      content: z.string(),
      files: z.array(storedFile),
      creator_type: holderType,
      creator_id: id,
      creator_name: z.string(),
      by_staff: z.boolean(),
      created_at: instant,
    }),
  ),
  /** Of a merged ticket: the one that it continues in, and until when staff may undo it; null if the reader may not. */
  continues: z.object({ id, title: z.string(), service: requestedService, undo_until: instant.nullable() }).nullable(),
});
export type TicketDetail = z.infer<typeof ticketDetail>;

export const ticketComment = z.object({
  id,
  /** Markdown. */
  content: z.string(),
  files: z.array(storedFile),
  creator_type: holderType,
  creator_id: id,
  creator_name: z.string(),
  by_staff: z.boolean(),
  /** A note of staff, which the client never gets. */
  internal: z.boolean(),
  /** The merged ticket that it was written in; null for this one. */
  from_ticket: id.nullable(),
  created_at: instant,
  /** It came by mail, and is a part of it. */
  is_part_of_mail: z.boolean(),
  /** Names of the files that came with its mail and were not taken; they are in the firm's mailbox alone. */
  refused_files: z.array(z.string()),
  /** By mail: when that came to the firm's mail server; null for what was written here, and if it is not known. */
  mailed_at: instant.nullable(),
});
export type TicketComment = z.infer<typeof ticketComment>;

/** A mail to the firm's mailbox that became no comment. */
export const unaddedMail = z.object({
  id,
  reason: z.enum(unaddedMailReasons),
  received_at: instant,
  /** Name and address, as they were sent. */
  sender: z.string(),
  subject: z.string(),
  /** The beginning, if it is very long. */
  text: z.string(),
  is_cut: z.boolean(),
  /** Names of its files, which are in the mailbox alone. */
  files: z.array(z.string()),
  /** The ticket that it was sent to, or added to. */
  ticket: z
    .object({
      id,
      title: z.string(),
      service: requestedService,
      holder_type: holderType,
      holder_id: id,
      holder_name: z.string(),
    })
    .nullable(),
  /** The address of the ticket's person: added to it, the mail is theirs; any other becomes a note. */
  is_of_client: z.boolean(),
  done_at: instant.nullable(),
  done_by: z.string().nullable(),
  is_added: z.boolean(),
});
export type UnaddedMail = z.infer<typeof unaddedMail>;
