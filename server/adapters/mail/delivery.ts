/** Final step of a mail: to the mail server, or into a file in DATA_DIR/mail if none is configured. */
import { mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../kernel/config.ts";
import type { Rendered } from "./render.ts";

interface OutgoingMail extends Rendered {
  /** The same for every try, so that a mail delivered twice is recognised. */
  messageId: string;
  to: string;
  replyTo?: string | undefined;
}

type Delivery = (mail: OutgoingMail) => Promise<void>;

/** Creates on first use: the mail library is not loaded during the portal's start. */
function onceNeeded<T>(make: (mailer: typeof import("nodemailer")) => T): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= import("nodemailer").then(make));
}

const smtpOptions = (url: string) => ({
  url,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
});

/** Connects and signs in without sending anything; null, or in the mail server's words what is wrong. */
export async function checkMailServer(url: string, { requireTLS = false } = {}): Promise<string | null> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({ ...smtpOptions(url), requireTLS });
  return transport
    .verify()
    .then(
      () => null,
      ({ message }: Error) => message,
    )
    .finally(() => transport.close());
}

/** The same, and whether mails would be encrypted on their way there. */
export async function askMailServer(url: string): Promise<{ problem: string | null; isEncrypted: boolean }> {
  const problem = await checkMailServer(url);
  const isEncrypted =
    problem === null && (url.startsWith("smtps:") || (await checkMailServer(url, { requireTLS: true })) === null);
  return { problem, isEncrypted };
}

/** Whether the mail server refused the address for good: trying again does not help. */
export function isAddressRefused(error: unknown): boolean {
  const { command, responseCode } = error as { command?: string; responseCode?: number };
  return command === "RCPT TO" && responseCode !== undefined && responseCode >= 500 && responseCode < 600;
}

/** Folder of mails that no server received. */
export const mailFolder = (dataDir: string): string => join(dataDir, "mail");

/** By SMTP_URL, or into files. */
export function createDelivery(
  config: Pick<Config, "smtpUrl" | "mailFrom" | "mailReturnTo" | "dataDir" | "publicUrl">,
): Delivery {
  const host = new URL(config.publicUrl).hostname;
  const content = ({ messageId, to, replyTo, subject, text, html, pictures }: OutgoingMail) => ({
    from: config.mailFrom,
    to: { name: "", address: to },
    ...(replyTo && { replyTo: { name: "", address: replyTo } }),
    subject,
    text,
    html,
    attachments: pictures.map(({ id, content: bytes, mediaType }) => ({
      cid: id,
      content: bytes,
      contentType: mediaType,
      contentDisposition: "inline" as const,
      filename: false as const,
    })),
    messageId: `<${messageId}@${host}>`,
    // Where mail servers report what they could not deliver.
    ...(config.mailReturnTo !== undefined && { envelope: { from: config.mailReturnTo, to } }),
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  if (config.smtpUrl !== undefined) {
    const options = smtpOptions(config.smtpUrl);
    const transport = onceNeeded(({ createTransport }) => createTransport(options));
    return async (mail) => void (await (await transport()).sendMail(content(mail)));
  }
  const composer = onceNeeded(({ createTransport }) => createTransport({ streamTransport: true, buffer: true }));
  return async (mail) => {
    const { message } = await (await composer()).sendMail(content(mail));
    await writeWhole(mailFolder(config.dataDir), `${Date.now()}-${mail.messageId}.eml`, message as Buffer);
  };
}

/** Writes a file completely or not at all. */
async function writeWhole(folder: string, name: string, content: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = join(folder, `.${name}.part`);
  const handle = await open(unfinished, "w", 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, join(folder, name));
}
