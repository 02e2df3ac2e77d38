/** What is sent of a typed corporate action: the parts that its type has, and no others. */
import type { ActionDetails } from "@portico/api/corporate-actions.ts";
import { actionTypes, termNames } from "@portico/api/rules/corporate-actions.ts";
import { expect, test } from "vitest";
import { hasTerm, nothingTyped, type TypedAction, toBody, toTyped } from "./typed-action.ts";

const everything: TypedAction = {
  ...nothingTyped,
  instrument: 3,
  target: 4,
  exDay: "2026-05-04",
  payDay: "2026-05-20",
  cash: "1,25",
  currency: "eur",
  from: "2",
  into: "7",
  price: "9.31",
  taxRate: "19",
  costShare: "12,5",
  deadlineDay: "2026-05-10",
  clientDay: "2026-05-09",
  source: "Notice",
};

test.each(actionTypes)("of what was typed, %s sends the terms that it has", (type) => {
  const body = toBody({ ...everything, type });
  const sent = termNames.filter((name) => body?.terms[name] !== null);
  expect(sent).toEqual(termNames.filter((name) => hasTerm(type, name)));
});

test("a decimal comma is a point, a currency has capital letters, and deadlines need something to choose", () => {
  const dividend = toBody({ ...everything, type: "cashDividend" });
  expect(dividend?.terms.cash).toEqual({ perUnit: "1.25", currency: "EUR" });
  expect(dividend).toMatchObject({ deadline: null, clientDeadline: null, defaultOption: null, recordDay: null });
  const offer = toBody({ ...everything, type: "tenderOffer", defaultOption: "keep" });
  expect(offer).toMatchObject({
    defaultOption: "keep",
    deadline: { day: "2026-05-10", time: "17:00" },
    clientDeadline: { day: "2026-05-09", time: "12:00" },
  });
  expect(toBody({ ...everything, instrument: null })).toBeUndefined();
});

test("a stored action is typed with its deadlines in the firm's time zone, and sent as it was", () => {
  const stored = {
    type: "tenderOffer",
    instrument: { id: 3 },
    exDay: "2026-05-04",
    recordDay: null,
    payDay: "2026-05-20",
    terms: toBody({ ...everything, type: "tenderOffer" })?.terms,
    defaultOption: "keep",
    deadline: "2026-05-10T14:00:00.000Z",
    clientDeadline: "2026-05-08T22:30:00.000Z",
    timeZone: "Europe/Sofia",
    source: "Notice",
    note: null,
  } as unknown as ActionDetails;
  expect(toBody(toTyped(stored))).toMatchObject({
    terms: stored.terms,
    deadline: { day: "2026-05-10", time: "17:00" },
    clientDeadline: { day: "2026-05-09", time: "01:30" },
  });
});
