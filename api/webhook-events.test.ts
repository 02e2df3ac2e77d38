/** Events for other systems: each has what it sends from its audit entry, and nothing that describes a person. */
import { expect, test } from "vitest";
import { type AuditAction, auditActions } from "./audit-actions.ts";
import type { AuditDeclaration } from "./audit-declaration.ts";
import { webhookDataOf, webhookEventNames, webhookEvents, webhookEventsOf } from "./webhook-events.ts";

/** What an entry says, and what is read of its request. */
function factsOf(audited: AuditAction): readonly string[] {
  const { subject, after = [] }: AuditDeclaration = auditActions[audited];
  const fields = after === "any" ? [] : after;
  if (subject === "holder") return [...fields, "holderType", "holderId"];
  return [...fields, subject, ...(subject === "transactionRequest" ? ["holderType", "holderId", "type"] : [])];
}

test.each(webhookEventNames)("%s has its facts from what is recorded", (name) => {
  const { audited, data, from = {}, when = {}, object } = webhookEvents[name];
  const known = factsOf(audited);
  const needed = [...Object.keys(data.shape).map((field) => from[field] ?? field), ...Object.keys(when)];
  expect(needed.filter((field) => !known.includes(field))).toEqual([]);
  expect(Object.keys(from).filter((field) => !(field in data.shape))).toEqual([]);
  expect(Object.keys(data.shape)).toContain(object === "client" ? "holderId" : object);
});

test("no event sends words, names or numbers of people", () => {
  const fields = new Set(webhookEventNames.flatMap((name) => Object.keys(webhookEvents[name].data.shape)));
  const telling = ["name", "title", "reason", "text", "email", "number", "amount", "fileName", "userMsg", "message"];
  expect(telling.filter((field) => fields.has(field))).toEqual([]);
});

test("a condition chooses the event, and what does not fit is left out", () => {
  const [declined, ...others] = webhookEventsOf(
    "transactionRequest.handled",
    { type: "transactionRequest", id: 5 },
    { state: "declined", staffMessage: "No." },
  );
  if (!declined) throw new Error("no event");
  expect([declined.name, others]).toEqual(["request.declined", []]);
  expect(webhookDataOf(declined)).toEqual({ object: "request/5", data: { request: 5 } });
  const complete = { ...declined, facts: { ...declined.facts, holderType: "user", holderId: 7, type: "buy" } };
  expect(webhookDataOf(complete).data).toEqual({ holderType: "user", holderId: 7, request: 5, kind: "buy" });
  expect(webhookEventsOf("user.registered", { type: "user", id: 7 }, {})).toEqual([]);
});
