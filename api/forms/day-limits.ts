/** Days that cannot be: each date field of both forms is compared with the birth it belongs to and with what documents and terms last. */
import { isDay, yearsLater } from "../rules/calendar.ts";
import type { Answers, Check, StepScope } from "./field.ts";

/** Nobody has lived longer than 122 years. */
const longestLife = 125;
/** The age from which states issue identity cards for decades or for life (Romania 55, Bulgaria once 58, Serbia 65, Italy 70). */
const lifelongCardAge = 55;
/** No state issues a passport, or a card to a younger person, for longer than 15 years (Argentina); a part of an earlier term may be added. */
const longestValidity = 16;
/** No office is given with an end further away; an office for life has none. */
const longestTerm = 20;
const longestAuthority = 50;

/** The day typed; empty for anything else. */
const dayOf = (value: unknown): string => (typeof value === "string" && isDay(value.trim()) ? value.trim() : "");
/** The person's birth date: next to the field, or in the step about their identity; empty if not given. */
const birthOf = ({ siblings, form }: StepScope): string =>
  dayOf(siblings["birthDate"]) || dayOf(form["identity"]?.["birthDate"]);

/** A birth date that somebody alive can have. */
export const isLifetime: Check<string> = (birthDate, { today }) =>
  yearsLater(birthDate, longestLife) < today ? "tooLongAgo" : undefined;

/** 18 years or older today. */
export const isAdult: Check<string> = (birthDate, scope) =>
  isLifetime(birthDate, scope) ?? (yearsLater(birthDate, 18) > scope.today ? "tooYoung" : undefined);

/** Not before the person was born. */
export const isInLife: Check<string> = (day, scope) => (day < birthOf(scope) ? "beforeBirth" : undefined);

/** The first day of a public office: the person's own began in their life, a relative's may have begun before it. */
export const isOfficeStart: Check<string> = (day, scope) =>
  (scope.siblings["pep"] === "self" ? isInLife(day, scope) : undefined) ?? isLifetime(day, scope);

/** The last day of a public office. */
export const isOfficeEnd: Check<string> = (until, { siblings, today }) => {
  if (until < dayOf(siblings["pepFrom"])) return "beforeStart";
  return until > yearsLater(today, longestTerm) ? "tooFarAhead" : undefined;
};

/** The last day of a power of attorney. */
export const isAuthorityEnd: Check<string> = (until, { today }) =>
  until > yearsLater(today, longestAuthority) ? "tooFarAhead" : undefined;

/** The last day of a document, counted from its issue, or from today where that is not asked. */
export const isExpiry: Check<string> = (expires, scope) => {
  const issued = dayOf(scope.siblings["documentIssued"]) || scope.today;
  if (expires <= yearsLater(issued, longestValidity)) return undefined;
  const birth = birthOf(scope);
  const isCard = scope.siblings["documentKind"] !== "passport";
  return isCard && birth !== "" && yearsLater(birth, lifelongCardAge) <= issued ? undefined : "validTooLong";
};

/** True for a person of more than 100 years, who is rarer than a mistyped year. */
export const isOverHundred = ({ birthDate }: Answers, today: string): boolean =>
  dayOf(birthDate) !== "" && yearsLater(dayOf(birthDate), 100) <= today;
/** True for a company of more than 200 years. */
export const isOverTwoHundred = ({ founded }: Answers, today: string): boolean =>
  dayOf(founded) !== "" && yearsLater(dayOf(founded), 200) <= today;
