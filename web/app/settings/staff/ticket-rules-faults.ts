/** Errors of the typed rules of tickets, before they are sent; the server checks too. */
import { type BusinessHours, businessLimits, type HoursFault, hoursFaults } from "@portico/api/rules/business-time.ts";
import {
  isRequestTopic,
  type TicketPriority,
  type TicketPromiseKind,
  ticketPriorities,
  ticketPromiseKinds,
} from "@portico/api/rules/tickets.ts";
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import { languages } from "@portico/messages/catalogue.ts";

type Rules = SettingValue<"ticketRules">;
/** An empty field, or an incomplete number, is text. */
export type TypedPromises = Record<TicketPriority, Record<TicketPromiseKind, number | string>>;
export type TypedTopic = Omit<Rules["topics"][number], "promises"> & { promises: TypedPromises | null };
export interface TypedTicketRules extends Omit<Rules, "topics" | "promises" | "closeAfterDays" | "warnMinutes"> {
  topics: TypedTopic[];
  promises: TypedPromises;
  closeAfterDays: number | string;
  warnMinutes: number | string;
}

export const ticketFigures = {
  closeAfterDays: { min: 1, max: 90 },
  warnMinutes: { min: 1, max: 2_400 },
  promise: { min: 1, max: businessLimits.promisedMinutes },
} as const;

export type TicketRulesFault =
  | HoursFault
  | "topicId"
  | "topicName"
  | "noTopic"
  | "resolution"
  | keyof typeof ticketFigures;
export type TicketRulesFaults = Record<string, TicketRulesFault>;

const isFigure = (value: number | string, { min, max }: { min: number; max: number }): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= min && value <= max;

type Found = [path: string, fault: TicketRulesFault];

const promiseFaults = (promises: TypedPromises, path: string): Found[] =>
  ticketPriorities.flatMap((priority): Found[] => {
    const { firstAnswer, resolution } = promises[priority];
    const wrong = ticketPromiseKinds.filter((kind) => !isFigure(promises[priority][kind], ticketFigures.promise));
    if (wrong.length > 0) return wrong.map((kind): Found => [`${path}.${priority}.${kind}`, "promise"]);
    return Number(resolution) < Number(firstAnswer) ? [[`${path}.${priority}.resolution`, "resolution"]] : [];
  });

function topicFaults(topics: readonly TypedTopic[]): Found[] {
  const faults = topics.flatMap(({ id, name, promises }, at): Found[] => {
    const found: Found[] = [];
    if (!/^[a-z][A-Za-z0-9]{0,39}$/.test(id)) found.push([`topics.${at}.id`, "topicId"]);
    else if (topics.findIndex((each) => each.id === id) < at) found.push([`topics.${at}.id`, "twice"]);
    for (const language of languages)
      if (name[language].trim() === "") found.push([`topics.${at}.name.${language}`, "topicName"]);
    return promises ? [...found, ...promiseFaults(promises, `topics.${at}.promises`)] : found;
  });
  const first = topics.findIndex(({ id }) => !isRequestTopic(id));
  return topics.some(({ clientsChoose }) => clientsChoose)
    ? faults
    : [...faults, [`topics.${first}.clientsChoose`, "noTopic"]];
}

/** Errors by the path of their field, in the order of the form. */
export function ticketRulesFaults({ hours, topics, promises, ...rules }: TypedTicketRules): TicketRulesFaults {
  return Object.fromEntries<TicketRulesFault>([
    ...hoursFaults(hours as BusinessHours).map(([path, fault]): Found => [`hours.${path}`, fault]),
    ...promiseFaults(promises, "promises"),
    ...(["warnMinutes", "closeAfterDays"] as const)
      .filter((name) => !isFigure(rules[name], ticketFigures[name]))
      .map((name): Found => [name, name]),
    ...topicFaults(topics),
  ]);
}
