import { readdir, readFile } from "node:fs/promises";
import { sql } from "kysely";
import { simpleParser } from "mailparser";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startJobs } from "../../jobs/start.ts";
import { readConfig } from "../../kernel/config.ts";
import { inTransaction } from "../../kernel/transaction.ts";
import { readFirmKey } from "../../secrets/firm-key.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { temporaryFolder } from "../../testing/folder.ts";
import { readReplyAddress } from "../mailbox/reply-address.ts";
import { mailFolder } from "./delivery.ts";
import { createMail, type MailMessage, mailHandlers } from "./mail.ts";
import { renderMail } from "./render.ts";

const firm = {
  name: "Portico",
  supportEmail: "help@portico.example",
  timeZone: "Europe/Sofia",
  logo: null,
  accent: "#0B4F6C",
};
const codeMail: MailMessage = {
  to: "anna@clients.example",
  language: "pl",
  template: "code",
  params: { name: "Anna", code: "042137", purpose: "signIn", minutes: 10 },
};
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test("without a mail server a mail lies whole in the data folder, and none for a change that was undone", async () => {
  const config = readConfig({ DATA_DIR: await temporaryFolder(), DEMO: "off" });
  const mail = createMail({ config });
  const log = pino({ level: "silent" });
  // The portal's workers run before its first call.
  const jobs = await startJobs(
    database.connection,
    mailHandlers({ config, log, firm: () => Promise.resolve(firm) }),
    log,
  );
  await expect(
    inTransaction(database.db, async (trx) => {
      await mail.send(trx, { ...codeMail, to: "undone@clients.example" });
      throw new Error("undone");
    }),
  ).rejects.toThrow("undone");
  await inTransaction(database.db, (trx) => mail.send(trx, codeMail));
  const folder = mailFolder(config.dataDir);
  const files = () => readdir(folder).catch((): string[] => []);
  await expect.poll(files, { timeout: 10_000 }).toHaveLength(1);
  await jobs.stop();
  const [file] = await files();
  const parsed = await simpleParser(await readFile(`${folder}/${file}`));
  expect(parsed.to).toMatchObject({ text: "anna@clients.example" });
  expect(parsed.subject).toBe("Kod jednorazowy do Portico");
  expect(parsed.text).toMatch(/^042137$/m);
});

test("a waiting mail's code cannot be read from the queue", async () => {
  const config = readConfig({ DATA_DIR: await temporaryFolder(), DEMO: "off" });
  const queued: string[] = [];
  await inTransaction(database.db, async (trx) => {
    await createMail({ config }).send(trx, codeMail);
    const { rows } = await sql<{
      data: string;
    }>`select data::text as data from jobs.job where name = 'mail.deliver'`.execute(trx);
    queued.push(...rows.map(({ data }) => data));
  });
  expect(queued.length).toBeGreaterThan(0);
  expect(queued.join()).not.toMatch(/042137|anna@/);
});

test("buttons have the firm's accent", () => {
  const params = { name: "Eve", link: "https://portal.example/en/reset/1" };
  const { html } = renderMail("en", { template: "resetLink", params }, { ...firm, accent: "#7A1F5C" });
  expect(html).toContain("background:#7A1F5C");
});

test("a name is never read as html", () => {
  const { html, text } = renderMail(
    "en",
    { template: "passwordChanged", params: { name: "<b>Eve</b>" } },
    { ...firm, name: "A & B" },
  );
  expect(html).toContain("Hello &lt;b&gt;Eve&lt;/b&gt;,");
  expect(html).toContain("A &amp; B");
  expect(text).toContain("Hello <b>Eve</b>,");
});

test("a new sign-in names moment, device and country in the reader's language", () => {
  const { text } = renderMail(
    "bg",
    {
      template: "newSignIn",
      params: {
        name: "Иван",
        at: "2026-07-28T15:00:00.000Z",
        address: "198.51.100.7",
        countryCode: "PL",
        os: "MacOS",
        browser: "safari",
      },
    },
    firm,
  );
  expect(text).toContain("28 юли 2026");
  expect(text).toContain("18:00 (Europe/Sofia)");
  expect(text).toContain("Safari, macOS");
  expect(text).toContain("Полша, IP адрес 198.51.100.7");
});

test("a mail about a ticket has an address for replies if the firm has a mailbox, and marks where a reply ends", async () => {
  const letter = {
    template: "news",
    params: {
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
    },
  } as const;
  const plain = renderMail("pl", letter, firm);
  expect(plain.text).not.toContain("##-");
  expect(plain.subject).toMatch(/^Odpowiedzieliśmy na zgłoszenie nr 7 · /);
  const answerable = renderMail("pl", letter, firm, { canReply: true });
  expect(answerable.text.startsWith("##- Prosimy pisać odpowiedź powyżej tej linii -##\n\n")).toBe(true);
  expect(answerable.html).toContain("##- Prosimy pisać odpowiedź powyżej tej linii -##");

  const mailbox = { url: "imap://desk:secret@localhost/INBOX", address: "desk@firm.example" };
  const config = { ...readConfig({ DATA_DIR: await temporaryFolder(), DEMO: "off" }), mailbox };
  const mail = createMail({ config });
  const log = pino({ level: "silent" });
  const handlers = mailHandlers({ config, log, firm: () => Promise.resolve(firm) });
  const jobs = await startJobs(database.connection, handlers, log);
  const message = { to: "anna@clients.example", language: "pl", ...letter } as const;
  await inTransaction(database.db, (trx) => mail.send(trx, { ...message, replies: { ticket: 7, user: 4 } }));
  const folder = mailFolder(config.dataDir);
  const files = () => readdir(folder).catch((): string[] => []);
  await expect.poll(files, { timeout: 10_000 }).toHaveLength(1);
  await jobs.stop();
  const parsed = await simpleParser(await readFile(`${folder}/${(await files())[0]}`));
  const key = await readFirmKey(config, { create: false });
  const [replyTo] = parsed.replyTo?.value ?? [];
  expect(readReplyAddress(key, mailbox.address, replyTo?.address ?? "")).toEqual({ ticket: 7, user: 4 });
});
