/** Mail, files, SharePoint, ClamAV, time stamps, disk and clock, against servers that speak their protocols: right, and each wrong in its way. */
import { chmod, chown, mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import pino from "pino";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { expect, onTestFinished, test } from "vitest";
import { startClamd } from "../adapters/antivirus/testing.ts";
import { startS3 } from "../adapters/files/testing/s3-server.ts";
import { startImap } from "../adapters/mailbox/testing/imap-server.ts";
import { startGraph } from "../adapters/sharepoint/testing/graph-server.ts";
import { readMailboxJob } from "../jobs/firm-jobs.ts";
import { handleJob, startJobs } from "../jobs/start.ts";
import { issueAuthority } from "../seal/certificates.ts";
import { newKey, pem, sealingKey, term } from "../seal/testing/keys.ts";
import { issueStamper } from "../seal/testing/stampers.ts";
import { startTimestampServer } from "../seal/testing/timestamp-server.ts";
import { createTestDatabase } from "../testing/database.ts";
import { temporaryFolder } from "../testing/folder.ts";
import { look, settingsOf } from "./testing/check.ts";

async function startSmtp(options: SMTPServerOptions) {
  const server = new SMTPServer({ authOptional: true, ...options });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  return (server.server.address() as AddressInfo).port;
}
const mailOut = async (url: string, from = "no-reply@firm.bg") =>
  look("mailOut", await settingsOf({ SMTP_URL: url, MAIL_FROM: from }));

test("a mail server is used with its sign-in, and a refused password is told without the password", async () => {
  const port = await startSmtp({
    disabledCommands: ["STARTTLS"],
    authMethods: ["PLAIN"],
    onAuth: ({ username, password }, _session, done) =>
      password === "right word" ? done(null, { user: username }) : done(new Error(`no ${password ?? ""} here`)),
  });
  expect(await mailOut(`smtp://desk:right%20word@127.0.0.1:${port}`)).toMatchObject({ codes: ["mailRight"] });
  const refused = await mailOut(`smtp://desk:geheim-wort@127.0.0.1:${port}`);
  expect(refused).toMatchObject({
    state: "wrong",
    codes: ["mailAway"],
    detail: expect.stringContaining("no … here") as string,
  });
  expect(JSON.stringify(refused)).not.toContain("geheim-wort");
});

test("a server without encryption is told apart from one with it, but for this machine", async () => {
  const port = await startSmtp({
    disabledCommands: ["STARTTLS"],
    authMethods: ["PLAIN"],
    onAuth: (_auth, _session, done) => done(null, { user: 1 }),
  });
  expect((await mailOut(`smtp://127.0.0.1:${port}`)).codes).toEqual(["mailRight"]);
  // Another name for this machine.
  expect((await mailOut(`smtp://[::ffff:127.0.0.1]:${port}`)).codes).toEqual(["mailPlain"]);
  expect((await mailOut(`smtp://u:p@[::ffff:127.0.0.1]:${port}`)).codes).toEqual(["mailPlainPassword"]);
});

test("a mail server that is away, and a sender of nobody's domain, are named; without one, mails are files", async () => {
  expect(await mailOut("smtp://127.0.0.1:1")).toMatchObject({
    codes: ["mailAway"],
    detail: expect.stringContaining("ECONNREFUSED") as string,
  });
  const port = await startSmtp({ disabledCommands: ["STARTTLS"] });
  for (const from of ["Portico <no-reply@localhost>", "Firm <post@firm.example>", "post@example.com"])
    expect((await mailOut(`smtp://127.0.0.1:${port}`, from)).codes).toEqual(["mailSenderReserved"]);
  expect(await look("mailOut", await settingsOf({}))).toMatchObject({ state: "trial", codes: ["mailFolder"] });
});

test("the mailbox is read as the portal reads it, and its last reading counts while a process runs", async () => {
  const box = await startImap();
  onTestFinished(() => box.close());
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  const settings = { ...(await settingsOf({ IMAP_URL: box.url, MAIL_REPLY_TO: "desk@firm.bg" })), pool: database.pool };
  expect((await look("mailIn", settings)).codes).toEqual(["mailboxRight"]);
  expect(box.commands.filter((command) => /STORE|EXPUNGE|APPEND/.test(command))).toEqual([]);
  // The queue of the job.
  const jobs = await startJobs(
    database.connection,
    [handleJob(readMailboxJob, async () => undefined)],
    pino({ level: "silent" }),
  );
  await jobs.stop();
  await database.pool.query(
    `insert into jobs.job (name, state, completed_on) values ('tickets.read-mailbox', 'completed', now() - interval '3 hours')`,
  );
  expect((await look("mailIn", settings)).codes).toEqual(["mailboxRight"]);
  await database.pool.query(
    `insert into portal_process (id, host, pid, build, kind, key_name, files_store, mail_store, sharepoint_store, bus, alone)
     values (gen_random_uuid(), 'here', 1, 'b', 'all', 'k', 'f', 'm', 's', 'd', '{}')`,
  );
  expect((await look("mailIn", settings)).codes).toEqual(["mailboxLate"]);
  box.isLocked = true;
  expect(await look("mailIn", settings)).toMatchObject({
    codes: ["mailboxWrong"],
    detail: expect.stringContaining("password") as string,
  });
  expect((await look("mailIn", await settingsOf({}))).state).toBe("trial");
});

test("ClamAV must answer, find the test file, and have signatures of these days", async () => {
  const eicarFound = (content: Buffer) =>
    content.includes("EICAR") ? "stream: Eicar-Test-Signature FOUND" : "stream: OK";
  const clamd = async (answer: (content: Buffer) => string | null | undefined, version: string) => {
    const daemon = await startClamd({ answer, version });
    onTestFinished(() => daemon.close());
    return look("virusScan", {
      ...(await settingsOf({ CLAMD_URL: daemon.url })),
      now: () => new Date("2026-11-30T10:00:00Z"),
    });
  };
  const fresh = "ClamAV 1.4.1/27480/Sun Nov 29 09:35:27 2026";
  expect(await clamd(eicarFound, fresh)).toMatchObject({ codes: ["clamdRight"], values: { day: "2026-11-29" } });
  expect((await clamd(() => "stream: OK", fresh)).codes).toEqual(["clamdBlind"]);
  expect(await clamd(eicarFound, "ClamAV 1.4.1/27100/Sun Nov  1 09:35:27 2026")).toMatchObject({
    state: "wrong",
    codes: ["clamdOld"],
    values: { days: "29" },
  });
  expect((await clamd(eicarFound, "ClamAV 1.4.1")).codes).toEqual(["clamdUndated"]);
  expect(await clamd(() => "Size limit. ERROR", fresh)).toMatchObject({
    codes: ["clamdAway"],
    detail: "Size limit. ERROR",
  });
  expect((await look("virusScan", await settingsOf({ CLAMD_URL: "tcp://127.0.0.1:1" }))).codes).toEqual(["clamdAway"]);
  expect((await look("virusScan", await settingsOf({}))).state).toBe("trial");
});

test("a time stamp is asked for and checked as in a seal", async () => {
  const now = new Date("2026-11-30T10:00:00Z");
  const issuer = newKey("ec");
  const authority = { key: issuer, certificate: issueAuthority("Stamps", issuer, term) };
  const key = newKey("ec");
  const stamper = { key, certificate: issueStamper(key, authority, "timeStamping", { critical: true }), chain: [] };
  const service = await startTimestampServer(stamper, () => now);
  onTestFinished(() => service.close());
  const file = join(await temporaryFolder(), "authority.pem");
  await writeFile(file, pem(authority.certificate));
  const settings = {
    ...(await settingsOf({ TIMESTAMP_URL: service.url, TIMESTAMP_CERTIFICATES: file })),
    now: () => now,
  };
  expect(await look("timestamp", settings)).toMatchObject({ state: "right", codes: ["timestampRight"] });
  for (const [fault, words] of [
    ["refused", "the service refuses"],
    ["error", "no connection, or an error of HTTP (HTTP 503)"],
    ["signature", "the signature is wrong"],
    ["time", "the stated time differs from this machine's"],
  ] as const) {
    service.become(fault);
    expect(await look("timestamp", settings)).toMatchObject({ codes: ["timestampWrong"], detail: words });
  }
  await writeFile(file, "no certificate");
  expect((await look("timestamp", settings)).detail).toMatch(/TIMESTAMP_CERTIFICATES/);
  expect((await look("timestamp", await settingsOf({}))).state).toBe("trial");
});

test("a seal's certificate that ends soon, or has ended, is named", async () => {
  const folder = await temporaryFolder();
  const until = new Date("2026-12-20T00:00:00Z");
  const own = sealingKey("ec", "Firm", { from: term.from, until });
  const [chain, key] = [join(folder, "chain.pem"), join(folder, "key.pem")];
  await writeFile(chain, pem(own.certificate) + pem(own.authority));
  const { createPrivateKey } = await import("node:crypto");
  await writeFile(
    key,
    createPrivateKey({ key: own.key, format: "der", type: "pkcs8" }).export({ type: "pkcs8", format: "pem" }),
  );
  const settings = await settingsOf({ SEAL_CERTIFICATE: chain, SEAL_KEY: key });
  const at = async (day: string) => (await look("timestamp", { ...settings, now: () => new Date(day) })).codes;
  expect(await at("2026-09-01")).toEqual(["timestampUnused"]);
  expect(await at("2026-11-30")).toEqual(["sealSoon", "timestampUnused"]);
  expect(await at("2027-01-05")).toEqual(["sealWrong", "timestampUnused"]);
});

test("the store for files and SharePoint are tried; SharePoint without storing anything", async () => {
  const store = await startS3();
  onTestFinished(() => store.close());
  const settings = await settingsOf({});
  const withStore = { ...settings, config: { ...settings.config, filesS3: store.settings } };
  expect((await look("files", withStore)).codes).toEqual(["filesTemporary", "filesBucketRight"]);
  expect(store.objects.size).toBe(0);
  store.denied.add("s3:PutObject");
  expect(await look("files", withStore)).toMatchObject({
    codes: ["filesBucket", "filesTemporary"],
    detail: expect.stringContaining("s3:PutObject") as string,
  });

  const graph = await startGraph();
  onTestFinished(() => graph.close());
  const withSite = { ...settings, config: { ...settings.config, sharepoint: graph.settings } };
  expect((await look("sharepoint", withSite)).codes).toEqual(["sharepointRight"]);
  expect(graph.calls.filter((call) => !/^GET|oauth2/.test(call))).toEqual([]);
  const wrong = { ...graph.settings, folder: ["Other"] };
  expect((await look("sharepoint", { ...settings, config: { ...settings.config, sharepoint: wrong } })).codes).toEqual([
    "sharepointWrong",
  ]);
  expect((await look("sharepoint", settings)).state).toBe("trial");
});

test("a folder that others may list, or that is not there yet, is named, and nothing is made", async () => {
  const settings = await settingsOf({});
  const { dataDir } = settings.config;
  expect((await look("files", settings)).codes).toEqual(["filesTemporary"]);
  await chmod(dataDir, 0o755);
  expect((await look("files", settings)).codes).toEqual(["filesTemporary", "filesOpen"]);
  const missing = { ...settings, config: { ...settings.config, dataDir: join(dataDir, "none") } };
  expect((await look("files", missing)).codes).toEqual(["filesNotMade"]);
  await writeFile(join(dataDir, "mail"), "");
  await mkdir(join(dataDir, "files"), { mode: 0o500 });
  // A file where a folder must be; root may write in a folder that nobody may write in.
  expect((await look("files", settings)).codes).toEqual(["filesUnwritable"]);
  expect((await look("disk", missing)).codes).toHaveLength(1);
});

test.runIf(process.getuid?.() === 0)("root is told that it is not the portal's user", async () => {
  const settings = await settingsOf({});
  await chown(settings.config.dataDir, 10_001, 10_001);
  expect((await look("files", settings)).codes).toContain("filesOtherUser");
});

test("the clock is compared with the database, and with servers that the settings name", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  let ahead = 0;
  const server = createServer((_request, response) => {
    response.setHeader("date", new Date(Date.now() + ahead).toUTCString()).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const settings = await settingsOf({ CUSTODIAN_URL: `http://127.0.0.1:${port}` });
  expect(await look("clock", { ...settings, pool: database.pool })).toMatchObject({
    codes: ["clockRight"],
    values: { names: `PostgreSQL, 127.0.0.1:${port}` },
  });
  ahead = 120_000;
  expect(await look("clock", { ...settings, pool: database.pool })).toMatchObject({
    state: "wrong",
    codes: ["clockOutside"],
  });
  expect((await look("clock", await settingsOf({}))).codes).toEqual(["clockUncompared"]);
});
