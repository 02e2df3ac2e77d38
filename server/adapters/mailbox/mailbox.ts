/** Reads the new mails of a mailbox by IMAP, by their numbers; nothing in the mailbox is changed. */
import type { MailboxSettings } from "../../kernel/config-outside.ts";

/** The last mail that was read. Numbers count within one validity: a mailbox that was restored has another one. */
export interface MailboxPosition {
  uidValidity: string;
  uid: number;
}

export interface ReceivedSource extends MailboxPosition {
  /** The mail as it was sent; only its headers if it is too large. */
  source: Buffer;
  isTooLarge: boolean;
  /** When it came to the mail server; null if that does not say it. */
  arrivedAt: Date | null;
}

/** The server did not give a mail: it broke off, as Dovecot does each time it cannot read one, or it refused. */
export class NotGiven extends Error {
  readonly position: MailboxPosition;
  constructor(position: MailboxPosition, cause: unknown) {
    super(`the mail server did not give mail ${position.uid}`, { cause });
    this.position = position;
  }
}

/** A mail with files of 20 MB, which are a third larger on their way. */
export const mailMaxBytes: number = 28 * 1024 * 1024;
/** Read at once; the next run reads on. */
const mailsPerRun = 100;
const timeoutMs = 30_000;

/** How the mailbox is reached, and the path of its folder. */
export function connectionOf(url: string) {
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const secure = protocol === "imaps:";
  return {
    path: decodeURIComponent(pathname.slice(1)) || "INBOX",
    options: {
      host: hostname,
      port: port === "" ? (secure ? 993 : 143) : Number(port),
      secure,
      // The password is never sent in plain text to another machine.
      doSTARTTLS: !secure && hostname !== "localhost" && hostname !== "127.0.0.1",
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      logger: false as const,
      greetingTimeout: timeoutMs,
      connectionTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    },
  };
}

const momentOf = (date: Date | string | undefined): Date | null => {
  const moment = new Date(date ?? "");
  return Number.isNaN(moment.getTime()) ? null : moment;
};

/** Hands over one mail; the caller goes on with the next. */
type Handle = (mail: ReceivedSource) => Promise<void>;

/**
 * Hands over the mails after the position, one after another in their order, and before them those that `again` names for
 * the mailbox's validity. Without a position, mails that are there already are skipped. Returns the position after what was
 * handed over; throws `NotGiven` for a mail that the server does not give, and other errors if it is away or refuses.
 */
export async function readMailbox(
  { url }: Pick<MailboxSettings, "url">,
  after: MailboxPosition | null,
  handle: Handle,
  again: (uidValidity: string) => Promise<readonly number[]> = () => Promise.resolve([]),
): Promise<MailboxPosition> {
  const { ImapFlow } = await import("imapflow");
  const { path, options } = connectionOf(url);
  const client = new ImapFlow(options);
  // A lost connection rejects what is running; without a listener it would end the process.
  client.on("error", () => undefined);
  const read = async (uidValidity: string, mails: readonly { uid: number; size?: number }[]): Promise<void> => {
    for (const { uid, size = 0 } of mails) {
      const isTooLarge = size > mailMaxBytes;
      const wanted = isTooLarge ? { headers: true, internalDate: true } : { source: true, internalDate: true };
      const mail = await client.fetchOne(String(uid), wanted, { uid: true }).catch((error: unknown) => {
        throw new NotGiven({ uidValidity, uid }, error);
      });
      // Deleted meanwhile by somebody else, if there is none.
      const source = mail && (isTooLarge ? mail.headers : mail.source);
      if (source) await handle({ uidValidity, uid, source, isTooLarge, arrivedAt: momentOf(mail.internalDate) });
    }
  };
  try {
    await client.connect();
    const { uidValidity: validity, uidNext } = await client.mailboxOpen(path, { readOnly: true });
    const uidValidity = String(validity);
    if (after === null) return { uidValidity, uid: uidNext - 1 };
    const failed = await again(uidValidity);
    if (failed.length > 0)
      await read(uidValidity, await client.fetchAll(failed.join(","), { uid: true, size: true }, { uid: true }));
    const uid = after.uidValidity === uidValidity ? after.uid : 0;
    if (uidNext <= uid + 1) return { uidValidity, uid };
    const sizes = await client.fetchAll(`${uid + 1}:*`, { uid: true, size: true }, { uid: true });
    // The range of a mailbox without newer mails names its last one.
    const fresh = sizes.filter((mail) => mail.uid > uid).toSorted((one, other) => one.uid - other.uid);
    const now = fresh.slice(0, mailsPerRun);
    await read(uidValidity, now);
    return { uidValidity, uid: now.at(-1)?.uid ?? uid };
  } finally {
    await client.logout().catch(() => client.close());
  }
}
