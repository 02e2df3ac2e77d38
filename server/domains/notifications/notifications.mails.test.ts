/** What mails about notifications say. */
import { expect, test } from "vitest";
import { renderMail } from "../../adapters/mail/render.ts";
import { firm } from "../../adapters/mail/testing/firm.ts";
import { newsMail } from "./notifications.mails.ts";

test("the subject of a mail about a ticket names its number", () => {
  const params = {
    name: "Anna",
    type: "ticket_answered",
    company: "",
    day: "",
    asked: "",
    document: "A fee",
    number: "7",
    again: false,
    text: "For custody.",
    link: "https://portal.example/pl/tickets/7",
  } as const;
  const { subject, text } = renderMail("pl", { template: newsMail, params }, firm);
  expect(subject).toMatch(/^Odpowiedzieliśmy na zgłoszenie nr 7 · /);
  expect(text).toContain("For custody.");
});
