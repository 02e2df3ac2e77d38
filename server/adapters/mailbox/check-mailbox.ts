/** Checks that the firm's mailbox does everything the portal needs of it, and says in words what is wrong. */
import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { ImapFlow } from "imapflow";
import type { MailboxSettings } from "../../kernel/config-outside.ts";
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

class Wrong extends Error {}

/** Faults of the network and of TLS by their codes; `host` and `port` are those of IMAP_URL. */
const connectionFaults: Record<string, (host: string, port: number) => string> = {
  ENOTFOUND: (host) => `no machine is called ${host}`,
  EAI_AGAIN: (host) => `the name ${host} cannot be looked up`,
  ECONNREFUSED: (host, port) => `${host} accepts no connections to port ${port}`,
  EHOSTUNREACH: (host) => `${host} cannot be reached`,
  ETIMEDOUT: (host, port) => `${host} does not answer on port ${port}`,
  CONNECT_TIMEOUT: (host, port) => `${host} does not answer on port ${port}`,
  GREETING_TIMEOUT: (host, port) =>
    `${host} does not greet on port ${port}: if it expects TLS at once, the address begins with imaps://`,
  CERT_HAS_EXPIRED: (host) => `the certificate of ${host} has expired, or this machine's clock is ahead`,
  CERT_NOT_YET_VALID: (host) => `the certificate of ${host} is not valid yet, or this machine's clock is behind`,
  ERR_TLS_CERT_ALTNAME_INVALID: (host) => `the certificate of the mail server is not for ${host}`,
  DEPTH_ZERO_SELF_SIGNED_CERT: (host) => `nobody vouches for the certificate of ${host} (self-signed)`,
  SELF_SIGNED_CERT_IN_CHAIN: (host) => `this machine does not trust the authority of the certificate of ${host}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: (host) => `${host} does not send the certificates that issued its own`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: (host) =>
    `this machine does not trust the authority of the certificate of ${host}`,
  ERR_SSL_WRONG_VERSION_NUMBER: (host, port) =>
    `${host} does not speak TLS at once on port ${port}: the address begins with imap://, or has another port`,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: (host, port) =>
    `${host} does not speak TLS at once on port ${port}: the address begins with imap://, or has another port`,
};

interface ImapError extends Error {
  code?: string;
  authenticationFailed?: boolean;
  tlsFailed?: boolean;
  responseText?: string;
}

function connectionFault(error: ImapError, { host, port }: { host: string; port: number }): string {
  const said = error.responseText ? ` (${error.responseText})` : "";
  if (error.authenticationFailed) return `the mail server refuses the user or the password${said}`;
  const known = connectionFaults[error.code ?? ""];
  if (known) return known(host, port);
  if (error.tlsFailed) return `${host} offers no encryption on port ${port}, so the password is not sent`;
  return `${host} cannot be used: ${error.responseText ?? error.message}`;
}

/** Opens the folder as the job does, for reading only. */
async function openFolder(client: ImapFlow, path: string): Promise<{ uidNext: number }> {
  try {
    return await client.mailboxOpen(path, { readOnly: true });
  } catch (error) {
    const folders = await client.list().catch(() => []);
    const names = folders.map((folder) => folder.path).join(", ");
    if (folders.some((folder) => folder.path === path))
      throw new Wrong(`the folder ${path} cannot be read: ${(error as ImapError).responseText ?? String(error)}`);
    throw new Wrong(`the mailbox has no folder ${path}; it has ${names || "none that this user may see"}`);
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

/** Opens the folder for `check`; what is wrong, in one sentence, or null if nothing is. */
async function inFolder(
  url: string,
  check: (client: ImapFlow, uidNext: number) => Promise<void>,
): Promise<string | null> {
  const { ImapFlow: Client } = await import("imapflow");
  const { path, options } = connectionOf(url);
  const client = new Client(options);
  client.on("error", () => undefined);
  try {
    await client.connect().catch((error: ImapError) => {
      throw new Wrong(`${connectionFault(error, options)} (IMAP_URL)`);
    });
    const { uidNext } = await openFolder(client, path);
    await check(client, uidNext);
    return null;
  } catch (error) {
    if (error instanceof Wrong) return error.message;
    return `the mail server breaks off: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    await client.logout().catch(() => client.close());
  }
}

/** What is wrong, in one sentence; null if nothing is. Two mails stay in the mailbox, which the portal leaves alone. */
export const checkMailbox = ({ url, address }: MailboxSettings, parts: Parts): Promise<string | null> =>
  inFolder(url, async (client, uidNext) => {
    const { send, now = () => new Date() } = parts;
    if (send) await checkArrival(client, { address, uidNext }, { ...parts, send });
    else await checkNewest(client, uidNext, now());
  });

/** Why the folder cannot be opened, in one sentence; null if it can. */
export const checkConnection = ({ url }: MailboxSettings): Promise<string | null> =>
  inFolder(url, () => Promise.resolve());
