/** When a ticket is due: pure, from who had the turn when and what the firm promises. */
import { createHash } from "node:crypto";
import { type BusinessClock, businessClock } from "@portico/api/rules/business-time.ts";
import type { TicketPriority, TicketPromiseKind } from "@portico/api/rules/tickets.ts";
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import type { TicketClock } from "@portico/api/tickets.ts";

/** What the due times of tickets follow from besides the tickets. */
export interface ClockRules {
  rules: SettingValue<"ticketRules">;
  timeZone: string;
  /** Changes with every part that could change a due time. */
  id: string;
  clock: BusinessClock;
}

/** The settings that they are made of. */
export const clockSettings = ["ticketRules", "portalRules"] as const;

export function createClockRules(rules: SettingValue<"ticketRules">, timeZone: string): ClockRules {
  const { hours, promises, topics } = rules;
  const parts = [timeZone, hours, promises, topics.map((topic) => [topic.id, topic.promises])];
  const id = createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
  return { rules, timeZone, id, clock: businessClock(hours, timeZone) };
}

export interface ClockFacts {
  topic: string;
  priority: TicketPriority;
  /** The firm wrote first: it has answered before it was asked. */
  firm_wrote_first: boolean;
  /** When the firm's time began, stopped, began again, and so on. */
  turns: readonly Date[];
  first_answered_at: Date | null;
  finished_at: Date | null;
}

/** `late` of a clock that still runs follows from the time of reading. */
export type StoredClock = Omit<TicketClock, "late">;
export interface TicketClocks {
  first_answer_due_at: Date | null;
  resolution_due_at: Date | null;
  next_due_at: Date | null;
  clocks: StoredClock[];
}

interface Turn {
  from: Date;
  to: Date | null;
}
const turnsOf = (instants: readonly Date[]): Turn[] =>
  instants.flatMap((from, at) => (at % 2 === 0 ? [{ from, to: instants[at + 1] ?? null }] : []));

/** The instant at which the promised time has passed in the firm's turns; null if it stands still before that. */
function dueIn(clock: BusinessClock, turns: readonly Turn[], promised: number): { due: Date | null; passed: number } {
  let passed = 0;
  for (const { from, to } of turns) {
    const due = clock.addBusinessTime(from, promised - passed);
    if (to === null || due < to) return { due, passed };
    passed += clock.businessMinutesBetween(from, to);
  }
  return { due: null, passed };
}

/** All minutes of business time of the turns, up to the end. */
const passedIn = (clock: BusinessClock, turns: readonly Turn[], end: Date): number =>
  turns.reduce((sum, { from, to }) => sum + clock.businessMinutesBetween(from, to === null || to > end ? end : to), 0);

/** The due times of a ticket, each with what it follows from. A ticket whose time never began has none. */
export function calculateClocks(facts: ClockFacts, { rules, timeZone, clock }: ClockRules): TicketClocks {
  const { turns: instants, priority, topic, firm_wrote_first, first_answered_at, finished_at } = facts;
  const turns = turnsOf(instants);
  const [first] = turns;
  const promises = (rules.topics.find(({ id }) => id === topic)?.promises ?? rules.promises)[priority];
  if (!first) return { first_answer_due_at: null, resolution_due_at: null, next_due_at: null, clocks: [] };

  const describe = (kind: TicketPromiseKind, due: Date | null, ended: Date | null): StoredClock => {
    const last = instants.at(-1) ?? first.from;
    const stopped = instants.length % 2 === 0 ? last : null;
    const until = ended ?? stopped;
    const stops = turns.flatMap(({ to }, at) => (to === null ? [] : [{ from: to, to: turns[at + 1]?.from ?? null }]));
    return {
      kind,
      promised: promises[kind],
      began_at: first.from.toISOString(),
      due_at: due?.toISOString() ?? null,
      ended_at: ended?.toISOString() ?? null,
      passed: until === null ? null : Math.round(passedIn(clock, turns, until)),
      time_zone: timeZone,
      country: rules.hours.country,
      week: rules.hours.week as TicketClock["week"],
      exceptions: clock
        .exceptionsBetween(first.from, due ?? until ?? last)
        .map((each) => ({ ...each, hours: [...each.hours] })),
      stops: stops
        // What came after the end or the due time did not change it.
        .filter(({ from }) => (ended === null || from < ended) && (due === null || from < due))
        .map(({ from, to }) => ({ from: from.toISOString(), to: to?.toISOString() ?? null })),
    };
  };

  // The client asked later in a ticket of the firm: only its resolution is promised.
  const answerDue = firm_wrote_first ? null : clock.addBusinessTime(first.from, promises.firstAnswer);
  const { due: resolutionDue } = dueIn(clock, turns, promises.resolution);
  const isRunning = finished_at === null && instants.length % 2 === 1;
  const open = isRunning ? [first_answered_at === null ? answerDue : null, resolutionDue] : [];
  const next = open.filter((due) => due !== null).toSorted((one, other) => one.getTime() - other.getTime());
  return {
    first_answer_due_at: answerDue,
    resolution_due_at: resolutionDue,
    next_due_at: next[0] ?? null,
    clocks: [
      ...(answerDue ? [describe("firstAnswer", answerDue, first_answered_at)] : []),
      describe("resolution", resolutionDue, finished_at),
    ],
  };
}
