/** Reports of mail servers, in the manner of each. */
import { expect, test } from "vitest";
import { run } from "./parse-mail.task.ts";
import { deliveryReports, returnedId } from "./testing/delivery-reports.ts";

const read = async (text: string) => (await run({ source: Buffer.from(text) }))?.deliveryReport;

test.each([
  ["postfix", "failed", "5.1.1", "550 5.1.1 <anna@clients.example>: Recipient address rejected: User unknown"],
  ["postfixFull", "failed", "5.2.2", "Mailbox is full"],
  ["postfixDelayed", "delayed", "4.4.1", "connect to mx.clients.example[192.0.2.9]:25: Connection timed out"],
  [
    "gmail",
    "failed",
    "5.1.1",
    "550-5.1.1 The email account that you tried to reach does not exist. Please try 550-5.1.1 double-checking the recipient's email address",
  ],
  [
    "exchange",
    "failed",
    "5.1.10",
    "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
  ],
  ["exchangeExpired", "expired", "4.4.7", "<mx.clients.example #4.4.7 QUEUE.Expired; message expired>"],
  ["outlookCom", "failed", "5.5.0", "550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302)."],
  ["exim", "failed", "5.0.0", "550 No such user here"],
  ["eximWords", "failed", "5.1.1", "host mx.clients.example [192.0.2.9]: 550 5.1.1 unknown user"],
  ["eximDelayedWords", "delayed", null, ""],
  ["qmail", "failed", "5.1.1", "Sorry, no mailbox here by that name. (#5.1.1)"],
  ["internationalised", "failed", "5.1.1", "550 5.1.1 няма такъв потребител"],
  ["mixedRoot", "failed", "5.0.0", ""],
] as const)("%s says %s", async (server, returned, status, reason) => {
  expect(await read(deliveryReports[server])).toEqual({ returned, status, reason, messageIds: [returnedId] });
});

test.each(["delivered", "foreign"] as const)("%s is none", async (which) => {
  expect(await read(deliveryReports[which])).toBeNull();
});

test("a person who writes of a mail that came back, or answers one, reports nothing", async () => {
  const said = "From: anna@clients.example\r\nTo: desk@firm.example\r\nSubject: Re: Your report\r\n";
  const quoted = `> Message-ID: <${returnedId}@portal.firm.example>\r\n> 550 5.1.1 unknown user\r\n`;
  expect(await read(`${said}In-Reply-To: <${returnedId}@portal.firm.example>\r\n\r\nThank you.\r\n`)).toBeNull();
  expect(await read(`${said}\r\nWhat is this?\r\n${quoted}`)).toBeNull();
  const away = `Return-Path: <>\r\nAuto-Submitted: auto-replied\r\n${said}\r\nI am away; answers will be delayed.\r\n`;
  expect(await read(`${away}${quoted}`)).toBeNull();
  expect(
    await read(`From: postmaster@clients.example\r\n\r\nThank you for your mail.\r\n${quoted.split("\r\n")[0]}\r\n`),
  ).toBeNull();
});

test("a long report with many ids and words is read in its limits", async () => {
  const ids = Array.from(
    { length: 5000 },
    (_, index) => `<3f0b7c0e-52b1-4c8e-9d4c-${String(index).padStart(12, "0")}@x.example>`,
  );
  const long = deliveryReports.postfix
    .replace("Recipient address", "x".repeat(100_000))
    .replace("Return-Path: <>", `Return-Path: <>\r\nReferences: ${ids.join("\r\n ")}`);
  const found = await read(long);
  expect(found?.messageIds.length).toBe(20);
  expect(found?.reason.length).toBeLessThanOrEqual(300);
});
