/** A holder's history as text: for a person or company, with the form's part, the reason and the revision. */

import { auditActions } from "@portico/api/audit-actions.ts";
import type { AuditDeclaration } from "@portico/api/audit-declaration.ts";
import { catalogue as texts } from "@portico/messages/generated/admin.en.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { expect, test } from "vitest";
import { reasonOf, revisionOf, timelineLabel } from "./timeline-labels.ts";

const t = textIn("bg");
const approved = {
  action: "holder.stateChanged",
  before: { state: "pendingKYC" },
  after: { state: "postKYC", action: "approve", revision: 3, reason: "Добре дошли" },
} as const;

test("a company's state is worded as a company's, and the reason stands by itself", () => {
  expect(timelineLabel(t, approved, "user")).toBe("Състояние: В процес на преглед → Одобрен");
  expect(timelineLabel(t, approved, "company")).toBe("Състояние: В процес на преглед → Одобрено");
  expect([reasonOf(approved), revisionOf(approved)]).toEqual(["Добре дошли", 3]);
});

test("what a reviewer did names the part of the form and the field, also where the field has no words any more", () => {
  const remarked = (path: string) => ({ action: "form.remarked", before: null, after: { revision: 2, path } }) as const;
  expect(timelineLabel(t, remarked("identity.firstName"), "user")).toBe(
    "Добавена бележка: Лични данни › Собствено име",
  );
  expect(timelineLabel(t, remarked("identity"), "user")).toBe("Добавена бележка: Лични данни");
  expect(timelineLabel(t, remarked("identity.longGone"), "user")).toBe("Добавена бележка: Лични данни");
  const accepted = { action: "form.stepAccepted", before: null, after: { revision: 2, step: "identity" } } as const;
  expect(timelineLabel(t, accepted, "user")).toBe("Приета част от формуляра: Лични данни");
  const withdrawn = { action: "form.remarkWithdrawn", before: { revision: 2, path: "identity" }, after: null } as const;
  expect([timelineLabel(t, withdrawn, "user"), revisionOf(withdrawn)]).toEqual(["Оттеглена бележка: Лични данни", 2]);
});

test("an event without words of its own, a role and an unknown state never show their key", () => {
  const label = (
    action: Parameters<typeof timelineLabel>[1]["action"],
    before: unknown = null,
    after: unknown = null,
  ) => timelineLabel(t, { action, before, after }, "user");
  expect(label("other")).toBe("Друго събитие");
  expect(label("user.roleSet", { role: "internal" }, { role: "office" })).toBe("Роля: Вътрешен → Офис");
  expect(label("holder.stateChanged", { state: "lost" }, { state: "postKYC" })).toBe("Състояние: – → Одобрен");
});

test("an entry without reason or revision has neither", () => {
  const viewAsEntry = { action: "holder.viewedAs", before: null, after: { reason: "A question" } } as const;
  expect([reasonOf(viewAsEntry), revisionOf(viewAsEntry)]).toEqual([null, null]);
});

test("what was recorded is named in the words of the action, and a count in its plural", () => {
  const label = (action: Parameters<typeof timelineLabel>[1]["action"], after: unknown) =>
    timelineLabel(textIn("en"), { action, before: null, after }, "user");
  expect(label("ticket.closed", { ticket: 7, title: "A card" })).toBe("Ticket closed: A card");
  expect(label("document.versionAdded", { id: 1, title: "Terms", version: 3 })).toBe(
    "New version of a document: Terms (version 3)",
  );
  expect(label("document.versionAdded", { id: 1, title: "Terms" }), "a value that is not recorded").toContain("–");
  expect(label("holder.entriesBooked", { import: 1, fileName: "may.csv", entries: 2, reversals: 1 })).toBe(
    "Booked from may.csv: 2 entries, among them 1 reversal",
  );
});

test("what went is named by what it was", () => {
  const removed = { share: 1, person: 5, percent: "20", from: "2026-01-01", until: null };
  expect(timelineLabel(textIn("en"), { action: "ownership.removed", before: removed, after: null }, "company")).toBe(
    "Share of owner № 5 removed: 20% from 2026-01-01",
  );
});

/** These name more than recorded values. */
const wordedByHand = ["holder.stateChanged", "holder.clientNumberSet", "user.roleSet", "user.nameChanged"];

test.each(
  Object.entries<AuditDeclaration>(auditActions).filter(
    ([action]) => !action.startsWith("form.") && !wordedByHand.includes(action),
  ),
)("the words of %s name fields that it records", (_action, { text, before = [], after = before }) => {
  const message = texts[`admin.timeline.${text}`];
  expect(message).toBeDefined();
  const named = typeof message === "object" ? message.flatMap((token) => (Array.isArray(token) ? [token[0]] : [])) : [];
  expect(after).toEqual(expect.arrayContaining(named));
});
