/** What notifications say and where they lead. */
import { notificationTypes } from "@portico/api/notification-types.ts";
import type { Notification } from "@portico/api/notifications.ts";
import { catalogue as texts } from "@portico/messages/generated/notifications.en.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { expect, test } from "vitest";
import { linkOf, titleOf } from "./notification-content.ts";

const notification = (type: Notification["type"], more: Partial<Notification> = {}): Notification => ({
  id: 1,
  type,
  text: null,
  params: {},
  target_id: 7,
  company_id: null,
  holder_type: "user",
  holder_id: 2,
  created_at: "2026-11-27T10:00:00.000Z",
  seen: false,
  ...more,
});
const titled = (type: Notification["type"], params: Notification["params"], company = "") =>
  titleOf(textIn("en"), "en", { type, params, company });

test("a link names the target and whose it is: the person, or the company", () => {
  expect(linkOf(notification("ticket_answered"))).toEqual({
    to: "/tickets/7?company=0",
    label: "notifications.goTicket",
  });
  expect(linkOf(notification("ticket_answered", { company_id: 3 }))?.to).toBe("/tickets/7?company=3");
  expect(linkOf(notification("renew_kyc"))?.to).toBe("/form/KYC");
  expect(linkOf(notification("renew_kyc", { company_id: 3 }))?.to).toBe("/form/KYC?company=3");
  expect(linkOf(notification("client_ticket", { params: { profile: "company", ticket: "9" } }))?.to).toBe(
    "/admin/company/7/tickets/9",
  );
  expect(linkOf(notification("declined_kyc"))).toBeUndefined();
});

test("a title names what it is about, in the reader's language if it has a name in it", () => {
  expect(titled("ticket_answered", { ticket: "A fee" })).toBe("Answer in the ticket “A fee”.");
  expect(titled("ticket_opened", { ticket: "A fee", name_en: "Research" })).toBe("New ticket for you: Research.");
  expect(titled("account_confirmed", { account: "BG80" }, "Acme")).toBe("Bank account BG80 has been confirmed (Acme).");
  expect(titled("document_asked", { name_en: "Passport", day: "2026-03-02" })).toBe(
    "Please add a document by 2 March 2026: Passport.",
  );
  expect(titled("document_added", { name_en: "Statement", count: 2 })).toBe(
    "2 new documents are available: Statement.",
  );
});

test("a withdrawal's amounts are written as everywhere, and those of older notifications as they were stored", () => {
  const params = {
    account: "5000 EUR (+ 1.50 EUR) → …6789",
    sum: "5000",
    fee: "1.50",
    currency: "EUR",
    toAccount: "…6789",
  };
  expect(titled("withdrawal_asked", params).replaceAll("\u00a0", " ")).toContain(
    ": 5,000.00 EUR (+ 1.50 EUR) → …6789.",
  );
  expect(titled("withdrawal_asked", { account: "5000 EUR → …6789" })).toContain(": 5000 EUR → …6789.");
});

/** What `titleOf` adds, and what services send. */
const known = [
  "about",
  "company",
  "day",
  "of",
  "account",
  "again",
  "asked",
  "before",
  "by",
  "category",
  "contract",
  "count",
  "from",
  "name",
  "percent",
  "time",
  "zone",
  "what",
];

test.each(notificationTypes.filter((type) => type !== "generic"))("the text of %s names known parameters", (type) => {
  const message = texts[`notifications.type.${type}`];
  expect(message).toBeDefined();
  const named = typeof message === "object" ? message.flatMap((token) => (Array.isArray(token) ? [token[0]] : [])) : [];
  expect(known).toEqual(expect.arrayContaining(named));
});
