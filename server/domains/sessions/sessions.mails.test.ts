/** What mails about signing in say. */
import { expect, test } from "vitest";
import { renderMail } from "../../adapters/mail/render.ts";
import { firm } from "../../adapters/mail/testing/firm.ts";
import { codeMail, newSignInMail, resetLinkMail } from "./sessions.mails.ts";

test("a new sign-in names moment, device and country in the reader's language", () => {
  const params = {
    name: "Иван",
    at: "2026-07-28T15:00:00.000Z",
    address: "198.51.100.7",
    countryCode: "PL",
    os: "MacOS",
    browser: "safari",
  };
  const { text } = renderMail("bg", { template: newSignInMail, params }, firm);
  expect(text).toContain("28 юли 2026");
  expect(text).toContain("18:00 (Europe/Sofia)");
  expect(text).toContain("Safari, macOS");
  expect(text).toContain("Полша, IP адрес 198.51.100.7");
});

test("the demo prints codes and links, for who tries it without a mailbox", () => {
  const to = "anna@clients.example";
  const code = codeMail.demoLine?.(to, { name: "Anna", code: "042137", purpose: "signIn", minutes: 10 });
  expect(code).toBe("One-time code for anna@clients.example: 042137");
  const link = resetLinkMail.demoLine?.(to, { name: "Anna", link: "https://portal.example/en/reset/1" });
  expect(link).toBe("Reset link for anna@clients.example: https://portal.example/en/reset/1");
});
