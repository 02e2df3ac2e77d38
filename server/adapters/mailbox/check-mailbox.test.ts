/** What the operator is told about a mailbox that does not work. */
import { execFile } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { issue, nameOf } from "../../seal/certificates.ts";
import { newKey, pem, term } from "../../seal/testing/keys.ts";
import { checkConnection, checkMailbox } from "./check-mailbox.ts";
import { startImap } from "./testing/imap-server.ts";

const address = "desk@firm.example";

async function openBox({ tls, arrives = () => true }: { tls?: object; arrives?: (to: string) => boolean } = {}) {
  const box = await startImap(tls);
  onTestFinished(() => box.close());
  const sent: string[] = [];
  const send = async (to: string, messageId: string) => {
    sent.push(to);
    if (arrives(to)) box.deliver(`Message-ID: <${messageId}@firm.example>\r\nTo: ${to}\r\n\r\ncheck\r\n`);
  };
  const check = (url = box.url, sending: typeof send | null = send) =>
    checkMailbox({ url, address }, { send: sending, patienceMs: 300 });
  return { box, sent, check };
}

test("a mailbox that works is found so, and only read", async () => {
  const { box, sent, check } = await openBox();
  box.deliver("Subject: before\r\n\r\nbefore\r\n");
  expect(await check()).toBeNull();
  expect(sent).toEqual([address, expect.stringMatching(/^desk\+check\.[0-9a-f]{8}@firm\.example$/)]);
  expect(await check(box.url, null)).toBeNull();
  expect(box.commands.filter((command) => /STORE|EXPUNGE|SELECT|APPEND|BODY\[/.test(command))).toEqual([]);
});

test("a wrong address, user, password or folder is named", async () => {
  const { box, check } = await openBox();
  const port = new URL(box.url).port;
  for (const [url, message] of [
    [box.url.replace("desk", "office"), /^the mail server refuses the user or the password in IMAP_URL \(.+\)$/],
    [box.url.replace("INBOX", "Replies"), "the mailbox has no folder Replies; it has INBOX"],
    [box.url.replace("127.0.0.1", "nobody.invalid"), /(no host with the name|address of) nobody\.invalid/],
    [box.url.replace("imap:", "imaps:"), `127.0.0.1 does not use TLS from the start on port ${port}`],
    // Another machine, by its name: the password is not sent in plain text.
    [box.url.replace("127.0.0.1", "LOCALHOST"), "LOCALHOST offers no encryption"],
  ] as const)
    expect(await check(url)).toMatch(message);
  expect(box.commands.filter((command) => command === "LOGIN")).toHaveLength(2);
  box.isLocked = true;
  expect(await check()).toMatch(/^the mail server refuses the user or the password/);
  await box.close();
  expect(await check()).toBe(`127.0.0.1 accepts no connections to port ${port} (ECONNREFUSED)`);
});

test("a self-signed certificate is named, and nothing is said to its server", async () => {
  const key = newKey("ec");
  const [subject, issuer] = [nameOf("Firm", "mail.firm.example"), nameOf("Firm", "mail.firm.example")];
  const certificate = issue({ key, issuerKey: key, subject, issuer, ...term, extensions: [] });
  const tls = { key: key.export({ type: "pkcs8", format: "pem" }), cert: pem(certificate) };
  const { box, check } = await openBox({ tls });
  expect(await check()).toBe(
    "the certificate of 127.0.0.1 is self-signed, so it is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)",
  );
  expect(box.commands).toEqual([]);
});

test("a server without plus addresses is told from one whose mails go elsewhere, and from one that takes none", async () => {
  const withoutPlus = await openBox({ arrives: (to) => !to.includes("+") });
  expect(await withoutPlus.check()).toMatch(
    /^mails to desk@firm\.example arrive, but one to desk\+check\.\w+@firm\.example did not .* addresses with a plus/,
  );
  const elsewhere = await openBox({ arrives: () => false });
  expect(await elsewhere.check()).toMatch(/^a mail to desk@firm\.example did not arrive .* MAIL_REPLY_TO is another/);
  const refuses = await openBox();
  expect(await refuses.check(undefined, () => Promise.reject(new Error("550 no such user")))).toBe(
    "SMTP_URL does not take a mail to desk@firm.example: 550 no such user",
  );
});

test("a wrong clock is named, from a mail that was just sent or from one of the future", async () => {
  const { box, check } = await openBox();
  box.aheadMs = 20 * 60_000;
  const behind = "the clocks of this machine and of the mail server differ by 20 minutes: this machine is behind";
  expect(await check()).toBe(behind);
  expect(await check(box.url, null)).toBe(behind);
  box.aheadMs = -30 * 60_000;
  expect(await check()).toMatch(/differ by 30 minutes: this machine is ahead$/);
});

test("the watching job throws the reason as data, with the words of the mail server", async () => {
  const { box } = await openBox();
  const server = { host: "127.0.0.1", port: Number(new URL(box.url).port) };
  const wrong = (url: string) => checkConnection({ url }).catch((error: unknown) => error);
  await expect(checkConnection({ url: box.url })).resolves.toBeUndefined();
  expect(await wrong(box.url.replace("desk", "office"))).toMatchObject({
    reason: { kind: "mailboxPassword" },
    detail: expect.stringMatching(/\S/) as string,
  });
  expect(await wrong(box.url.replace("INBOX", "Replies"))).toMatchObject({
    reason: { kind: "mailboxFolderMissing", folder: "Replies", folders: "INBOX" },
    detail: null,
  });
  expect(await wrong(box.url.replace("imap:", "imaps:"))).toMatchObject({
    reason: { kind: "mailboxNoTls", ...server },
  });
  expect(await wrong(box.url.replace("127.0.0.1", "LOCALHOST"))).toMatchObject({
    reason: { kind: "mailboxUnencrypted", host: "LOCALHOST" },
  });
  box.closesAtFolder = true;
  expect(await wrong(box.url)).toMatchObject({ reason: { kind: "mailboxBroken" } });
  await box.close();
  expect(await wrong(box.url)).toMatchObject({
    reason: { kind: "mailboxPortClosed", ...server },
    detail: "ECONNREFUSED",
  });
});

/** A mail server (RFC 5321) that hands what it takes to the mailbox. */
async function startSmtp(take: (mail: string) => void): Promise<string> {
  const server = createServer((socket) => {
    let data: string | null = null;
    let rest = "";
    socket.write("220 ready\r\n");
    socket.on("error", () => undefined);
    socket.on("data", (part) => {
      const lines = (rest + part.toString("latin1")).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (data !== null && line !== ".") data += `${line}\r\n`;
        else if (data !== null) {
          take(data);
          data = null;
          socket.write("250 taken\r\n");
        } else if (line === "DATA") {
          data = "";
          socket.write("354 go on\r\n");
        } else if (line === "QUIT") socket.end("221 bye\r\n");
        else socket.write("250 ok\r\n");
      }
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => void server.close());
  return `smtp://127.0.0.1:${(server.address() as { port: number }).port}`;
}

test("the command prints what is wrong, and ends with an exit code", async () => {
  const { box } = await openBox();
  const smtp = await startSmtp((mail) => void box.deliver(mail));
  const run = (more: Record<string, string>) =>
    promisify(execFile)(
      process.execPath,
      ["--no-warnings", join(import.meta.dirname, "../../commands/check-mailbox.ts")],
      { env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"], ...more } },
    ).catch((error: { code: number; stderr: string }) => error);
  expect(await run({})).toMatchObject({ code: 1, stderr: expect.stringContaining("IMAP_URL is not set") as string });
  const settings = { IMAP_URL: box.url, MAIL_REPLY_TO: address };
  expect(await run({ ...settings, SMTP_URL: smtp })).toMatchObject({
    stdout: expect.stringContaining("everything") as string,
  });
  expect([...box.mails.values()].map((mail) => /^To: (.*)$/m.exec(mail.toString())?.[1])).toEqual([
    address,
    expect.stringMatching(/^desk\+check/),
  ]);
  expect(await run(settings)).toMatchObject({ stdout: expect.stringContaining("no mail was sent to") as string });
  expect(await run({ ...settings, IMAP_URL: box.url.replace("INBOX", "Replies") })).toMatchObject({
    code: 1,
    stderr: "The mailbox cannot be used: the mailbox has no folder Replies; it has INBOX.\n",
  });
  expect(await run({ IMAP_URL: box.url })).toMatchObject({ code: 78 });
});
