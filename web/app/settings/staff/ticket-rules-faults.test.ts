/** The form finds the errors that the server would refuse, at the same fields. */
import { requestTopics } from "@portico/api/rules/tickets.ts";
import { ticketRules } from "@portico/api/tickets/settings.ts";
import { expect, test } from "vitest";
import { type TypedTicketRules, ticketRulesFaults } from "./ticket-rules-faults.ts";

const day = [{ from: "09:00", to: "18:00" }];
const promises = {
  low: { firstAnswer: 60, resolution: 600 },
  normal: { firstAnswer: 60, resolution: 600 },
  high: { firstAnswer: 60, resolution: 600 },
  urgent: { firstAnswer: 60, resolution: 60 },
};
const topic = {
  id: "question",
  name: { bg: "Въпрос", en: "Question", pl: "Pytanie" },
  clientsChoose: true,
  promises: null,
};
const ofRequests = Object.values(requestTopics).map((id) => ({ ...topic, id, clientsChoose: false }));
const rules: TypedTicketRules = {
  topics: [topic, ...ofRequests],
  closeAfterDays: 7,
  hours: {
    country: "BG",
    week: { mon: day, tue: day, wed: day, thu: day, fri: day, sat: [], sun: [] },
    ownDays: [{ day: "2026-12-31", hours: [] }],
  },
  promises,
  warnMinutes: 120,
};

test("complete rules have no fault, here as at the API", () => {
  expect(ticketRulesFaults(rules)).toEqual({});
  expect(ticketRules.safeParse(rules).success).toBe(true);
});

const { hours } = rules;
test.each([
  [{ warnMinutes: "" }, { warnMinutes: "warnMinutes" }],
  [{ closeAfterDays: 1.5 }, { closeAfterDays: "closeAfterDays" }],
  [{ promises: { ...promises, low: { firstAnswer: 0, resolution: 600 } } }, { "promises.low.firstAnswer": "promise" }],
  [
    { promises: { ...promises, low: { firstAnswer: 61, resolution: 60 } } },
    { "promises.low.resolution": "resolution" },
  ],
  [
    { topics: [{ ...topic, promises: { ...promises, high: { firstAnswer: 9, resolution: 12_001 } } }, ...ofRequests] },
    { "topics.0.promises.high.resolution": "promise" },
  ],
  [{ topics: [topic, { ...topic, clientsChoose: false }, ...ofRequests] }, { "topics.1.id": "twice" }],
  [{ topics: [{ ...topic, id: "A b" }, ...ofRequests] }, { "topics.0.id": "topicId" }],
  [{ topics: [{ ...topic, name: { ...topic.name, pl: " " } }, ...ofRequests] }, { "topics.0.name.pl": "topicName" }],
  [{ topics: [{ ...topic, clientsChoose: false }, ...ofRequests] }, { "topics.0.clientsChoose": "noTopic" }],
  [
    { hours: { ...hours, week: { ...hours.week, tue: [{ from: "9", to: "18:00" }] } } },
    { "hours.week.tue.0.from": "time" },
  ],
  [
    { hours: { ...hours, week: { ...hours.week, tue: [...day, { from: "17:00", to: "20:00" }] } } },
    { "hours.week.tue.1.from": "overlap" },
  ],
  [{ hours: { ...hours, ownDays: [{ day: "2026-02-30", hours: [] }] } }, { "hours.ownDays.0.day": "day" }],
])("%j is named at its field, and the API refuses that field", (wrong, faults) => {
  const typed = { ...rules, ...wrong } as TypedTicketRules;
  expect(ticketRulesFaults(typed)).toEqual(faults);
  const refused = ticketRules.safeParse(typed).error?.issues.map(({ path }) => path.join("."));
  expect(refused).toEqual(Object.keys(faults));
});
