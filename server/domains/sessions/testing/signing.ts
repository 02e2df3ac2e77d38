/** Sign-in calls as made by browsers and programs, on a test database and a real mail server. */

import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { simpleParser } from "mailparser";
import pino from "pino";
import { SMTPServer } from "smtp-server";
import { expect } from "vitest";
import { createAntivirus } from "../../../adapters/antivirus/antivirus.ts";
import { createFiles } from "../../../adapters/files/files.ts";
import { createMail, mailHandlers } from "../../../adapters/mail/mail.ts";
import { firm } from "../../../adapters/mail/testing/firm.ts";
import { createNameCheck } from "../../../adapters/name-check/name-check.ts";
import { createOutside } from "../../../adapters/outside/outside.ts";
import { createSharepoint } from "../../../adapters/sharepoint/sharepoint.ts";
import { declared, mailTemplates } from "../../../declared.ts";
import type { Http } from "../../../http/handlers.ts";
import { bindCookie } from "../../../http/session.ts";
import { startJobs } from "../../../jobs/start.ts";
import { readConfig } from "../../../kernel/config.ts";
import type { Context, Services } from "../../../kernel/context.ts";
import { createEvents } from "../../../kernel/events.ts";
import { createSeal } from "../../../seal/seal.ts";
import { createVault } from "../../../secrets/vault.ts";
import { createTestDatabase } from "../../../testing/database.ts";
import { openWorkers } from "../../../workers/open.ts";
import { takeRegistrations } from "../../content/testing/registration.ts";
import { createNotifier } from "../../notifications/notifications.ts";
import { resolveViewer } from "../viewer.ts";

export interface ReceivedMail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** A caller with its own cookies, like a browser. */
export interface TestCaller {
  http: Http;
  cookies: Record<string, string | undefined>;
  context: Context;
  /** The context of a session, made from the token and this caller's cookie as in the HTTP layer. */
  signedIn(token: string): Promise<Context>;
}

async function startMailServer() {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      simpleParser(stream).then((mail) => {
        const to = session.envelope.rcptTo[0]?.address ?? "";
        mails.push({ to, subject: mail.subject ?? "", text: mail.text ?? "", html: mail.html || "" });
        done();
      }, done);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return { mails, url: `smtp://127.0.0.1:${port}`, close: () => new Promise<void>((resolve) => server.close(resolve)) };
}

/** Database, mail server, mail worker; `caller()` creates a caller. */
export async function startSigning() {
  const database = await createTestDatabase();
  await takeRegistrations(database.db);
  const mailServer = await startMailServer();
  const dataDir = await mkdtemp(join(tmpdir(), "portico-sessions-"));
  const config = readConfig({ DATA_DIR: dataDir, SMTP_URL: mailServer.url, DEMO: "off" });
  const log = pino({ level: "silent" });
  const vault = createVault({ db: database.db, config });
  await vault.prepare();
  const events = createEvents();
  const unsealed: Omit<Services, "seal"> = {
    db: database.db,
    pool: database.pool,
    sessions: database.sessions,
    reports: database.reports,
    config,
    events,
    mail: createMail({ config }),
    notifier: createNotifier({ config }),
    domains: declared,
    geography: {
      locate: async () => ({ country: "Bulgaria", country_code: "BG", city: null }),
      locateOffline: async () => ({ country: "Bulgaria", country_code: "BG", city: null }),
      phoneCountry: async () => "BG",
    },
    vault,
    files: createFiles({ config, vault }),
    antivirus: createAntivirus(config),
    nameCheck: createNameCheck({ config, report: () => undefined }),
    outside: createOutside({ allowed: config.insideAddresses }),
    sharepoint: createSharepoint({ config }),
    workers: openWorkers({ connection: database.connection, log, events }),
    now: () => new Date(),
    log,
  };
  const services: Services = { ...unsealed, seal: await createSeal({ ...unsealed, firm: async () => "Portico" }) };
  const jobs = await startJobs(
    database.connection,
    mailHandlers({ config, log, firm: async () => firm, templates: mailTemplates }),
    log,
  );

  function caller(options: { isBrowser?: boolean; userAgent?: string } = {}): TestCaller {
    const cookies: Record<string, string | undefined> = {};
    const http: Http = {
      cookies,
      token: null,
      setCookie: (name, value) => void (cookies[name] = value),
      clearCookie: (name) => void (cookies[name] = undefined),
      clearCache: () => undefined,
      readAlso: async () => null,
    };
    const context: Context = {
      ...services,
      viewer: null,
      system: "sessions",
      caller: {
        address: "198.51.100.7",
        userAgent: options.userAgent ?? "",
        requestId: "test",
        isBrowser: options.isBrowser ?? false,
      },
    };
    const signedIn = async (token: string): Promise<Context> => ({
      ...context,
      ...(await resolveViewer(services, {
        token,
        bind: cookies[bindCookie],
        address: context.caller.address,
        requestId: "test",
      })),
    });
    return { http, cookies, context, signedIn };
  }

  /** The newest mail to the address, once the expected number has arrived. */
  async function mailTo(email: string, count = 1): Promise<ReceivedMail> {
    const received = () => mailServer.mails.filter((mail) => mail.to === email);
    await expect.poll(() => received().length, { timeout: 15_000, interval: 50 }).toBeGreaterThanOrEqual(count);
    return received().at(-1) as ReceivedMail;
  }

  return {
    services,
    database,
    mails: mailServer.mails,
    caller,
    mailTo,
    codeTo: async (email: string, count = 1) => /^\d{6}$/m.exec((await mailTo(email, count)).text)?.[0] ?? "",
    async close() {
      await jobs.stop();
      await services.workers.close();
      await mailServer.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
