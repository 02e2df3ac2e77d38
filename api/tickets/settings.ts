/** Settings of tickets. */
import { z } from "zod";
import type { FieldCode } from "../errors.ts";
import { type HoursFault, hoursFaults } from "../rules/business-time.ts";
import { isRequestTopic, mostTopics, requestTopics } from "../rules/tickets.ts";
import { setting } from "../settings/declaration.ts";
import { eachIdOnce } from "../settings/each-id-once.ts";
import { businessHours, ticketPromises, ticketTopic } from "./shapes.ts";

const hoursFaultCodes = {
  time: "badFormat",
  order: "endBeforeStart",
  overlap: "timesOverlap",
  never: "neverOpen",
  day: "badDate",
  twice: "twice",
} as const satisfies Record<HoursFault, FieldCode>;

/** Topics of tickets, what the firm promises, and after how many days a resolved one closes by itself. */
export const ticketRules = z.strictObject({
  topics: z
    /** A topic without promises of its own has the firm's. */
    .array(ticketTopic.extend({ promises: ticketPromises.nullable() }))
    .min(1)
    .max(mostTopics)
    .superRefine(eachIdOnce)
    .superRefine((topics, context) => {
      const ids = new Set(topics.map(({ id }) => id));
      if (!topics.some(({ clientsChoose }) => clientsChoose))
        context.addIssue({
          code: "custom",
          path: [topics.findIndex(({ id }) => !isRequestTopic(id)), "clientsChoose"],
          params: { field: "required" },
        });
      for (const [place, { id, clientsChoose }] of topics.entries())
        if (clientsChoose && isRequestTopic(id))
          context.addIssue({ code: "custom", path: [place, "clientsChoose"], params: { field: "notAllowed" } });
      if (!Object.values(requestTopics).every((id) => ids.has(id)))
        context.addIssue({ code: "custom", params: { field: "required" } });
    }),
  closeAfterDays: z.number().int().min(1).max(90),
  hours: businessHours.superRefine((hours, context) => {
    for (const [path, fault] of hoursFaults(hours))
      context.addIssue({ code: "custom", path: path.split("."), params: { field: hoursFaultCodes[fault] } });
  }),
  promises: ticketPromises,
  /** What is due within so many minutes of business time is about to be late. */
  warnMinutes: z.number().int().min(1).max(2_400),
});

const nineToSix = [{ from: "09:00", to: "18:00" }];
/** Its minutes. */
const workday = 9 * 60;
/** The topics that the portal begins with, besides those of requests. */
const firstTopics = ["question", "portfolio", "payments", "documents", "technical", "complaint"];

export const settings = {
  ticketRules: setting(ticketRules, (textOf) => ({
    topics: [...firstTopics, ...Object.values(requestTopics)].map((id) => ({
      id,
      name: textOf(`ticketTopic.${id}`),
      clientsChoose: firstTopics.includes(id),
      promises: null,
    })),
    closeAfterDays: 7,
    hours: {
      country: "BG" as const,
      week: { mon: nineToSix, tue: nineToSix, wed: nineToSix, thu: nineToSix, fri: nineToSix, sat: [], sun: [] },
      ownDays: [],
    },
    promises: {
      low: { firstAnswer: 2 * workday, resolution: 10 * workday },
      normal: { firstAnswer: workday, resolution: 5 * workday },
      high: { firstAnswer: 240, resolution: 2 * workday },
      urgent: { firstAnswer: 60, resolution: workday },
    },
    warnMinutes: 120,
  })),
};
