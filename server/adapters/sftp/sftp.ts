/**
 * Folders on other machines over SFTP. The host's key is pinned: a host that shows another key gets neither name nor password, and nothing is
 * read from it.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import SftpClient from "ssh2-sftp-client";

export interface SftpAddress {
  host: string;
  port: number;
  user: string;
}

export type SftpSecret =
  | { kind: "password"; password: string }
  /** OpenSSH or PEM. */
  | { kind: "key"; privateKey: string; passphrase?: string | undefined };

/** Why a folder could not be used. Wording: `admin.pickups.failure.<code>`. */
export const sftpFailures = [
  "hostKeyChanged",
  "signIn",
  "keyUnusable",
  "hostUnknown",
  "unreachable",
  "slow",
  "cut",
  "folderMissing",
  "notAllowed",
  "other",
] as const;
export type SftpFailureCode = (typeof sftpFailures)[number];

export class SftpFailure extends Error {
  readonly code: SftpFailureCode;
  /** Technical words, in English; of a changed key its fingerprint. */
  readonly detail: string;
  constructor(code: SftpFailureCode, detail: string) {
    super(`${code}: ${detail}`);
    this.name = "SftpFailure";
    this.code = code;
    this.detail = detail;
  }
}

/** A plain file as its folder lists it. SFTP tells times in whole seconds. */
export interface RemoteFile {
  name: string;
  size: number;
  modifiedMs: number;
}

/** Thrown by `read` for a longer file. */
export class FileTooLarge extends Error {}

export interface RemoteFolders {
  /** Plain files of a folder, by name; links, folders and special files are none. */
  list(folder: string): Promise<RemoteFile[]>;
  /** Null if there is no such plain file. */
  stat(path: string): Promise<Pick<RemoteFile, "size" | "modifiedMs"> | null>;
  /** The whole file; throws `FileTooLarge` once more than `maxBytes` arrived. */
  read(path: string, maxBytes: number): Promise<Buffer>;
  /** Renames a file; never over another one. */
  move(from: string, to: string): Promise<void>;
}

export interface SftpOptions extends SftpAddress {
  secret: SftpSecret;
  /** As `fingerprintOf` writes it. */
  fingerprint: string;
  /** For the sign-in. */
  connectMs: number;
  /** For everything. */
  longestMs: number;
}

/** As OpenSSH prints it: `SHA256:` and the unpadded base64 of the key's hash. */
export const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash("sha256")
    .update(key)
    .digest("base64")
    .replace(/(?<!=)=+$/, "")}`;

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

interface ClientError extends Error {
  code?: string | number;
  level?: string;
}

function explain(error: ClientError): SftpFailure {
  const { message, code } = error;
  const of = (kind: SftpFailureCode) => new SftpFailure(kind, message);
  if (/authentication methods failed|authentication/i.test(message) && !/timed out/i.test(message)) return of("signIn");
  if (/cannot parse privateKey|unsupported key|passphrase/i.test(message)) return of("keyUnusable");
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return of("hostUnknown");
  if (code === "ECONNREFUSED" || code === "EHOSTUNREACH" || code === "ENETUNREACH") return of("unreachable");
  if (code === "ETIMEDOUT" || /timed out/i.test(message)) return of("slow");
  if (code === "ENOENT" || code === 2 || /no such file/i.test(message)) return of("folderMissing");
  if (code === "EACCES" || code === 3 || /permission denied/i.test(message)) return of("notAllowed");
  if (code === "ECONNRESET" || /closed|reset|not connected|end event|no response/i.test(message)) return of("cut");
  return of("other");
}

/** Runs the attempt; ends it when the connection closes or the time is over, whatever the library waits for. */
async function guarded<T>(longestMs: number, attempt: (client: SftpClient) => Promise<T>): Promise<T> {
  let fail: (error: Error) => void = () => undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  ended.catch(() => undefined);
  const cut = () => fail(new SftpFailure("cut", "the connection was closed"));
  const client = new SftpClient("portico", {
    error: (error) => fail(explain(error as ClientError)),
    end: cut,
    close: cut,
  });
  const timer = setTimeout(() => fail(new SftpFailure("slow", `not done within ${longestMs} ms`)), longestMs);
  try {
    return await Promise.race([attempt(client), ended]);
  } finally {
    clearTimeout(timer);
    // A server that does not answer would keep the connection open.
    (client as unknown as { client: { destroy(): void } }).client.destroy();
  }
}

/**
 * The fingerprint of the host's key. The connection ends before anybody signs in. Throws an `SftpFailure` if the host does not answer as an
 * SSH server.
 */
export async function readHostKey({
  host,
  port,
  connectMs,
}: Pick<SftpOptions, "host" | "port" | "connectMs">): Promise<string> {
  let seen: string | undefined;
  try {
    await guarded(connectMs, (client) =>
      explained(
        client.connect({
          host,
          port,
          username: "portico",
          password: "",
          readyTimeout: connectMs,
          hostVerifier: (key: Buffer) => {
            seen = fingerprintOf(key);
            return false;
          },
        }),
      ),
    );
  } catch (error) {
    if (seen === undefined) throw error;
  }
  if (seen === undefined) throw new SftpFailure("other", "the host showed no key");
  return seen;
}

/** Signs in, works, and disconnects. Throws an `SftpFailure`, or what `work` throws. */
export async function withSftp<T>(options: SftpOptions, work: (folders: RemoteFolders) => Promise<T>): Promise<T> {
  const { host, port, user, secret, fingerprint, connectMs, longestMs } = options;
  let shown: string | undefined;
  try {
    return await guarded(longestMs, async (client) => {
      const connecting = client.connect({
        host,
        port,
        username: user,
        ...(secret.kind === "password"
          ? { password: secret.password }
          : { privateKey: secret.privateKey, ...(secret.passphrase && { passphrase: secret.passphrase }) }),
        readyTimeout: connectMs,
        hostVerifier: (key: Buffer) => {
          shown = fingerprintOf(key);
          return isSame(shown, fingerprint);
        },
      });
      await explained(connecting);
      return work(foldersOf(client));
    });
  } catch (error) {
    if (shown !== undefined && !isSame(shown, fingerprint)) throw new SftpFailure("hostKeyChanged", shown);
    throw error;
  }
}

/** The library's errors as failures. */
const explained = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    throw error instanceof SftpFailure || error instanceof FileTooLarge ? error : explain(error as ClientError);
  });

async function readWhole(client: SftpClient, path: string, maxBytes: number): Promise<Buffer> {
  const stream = client.createReadStream(path);
  // A connection that closes later answers what the stream asked for with an error that nobody awaits.
  stream.on("error", () => undefined);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new FileTooLarge(`more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const foldersOf = (client: SftpClient): RemoteFolders => ({
  async list(folder) {
    const rows = await explained(client.list(folder));
    return rows
      .filter(({ type }) => type === "-")
      .map(({ name, size, modifyTime }) => ({ name, size, modifiedMs: modifyTime }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  },
  async stat(path) {
    try {
      const { size, modifyTime, isFile } = await explained(client.stat(path));
      return isFile ? { size, modifiedMs: modifyTime } : null;
    } catch (error) {
      if (error instanceof SftpFailure && error.code === "folderMissing") return null;
      throw error;
    }
  },
  read: (path, maxBytes) => explained(readWhole(client, path, maxBytes)),
  async move(from, to) {
    await explained(client.rename(from, to));
  },
});
