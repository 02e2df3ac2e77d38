/** Checks that the firm's mailbox does everything the portal needs of it, and says what is wrong. */
import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { JobReason } from "@portico/api/job-reasons.ts";
import type { ImapFlow } from "imapflow";
import type { MailboxSettings } from "../../kernel/config-outside.ts";
import { ExplainedFailure } from "../../kernel/explained-failure.ts";
import { inEnglish } from "../in-english.ts";
import { connectionOf } from "./mailbox.ts";

interface Parts {
  /** Sends a mail as the portal sends its own; null if no mail server is configured. */
  send: ((to: string, messageId: string) => Promise<void>) | null;
  /** How long a mail may take to arrive. */
  patienceMs?: number;
  now?: () => Date;
}

const usualPatienceMs = 60_000;
const toleratedMinutes = 5;

/** What only the command checks, in one sentence. */
class Wrong extends Error {}

type ServerKind = Extract<JobReason, { host: string }>["kind"];

/** Faults of the network and of TLS by their codes. */
const connectionFaults: Record<string, ServerKind> = {
  ENOTFOUND: "mailboxHostUnknown",
  EAI_AGAIN: "mailboxHostLookup",
  ECONNREFUSED: "mailboxPortClosed",
  EHOSTUNREACH: "mailboxUnreachable",
  ETIMEDOUT: "mailboxSilent",
  CONNECT_TIMEOUT: "mailboxSilent",
  GREETING_TIMEOUT: "mailboxGreeting",
  CERT_HAS_EXPIRED: "mailboxCertificateExpired",
  CERT_NOT_YET_VALID: "mailboxCertificateEarly",
  ERR_TLS_CERT_ALTNAME_INVALID: "mailboxCertificateName",
  DEPTH_ZERO_SELF_SIGNED_CERT: "mailboxCertificateSelfSigned",
  SELF_SIGNED_CERT_IN_CHAIN: "mailboxCertificateUntrusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "mailboxCertificateIncomplete",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "mailboxCertificateUntrusted",
  ERR_SSL_WRONG_VERSION_NUMBER: "mailboxNoTls",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "mailboxNoTls",
};

interface ImapError extends Error {
  code?: string;
  authenticationFailed?: boolean;
  tlsFailed?: boolean;
  responseText?: string;
}

/** `host` and `port` are those of IMAP_URL. */
function connectionFault(error: ImapError, { host, port }: { host: string; port: number }): ExplainedFailure {
  const { code = "", responseText } = error;
  if (error.authenticationFailed) return new ExplainedFailure({ kind: "mailboxPassword" }, responseText ?? null);
  const kind = connectionFaults[code];
  if (kind) return new ExplainedFailure({ kind, host, port }, code);
  if (error.tlsFailed) return new ExplainedFailure({ kind: "mailboxUnencrypted", host, port }, null);
  return new ExplainedFailure({ kind: "mailboxOther", host, port }, responseText ?? error.message);
}

/** Opens the folder as the job does, for reading only. */
async function openFolder(client: ImapFlow, folder: string): Promise<{ uidNext: number }> {
  try {
    return await client.mailboxOpen(folder, { readOnly: true });
  } catch (error) {
    const all = await client.list().catch(() => []);
    // The folders are not known if the connection ended.
    if (!client.usable) throw error;
    const folders = all.map(({ path }) => path).join(", ");
    if (all.some(({ path }) => path === folder)) {
      const detail = (error as ImapError).responseText ?? String(error);
      throw new ExplainedFailure({ kind: "mailboxFolderUnreadable", folder }, detail);
    }
    const reason: JobReason = folders
      ? { kind: "mailboxFolderMissing", folder, folders }
      : { kind: "mailboxFolderNone", folder };
    throw new ExplainedFailure(reason, null);
  }
}

/** How far the mail server's clock is from this machine's. */
function clockFault(there: Date, here: Date): void {
  const minutes = Math.round((here.getTime() - there.getTime()) / 60_000);
  if (Math.abs(minutes) > toleratedMinutes)
    throw new Wrong(
      `the clocks of this machine and of the mail server differ by ${Math.abs(minutes)} minutes: this machine is ${minutes < 0 ? "behind" : "ahead"}`,
    );
}

/** Mails the plain address and one with a plus, and waits for both. */
async function checkArrival(
  client: ImapFlow,
  { address, uidNext }: { address: string; uidNext: number },
  { send, patienceMs = usualPatienceMs, now = () => new Date() }: Parts & { send: NonNullable<Parts["send"]> },
): Promise<void> {
  const [name, domain] = address.split("@");
  const withPlus = `${name}+check.${randomBytes(4).toString("hex")}@${domain}`;
  const expected = new Map([address, withPlus].map((to) => [to, randomUUID()]));
  for (const [to, id] of expected)
    await send(to, id).catch((error: unknown) => {
      throw new Wrong(
        `SMTP_URL does not take a mail to ${to}: ${error instanceof Error ? error.message : String(error)}`,
      );
    });
  const sentAt = now();
  const until = performance.now() + patienceMs;
  for (;;) {
    await client.noop();
    const mails = await client.fetchAll(
      `${uidNext}:*`,
      { uid: true, headers: true, internalDate: true },
      { uid: true },
    );
    for (const [to, id] of expected) {
      const mail = mails.find(({ headers }) => headers?.toString("latin1").includes(id));
      if (!mail) continue;
      expected.delete(to);
      clockFault(new Date(mail.internalDate ?? sentAt), sentAt);
    }
    if (expected.size === 0) return;
    if (performance.now() > until) break;
    await pause(Math.min(2000, patienceMs / 5));
  }
  const seconds = Math.round(patienceMs / 1000);
  throw new Wrong(
    expected.has(address)
      ? `a mail to ${address} did not arrive in this folder within ${seconds} seconds: MAIL_REPLY_TO is another mailbox's, or a rule sorts its mails elsewhere`
      : `mails to ${address} arrive, but one to ${withPlus} did not within ${seconds} seconds: the mail server must deliver addresses with a plus to this mailbox, in the same folder`,
  );
}

/** Without a mail server only a newest mail from the future shows that the clock is wrong. */
async function checkNewest(client: ImapFlow, uidNext: number, now: Date): Promise<void> {
  const [mail] = await client.fetchAll(`${uidNext - 1}:*`, { uid: true, internalDate: true }, { uid: true });
  const received = mail?.internalDate && new Date(mail.internalDate);
  if (received && received > now) clockFault(received, now);
}

/** Opens the folder for `check`. Throws what is wrong with the mailbox as an `ExplainedFailure`. */
async function inFolder(url: string, check: (client: ImapFlow, uidNext: number) => Promise<void>): Promise<void> {
  const { ImapFlow: Client } = await import("imapflow");
  const { path, options } = connectionOf(url);
  const client = new Client(options);
  client.on("error", () => undefined);
  try {
    await client.connect().catch((error: ImapError) => {
      throw connectionFault(error, options);
    });
    const { uidNext } = await openFolder(client, path);
    await check(client, uidNext);
  } catch (error) {
    if (error instanceof Wrong || error instanceof ExplainedFailure) throw error;
    throw new ExplainedFailure({ kind: "mailboxBroken" }, error instanceof Error ? error.message : String(error));
  } finally {
    await client.logout().catch(() => client.close());
  }
}

/**
 * What is wrong, in one sentence in English; null if nothing is. Two mails stay in the mailbox, which the portal leaves
 * alone.
 */
export async function checkMailbox({ url, address }: MailboxSettings, parts: Parts): Promise<string | null> {
  try {
    await inFolder(url, async (client, uidNext) => {
      const { send, now = () => new Date() } = parts;
      if (send) await checkArrival(client, { address, uidNext }, { ...parts, send });
      else await checkNewest(client, uidNext, now());
    });
    return null;
  } catch (error) {
    if (error instanceof Wrong) return error.message;
    if (error instanceof ExplainedFailure) return inEnglish(error);
    throw error;
  }
}

/** Throws an `ExplainedFailure` if the folder cannot be opened. */
export const checkConnection = ({ url }: Pick<MailboxSettings, "url">): Promise<void> =>
  inFolder(url, () => Promise.resolve());
