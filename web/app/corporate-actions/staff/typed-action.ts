/** A corporate action as it is typed, and what is sent of it. */
import type { ActionDetails, ActionTerms } from "@portico/api/corporate-actions.ts";
import {
  type ActionType,
  type FractionRule,
  type OptionName,
  optionsOf,
  type TermName,
  termsOfTypes,
} from "@portico/api/rules/corporate-actions.ts";
import type { ActionBody } from "./use-actions.ts";

export interface TypedAction {
  type: ActionType;
  instrument: number | null;
  exDay: string;
  recordDay: string;
  payDay: string;
  cash: string;
  currency: string;
  from: string;
  into: string;
  target: number | null;
  price: string;
  priceCurrency: string;
  taxRate: string;
  costShare: string;
  fractions: FractionRule;
  defaultOption: OptionName | "";
  deadlineDay: string;
  deadlineTime: string;
  clientDay: string;
  clientTime: string;
  source: string;
  note: string;
}

export const nothingTyped: TypedAction = {
  type: "cashDividend",
  instrument: null,
  exDay: "",
  recordDay: "",
  payDay: "",
  cash: "",
  currency: "EUR",
  from: "",
  into: "",
  target: null,
  price: "",
  priceCurrency: "EUR",
  taxRate: "",
  costShare: "",
  fractions: "cash",
  defaultOption: "",
  deadlineDay: "",
  deadlineTime: "17:00",
  clientDay: "",
  clientTime: "12:00",
  source: "",
  note: "",
};

/** Whether a type's terms have the part. */
export const hasTerm = (type: ActionType, term: TermName): boolean => termsOfTypes[type][term] !== undefined;

/** A decimal comma is read as a point. */
const figure = (text: string): string => text.trim().replace(",", ".");

/** The terms of the type; parts of other types that were typed before are not sent. */
function termsOf(typed: TypedAction): ActionTerms {
  const { type, target, fractions } = typed;
  const money = (term: "cash" | "price", amount: string, currency: string) =>
    hasTerm(type, term) && amount.trim() !== ""
      ? { perUnit: figure(amount), currency: currency.trim().toUpperCase() }
      : null;
  const percent = (term: "taxRate" | "costShare", text: string) =>
    hasTerm(type, term) && text.trim() !== "" ? figure(text) : null;
  const hasRatio = hasTerm(type, "ratio") && (typed.from.trim() !== "" || typed.into.trim() !== "");
  return {
    cash: money("cash", typed.cash, typed.currency),
    ratio: hasRatio ? { from: figure(typed.from), into: figure(typed.into) } : null,
    target: hasTerm(type, "target") ? target : null,
    price: money("price", typed.price, typed.priceCurrency),
    fractions: hasTerm(type, "ratio") ? fractions : "down",
    taxRate: percent("taxRate", typed.taxRate),
    costShare: percent("costShare", typed.costShare),
  };
}

/** What is sent; undefined before an instrument is chosen. */
export function toBody(typed: TypedAction): ActionBody | undefined {
  const { instrument, type, exDay, recordDay, payDay, defaultOption, source, note } = typed;
  if (instrument === null) return undefined;
  const chooses = optionsOf(type).length > 0;
  const moment = (day: string, time: string) => (chooses && day !== "" ? { day, time } : null);
  return {
    instrumentId: instrument,
    type,
    exDay,
    recordDay: recordDay || null,
    payDay,
    terms: termsOf(typed),
    defaultOption: chooses && defaultOption !== "" ? defaultOption : null,
    deadline: moment(typed.deadlineDay, typed.deadlineTime),
    clientDeadline: moment(typed.clientDay, typed.clientTime),
    source,
    note,
  };
}

/** A stored action as it would be typed, with its deadlines in the firm's time zone. */
export function toTyped(action: ActionDetails): TypedAction {
  const { terms, timeZone } = action;
  const [deadlineDay, deadlineTime] = localOf(action.deadline, timeZone);
  const [clientDay, clientTime] = localOf(action.clientDeadline, timeZone);
  return {
    type: action.type,
    instrument: action.instrument.id,
    exDay: action.exDay,
    recordDay: action.recordDay ?? "",
    payDay: action.payDay,
    cash: terms.cash?.perUnit ?? "",
    currency: terms.cash?.currency ?? "EUR",
    from: terms.ratio?.from ?? "",
    into: terms.ratio?.into ?? "",
    target: terms.target,
    price: terms.price?.perUnit ?? "",
    priceCurrency: terms.price?.currency ?? "EUR",
    taxRate: terms.taxRate ?? "",
    costShare: terms.costShare ?? "",
    fractions: terms.fractions,
    defaultOption: action.defaultOption ?? "",
    deadlineDay,
    deadlineTime,
    clientDay,
    clientTime,
    source: action.source,
    note: action.note ?? "",
  };
}

/** Day and time of an instant in a zone; without one, nothing and the usual end of a day. */
function localOf(instant: string | null, timeZone: string): [string, string] {
  if (instant === null) return ["", "17:00"];
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  const [day = "", time = ""] = format.format(new Date(instant)).split(" ");
  return [day, time];
}
