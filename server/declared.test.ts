/** What domains declare reaches the code that uses it. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { MailTemplate } from "./adapters/mail/template.ts";
import { mailTemplates } from "./declared.ts";

const files = readdirSync(join(import.meta.dirname, "domains"), { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".mails.ts"),
);

test.each(files)("every mail in %s is declared by its domain", async (file) => {
  const templates = Object.values((await import(join(import.meta.dirname, "domains", file))) as object);
  expect(templates.length).toBeGreaterThan(0);
  expect((templates as MailTemplate[]).filter((template) => !mailTemplates.includes(template))).toEqual([]);
});

const link = "https://portal.example/en";
/** The fewest parameters with which an earlier version of the portal queued each mail. */
const queuedEarlier = {
  code: { name: "", code: "042137", purpose: "validation", minutes: 10 },
  resetLink: { name: "", link },
  passwordChanged: { name: "" },
  lockedOut: { name: "" },
  wrongCodes: { name: "" },
  factorChanged: { name: "", factor: "passkey", change: "added", device: "" },
  news: { name: "", type: "approved_kyc", company: "", day: "", asked: "", text: "", link },
  formReceipt: { name: "", company: "", at: "2026-07-28T15:00:00.000Z", reference: "P-1-1", byStaff: false, link },
  clientRequest: { name: "", client: "", title: "", content: "", link },
  unreadChat: { name: "", from: "", company: "", count: 1, texts: [], link },
  replyNotAdded: { name: "", reason: "files", files: ["a"], limit: 1, maxFiles: 1, megabytes: 1, link },
  newSignIn: { name: "", at: "2026-07-28T15:00:00.000Z", address: "", countryCode: null, os: "", browser: "" },
};

test.each(Object.entries(queuedEarlier))(
  "a mail %s that waits in the queue during an upgrade is delivered",
  (name, params) => {
    expect(mailTemplates.find((template) => template.name === name)?.params.safeParse(params).success).toBe(true);
  },
);
