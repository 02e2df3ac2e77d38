import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { sql } from "kysely";
import { simpleParser } from "mailparser";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startJobs } from "../../jobs/start.ts";
import { type Config, readConfig } from "../../kernel/config.ts";
import { inTransaction } from "../../kernel/transaction.ts";
import { readFirmKey } from "../../secrets/firm-key.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { temporaryFolder } from "../../testing/folder.ts";
import { readReplyAddress } from "../mailbox/reply-address.ts";
import { mailFolder } from "./delivery.ts";
import { createMail, type MailMessage, mailHandlers } from "./mail.ts";
import { renderMail } from "./render.ts";
import { button, defineMail, type ParamsOf, sentence } from "./template.ts";
import { firm } from "./testing/firm.ts";

const codeMail = defineMail({
  name: "testCode",
  params: z.object({ name: z.string(), code: z.string().regex(/^\d{6}$/), minutes: z.number().default(10) }),
  content: ({ params, firm: { name } }) => ({
    subject: `Code of ${name}`,
    blocks: [{ kind: "code", code: params.code }, sentence(`${params.minutes} minutes`)],
  }),
  demoLine: (to, params) => `Code for ${to}: ${params.code}`,
});
const linkMail = defineMail({
  name: "testLink",
  params: z.object({ name: z.string(), address: z.url() }),
  content: ({ params }) => ({ subject: "Link", blocks: [button("Open <it>", params.address)] }),
});
const templates = [codeMail, linkMail];
const codeMessage: MailMessage<ParamsOf<typeof codeMail>> = {
  to: "anna@clients.example",
  language: "pl",
  template: codeMail,
  params: { name: "Anna", code: "042137", minutes: 10 },
};
const linkLetter = { template: linkMail, params: { name: "Eve", address: "https://portal.example/en/reset/1" } };
const handlers = (config: Config) =>
  mailHandlers({ config, log: pino({ level: "silent" }), firm: () => Promise.resolve(firm), templates });
const firmKey = randomBytes(32).toString("base64");
const configured = async () => readConfig({ DATA_DIR: await temporaryFolder(), FIRM_KEY: firmKey, DEMO: "off" });
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test("without a mail server a mail lies whole in the data folder, and none for a change that was undone", async () => {
  const config = await configured();
  const mail = createMail({ config });
  // The portal's workers run before its first call.
  const jobs = await startJobs(database.connection, handlers(config), pino({ level: "silent" }));
  await expect(
    inTransaction(database.db, async (trx) => {
      await mail.send(trx, { ...codeMessage, to: "undone@clients.example" });
      throw new Error("undone");
    }),
  ).rejects.toThrow("undone");
  await inTransaction(database.db, (trx) => mail.send(trx, codeMessage));
  const folder = mailFolder(config.dataDir);
  const files = () => readdir(folder).catch((): string[] => []);
  await expect.poll(files, { timeout: 10_000 }).toHaveLength(1);
  await jobs.stop();
  const [file] = await files();
  const parsed = await simpleParser(await readFile(`${folder}/${file}`));
  expect(parsed.to).toMatchObject({ text: "anna@clients.example" });
  expect(parsed.subject).toBe("Code of Portico");
  expect(parsed.text).toMatch(/^042137$/m);
});

/** A mail server that refuses every recipient. */
async function refusingServer(): Promise<{ url: string; close: () => void }> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined).write("220 here\r\n");
    socket.on("data", (line) => socket.write(String(line).startsWith("RCPT") ? "550 No such user\r\n" : "250 ok\r\n"));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

test("of an address that the mail server refuses for good, who waits for the mail is told, and it is not tried again", async () => {
  const server = await refusingServer();
  const config = { ...(await configured()), smtpUrl: server.url };
  const refused: number[] = [];
  const parts = { config, log: pino({ level: "silent" }), firm: () => Promise.resolve(firm), templates };
  const jobs = await startJobs(
    database.connection,
    mailHandlers({ ...parts, addressRefused: async (id) => void refused.push(id) }),
    parts.log,
  );
  await inTransaction(database.db, (trx) => createMail({ config }).send(trx, { ...codeMessage, delegation: 7 }));
  await expect.poll(() => refused, { timeout: 10_000 }).toEqual([7]);
  await jobs.stop();
  server.close();
});

test("of a report, a refused address is recorded with the mail server's words; such mails go after others", async () => {
  const server = await refusingServer();
  const config = { ...(await configured()), smtpUrl: server.url };
  const refused: object[] = [];
  const parts = { config, log: pino({ level: "silent" }), firm: () => Promise.resolve(firm), templates };
  const mail = createMail({ config });
  await inTransaction(database.db, (trx) =>
    mail.send(trx, { ...codeMessage, unhurried: true, report: { report: 5, user: 9 } }),
  );
  const { rows } = await sql`select priority from jobs.job where name = 'mail.deliver' and state = 'created'`.execute(
    database.db,
  );
  expect(rows).toEqual([{ priority: -1 }]);
  const tellingRefused = async (told: object) => void refused.push(told);
  const jobs = await startJobs(database.connection, mailHandlers({ ...parts, tellingRefused }), parts.log);
  await expect
    .poll(() => refused, { timeout: 10_000 })
    .toEqual([{ report: 5, user: 9, reason: expect.stringContaining("550 No such user") }]);
  await jobs.stop();
  server.close();
});

/** A mail server that takes every mail, and notes who is said to send it. */
async function takingServer(): Promise<{ url: string; senders: string[]; close: () => void }> {
  const senders: string[] = [];
  const server = createServer((socket) => {
    let isData = false;
    socket.on("error", () => undefined).write("220 here\r\n");
    socket.on("data", (chunk) => {
      const line = String(chunk);
      const sender = /^MAIL FROM:<([^>]*)>/.exec(line)?.[1];
      if (sender !== undefined) senders.push(sender);
      if (isData && !line.endsWith("\r\n.\r\n")) return;
      isData = line.startsWith("DATA");
      socket.write(isData ? "354 go on\r\n" : "250 ok\r\n");
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, senders, close: () => server.close() };
}

test("a mail is remembered before it goes out, and comes back to the address that the firm names", async () => {
  for (const [mailReturnTo, sender] of [
    ["desk@firm.example", "desk@firm.example"],
    [undefined, "no-reply@localhost"],
  ] as const) {
    const server = await takingServer();
    const config = { ...(await configured()), smtpUrl: server.url, mailReturnTo };
    const events: string[] = [];
    const parts = { config, log: pino({ level: "silent" }), firm: () => Promise.resolve(firm), templates };
    const jobs = await startJobs(
      database.connection,
      mailHandlers({
        ...parts,
        remember: async ({ to, template, messageId }) => {
          events.push(`${to} ${template} ${messageId.length} after ${server.senders.length}`);
        },
      }),
      parts.log,
    );
    await inTransaction(database.db, (trx) => createMail({ config }).send(trx, codeMessage));
    await expect.poll(() => server.senders, { timeout: 10_000 }).toEqual([sender]);
    await jobs.stop();
    server.close();
    expect(events).toEqual([`anna@clients.example ${codeMail.name} 36 after 0`]);
  }
});

/** What the queue holds of the mail, taken out of it. */
async function queued(config: Config): Promise<object> {
  return inTransaction(database.db, async (trx) => {
    const take = () =>
      sql<{ data: object }>`delete from jobs.job where name = 'mail.deliver' returning data`.execute(trx);
    await take();
    await createMail({ config }).send(trx, codeMessage);
    const { rows } = await take();
    return rows[0]?.data ?? {};
  });
}

test("a waiting mail's code cannot be read from the queue", async () => {
  const content = JSON.stringify(await queued(await configured()));
  expect(content).toContain("sealed");
  expect(content).not.toMatch(/042137|anna@/);
});

test("buttons have the firm's accent, and what they say is never read as html", () => {
  const { html, text } = renderMail("en", linkLetter, { ...firm, accent: "#7A1F5C" });
  expect(html).toContain("background:#7A1F5C");
  expect(html).toContain("Open &lt;it&gt;</a>");
  expect(text).toContain("Open <it>:\nhttps://portal.example/en/reset/1");
});

test("a name is never read as html", () => {
  const letter = { template: linkMail, params: { ...linkLetter.params, name: "<b>Eve</b>" } };
  const { html, text } = renderMail("en", letter, { ...firm, name: "A & B" });
  expect(html).toContain("Hello &lt;b&gt;Eve&lt;/b&gt;,");
  expect(html).toContain("A &amp; B");
  expect(text).toContain("Hello <b>Eve</b>,");
});

test("two mails with one name are refused when the portal starts, and a mail that no domain declares when it is due", async () => {
  const config = await configured();
  const log = pino({ level: "silent" });
  const parts = { config, log, firm: () => Promise.resolve(firm) };
  expect(() => mailHandlers({ ...parts, templates: [codeMail, { ...linkMail, name: codeMail.name }] })).toThrow(
    "Two mails are called testCode",
  );
  const [handler] = mailHandlers({ ...parts, templates: [linkMail] });
  await expect(handler?.run(await queued(config))).rejects.toThrow("No domain declares the mail testCode");
});

test("a mail that can be answered has an address for replies if the firm has a mailbox, and marks where a reply ends", async () => {
  const plain = renderMail("pl", linkLetter, firm);
  expect(plain.text).not.toContain("##-");
  const answerable = renderMail("pl", linkLetter, firm, { canReply: true });
  expect(answerable.text.startsWith("##- Prosimy pisać odpowiedź powyżej tej linii -##\n\n")).toBe(true);
  expect(answerable.html).toContain("##- Prosimy pisać odpowiedź powyżej tej linii -##");

  const mailbox = { url: "imap://desk:secret@localhost/INBOX", address: "desk@firm.example" };
  const config = { ...(await configured()), mailbox };
  const mail = createMail({ config });
  const jobs = await startJobs(database.connection, handlers(config), pino({ level: "silent" }));
  const message = { to: "anna@clients.example", language: "pl", ...linkLetter } as const;
  await inTransaction(database.db, (trx) => mail.send(trx, { ...message, replies: { ticket: 7, user: 4 } }));
  const folder = mailFolder(config.dataDir);
  const files = () => readdir(folder).catch((): string[] => []);
  await expect.poll(files, { timeout: 10_000 }).toHaveLength(1);
  await jobs.stop();
  const parsed = await simpleParser(await readFile(`${folder}/${(await files())[0]}`));
  const key = await readFirmKey(config);
  const [replyTo] = parsed.replyTo?.value ?? [];
  expect(readReplyAddress(key, mailbox.address, replyTo?.address ?? "")).toEqual({ ticket: 7, user: 4 });
});
