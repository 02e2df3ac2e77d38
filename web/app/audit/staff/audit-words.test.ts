/** What the log records has words in every language. */
import { api } from "@portico/api";
import { auditActionNames, auditActions } from "@portico/api/audit-actions.ts";
import type { AuditDeclaration } from "@portico/api/audit-declaration.ts";
import type { Endpoint } from "@portico/api/endpoint.ts";
import { catalogue } from "@portico/messages/generated/audit.en.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { languages } from "@portico/messages/text.ts";
import { expect, test } from "vitest";
import type { PlainKey } from "../../ui/text.tsx";
import { actionWord, entryWords, fieldWords, listActions, subjectWord, valueWords } from "./audit-words.ts";

const declared = Object.values<AuditDeclaration>(auditActions);
const t = textIn("en");

test("each type of object has its words", () => {
  const types = declared.flatMap(({ subject }) => (subject === "holder" ? ["user", "company"] : [subject]));
  const without = [...new Set(types)].filter((type) => !(`audit.subject.${type}` in catalogue));
  expect(without).toEqual([]);
});

test("each declared field has its words", () => {
  const fields = declared.flatMap(({ before = [], after = [] }) =>
    [before, after].flatMap((side) => (side === "any" ? [] : side)),
  );
  const without = [...new Set(fields)].filter((field) => !(`audit.field.${field}` in catalogue));
  expect(without).toEqual([]);
});

test.each(languages)("each action can be chosen by a name of its own in %s", (language) => {
  const labels = listActions(textIn(language), language).map(({ label }) => label);
  expect(labels).toHaveLength(auditActionNames.length);
  expect(labels.filter((label) => label.length < 3)).toEqual([]);
  expect(labels.filter((label) => /[{}]|admin\.timeline/.test(label))).toEqual([]);
});

test("what was recorded by another version is shown as it is", () => {
  expect(subjectWord(t, "spaceship")).toBe("spaceship");
  expect(fieldWords(t, ["lines", "0", "amount"])).toBe("lines › № 1 › amount");
  expect(entryWords(t, { action: "spaceship.launched", before: null, after: null }, "spaceship")).not.toBe("");
});

test("values are in the reader's language", () => {
  expect(valueWords(textIn("bg"), "role", "office")).toBe("Офис");
  expect(valueWords(textIn("pl"), "enabled", true)).toBe("Tak");
  expect(valueWords(t, "state", "postKYC")).toBe("Approved");
  expect(valueWords(t, "sha256", "0123456789abcdef".repeat(4))).toBe("0123456789ab…");
  expect(valueWords(t, "due", "2026-03-09")).toBe("2026-03-09");
  expect([valueWords(t, "x", null), valueWords(t, "x", "")]).toEqual([null, null]);
  expect(valueWords(t, "ids", [1, 2])).toBe("[1,2]");
});

/** Calls about one holder: access to them by staff or a delegate is recorded. */
const aboutHolders = Object.entries(api).flatMap(([domain, calls]) =>
  Object.entries<Endpoint>(calls).flatMap(([name, { access, method, params }]) =>
    ["holder", "owner", "company"].includes(access.kind) || (params && "holderType" in params.shape)
      ? [{ call: `${domain}.${name}`, domain, method }]
      : [],
  ),
);
/** They answer what would be made, and change nothing. */
const previews = ["contracts.preview", "contracts.previewText"];

test("each recorded call has words, and says rightly whether it changes something", () => {
  expect(aboutHolders.length).toBeGreaterThan(100);
  for (const { call, domain, method } of aboutHolders) {
    const what = t(`audit.call.${domain}` as PlainKey);
    const isReading = method === "GET" || previews.includes(call);
    expect(valueWords(t, "call", call), call).toBe(`${what}: ${isReading ? "read" : "changed"}`);
  }
  expect(valueWords(textIn("bg"), "call", "chats.open")).toBe("Разговор: прочетено");
  expect(valueWords(t, "call", "spaceship.launch")).toBe("spaceship.launch");
});

test("an action's name leaves out what an entry would name", () => {
  expect(actionWord(t, "ticket.closed")).toBe("Ticket closed");
  expect(actionWord(t, "user.roleSet")).toBe("Role");
});
