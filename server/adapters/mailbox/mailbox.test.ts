/** Reading a mailbox over IMAP. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { type MailboxPosition, mailMaxBytes, NotGiven, readMailbox } from "./mailbox.ts";
import { startImap, type TestMailbox } from "./testing/imap-server.ts";

let box: TestMailbox;
beforeEach(async () => {
  box = await startImap();
});
afterEach(() => box.close());

const mail = (text: string): string => `From: a@b.example\r\nSubject: ${text}\r\n\r\n${text}\r\n`;

async function readFrom(after: MailboxPosition | null) {
  const texts: string[] = [];
  const position = await readMailbox(box, after, async ({ source }) => {
    texts.push(/Subject: (.*)\r/.exec(source.toString())?.[1] ?? "");
  });
  return { position, texts };
}

test("mails are read once, in their order, from the first reading on, and left as they are", async () => {
  box.deliver(mail("before"));
  const first = await readFrom(null);
  expect(first).toEqual({ texts: [], position: { uidValidity: "7", uid: 1 } });
  box.deliver(mail("one"));
  box.deliver(mail("two"));
  const second = await readFrom(first.position);
  expect(second).toEqual({ texts: ["one", "two"], position: { uidValidity: "7", uid: 3 } });
  expect((await readFrom(second.position)).texts).toEqual([]);
  expect(box.commands.filter((command) => /STORE|EXPUNGE|SELECT|BODY\[/.test(command))).toEqual([]);
});

test("after a mailbox was restored all its mails are read, since their numbers mean others", async () => {
  for (const text of ["one", "two"]) box.deliver(mail(text));
  box.uidValidity = 8;
  expect(await readFrom({ uidValidity: "7", uid: 2 })).toEqual({
    texts: ["one", "two"],
    position: { uidValidity: "8", uid: 2 },
  });
});

test("a broken connection, a wrong password and a missing mailbox are errors; what was read stays read", async () => {
  for (const text of ["one", "two", "three"]) box.deliver(mail(text));
  box.cutAt = 2;
  const seen: number[] = [];
  const start = { uidValidity: "7", uid: 0 };
  const reading = readMailbox(box, start, async ({ uid }) => void seen.push(uid));
  await expect(reading).rejects.toMatchObject({ position: { uidValidity: "7", uid: 2 } });
  expect(seen).toEqual([1]);
  expect((await readFrom({ uidValidity: "7", uid: 1 })).texts).toEqual(["two", "three"]);
  box.isLocked = true;
  await expect(readFrom(start)).rejects.not.toBeInstanceOf(NotGiven);
  box.isLocked = false;
  await expect(readMailbox({ url: box.url.replace("INBOX", "Else") }, start, async () => undefined)).rejects.toThrow();
});

test("of a mail that is too large only the headers are loaded", async () => {
  box.deliver(Buffer.concat([Buffer.from(mail("large")), Buffer.alloc(mailMaxBytes, "x")]));
  const read: { length: number; isTooLarge: boolean }[] = [];
  await readMailbox(box, { uidValidity: "7", uid: 0 }, async ({ source, isTooLarge }) => {
    read.push({ length: source.length, isTooLarge });
  });
  expect(read).toEqual([{ length: expect.any(Number), isTooLarge: true }]);
  expect(read[0]?.length).toBeLessThan(100);
});
