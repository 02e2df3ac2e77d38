/**
 * An SSH server (ssh2) with an SFTP subsystem of version 3 over a real folder, as far as the portal uses it. It can be told to show another host
 * key, to cut the connection in the middle of a file, and to change a file while it is read.
 */
import { createHash } from "node:crypto";
import { type FileHandle, lstat, open, readdir, rename } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join, normalize } from "node:path";
import ssh2, { type Connection, type SFTPWrapper } from "ssh2";
import { fingerprintOf } from "../sftp.ts";

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp;

export interface TestSftp {
  host: string;
  port: number;
  fingerprint: string;
  user: string;
  password: string;
  /** The private key whose public one may sign in too. */
  privateKey: string;
  /** Names of the commands that read or changed something, with their paths. */
  asked: string[];
  /** How somebody tried to sign in: none, password, publickey. */
  signIns: string[];
  /** Closes the connection after so many bytes of a file. */
  cutAfter: number | null;
  /** Called once, when the first bytes of a file were read. */
  whileRead: (() => Promise<void>) | null;
  /** Renames the file, and closes the connection before it says so. */
  cutAfterRename: boolean;
  close(): Promise<void>;
}

/** The library now and then writes a private key that it cannot read itself. */
function keyPair() {
  for (;;) {
    const keys = ssh2.utils.generateKeyPairSync("ed25519");
    if (!(ssh2.utils.parseKey(keys.private) instanceof Error)) return keys;
  }
}
/** One for all tests: what differs is the host's. */
const userKeys = keyPair();

/** Of a public key file: "ssh-ed25519 AAAA… comment". */
const blobOf = (publicKey: string): Buffer => Buffer.from(publicKey.split(" ")[1] ?? "", "base64");

const codeOf = (error: unknown): number => {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT") return STATUS_CODE.NO_SUCH_FILE;
  return code === "EACCES" ? STATUS_CODE.PERMISSION_DENIED : STATUS_CODE.FAILURE;
};

async function attributesOf(path: string) {
  const { mode, size, mtimeMs, atimeMs, uid, gid } = await lstat(path);
  return { mode, size, uid, gid, atime: Math.floor(atimeMs / 1000), mtime: Math.floor(mtimeMs / 1000) };
}

interface Handle {
  /** Of a folder: what was not listed yet. */
  entries?: { filename: string; longname: string; attrs: Awaited<ReturnType<typeof attributesOf>> }[];
  file?: FileHandle;
  sent: number;
}

/** Serves `root` as the whole file system. */
export async function startSftp(root: string, { port = 0 }: { port?: number } = {}): Promise<TestSftp> {
  const hostKeys = keyPair();
  const connections = new Set<Connection>();
  const local = (path: string): string => join(root, normalize(`/${path}`));
  const server = new ssh2.Server({ hostKeys: [hostKeys.private] }, (connection) => {
    connections.add(connection);
    connection.on("close", () => connections.delete(connection));
    connection.on("error", () => undefined);
    connection.on("authentication", (attempt) => {
      sftp.signIns.push(attempt.method);
      const isUser = attempt.username === sftp.user;
      if (isUser && attempt.method === "password" && attempt.password === sftp.password) attempt.accept();
      else if (isUser && attempt.method === "publickey" && attempt.key.data.equals(blobOf(userKeys.public)))
        attempt.accept();
      else attempt.reject(["password", "publickey"]);
    });
    connection.on("ready", () =>
      connection.on("session", (accept) =>
        accept().on("sftp", (open_) => {
          serve(open_(), connection);
        }),
      ),
    );
  });

  function serve(stream: SFTPWrapper, connection: Connection): void {
    const handles = new Map<number, Handle>();
    let next = 0;
    const add = (handle: Handle): Buffer => {
      handles.set(++next, handle);
      const name = Buffer.alloc(4);
      name.writeUInt32BE(next);
      return name;
    };
    const of = (name: Buffer): Handle => {
      const found = handles.get(name.readUInt32BE(0));
      if (!found) throw new Error("an unknown handle");
      return found;
    };
    /** Answers the request with the error's status. */
    const answering = (id: number, work: () => Promise<void>): void => {
      work().catch((error: unknown) => stream.status(id, codeOf(error), String(error)));
    };
    const stat = (id: number, path: string) =>
      answering(id, async () => {
        sftp.asked.push(`stat ${path}`);
        stream.attrs(id, await attributesOf(local(path)));
      });
    stream.on("REALPATH", (id, path) =>
      stream.name(id, [{ filename: normalize(`/${path}`), longname: path, attrs: {} as never }]),
    );
    stream.on("STAT", stat);
    stream.on("LSTAT", stat);
    stream.on("OPENDIR", (id, path) =>
      answering(id, async () => {
        sftp.asked.push(`list ${path}`);
        const names = await readdir(local(path));
        const entries = await Promise.all(
          names.map(async (filename) => {
            const attrs = await attributesOf(join(local(path), filename));
            // The first letter tells the type: this is what clients look at.
            const type = (attrs.mode & 0o170000) === 0o040000 ? "d" : (attrs.mode & 0o170000) === 0o120000 ? "l" : "-";
            return { filename, longname: `${type}rw-r--r-- 1 u g ${attrs.size} Jan 1 00:00 ${filename}`, attrs };
          }),
        );
        stream.handle(id, add({ entries, sent: 0 }));
      }),
    );
    stream.on("READDIR", (id, name) =>
      answering(id, async () => {
        const batch = of(name).entries?.splice(0, 100) ?? [];
        if (batch.length === 0) stream.status(id, STATUS_CODE.EOF);
        else stream.name(id, batch);
      }),
    );
    stream.on("OPEN", (id, path, flags) =>
      answering(id, async () => {
        sftp.asked.push(`open ${path}`);
        if ((flags & OPEN_MODE.READ) === 0) return stream.status(id, STATUS_CODE.PERMISSION_DENIED);
        return stream.handle(id, add({ file: await open(local(path), "r"), sent: 0 }));
      }),
    );
    stream.on("FSTAT", (id, name) =>
      answering(id, async () => {
        const found = await of(name).file?.stat();
        if (!found) return stream.status(id, STATUS_CODE.FAILURE);
        const { mode, size, uid, gid, mtimeMs, atimeMs } = found;
        const seconds = { atime: Math.floor(atimeMs / 1000), mtime: Math.floor(mtimeMs / 1000) };
        return stream.attrs(id, { mode, size, uid, gid, ...seconds });
      }),
    );
    stream.on("READ", (id, name, offset, length) =>
      answering(id, async () => {
        const handle = of(name);
        const { file } = handle;
        if (!file) return stream.status(id, STATUS_CODE.FAILURE);
        if (sftp.cutAfter !== null && handle.sent >= sftp.cutAfter) {
          connection.end();
          return undefined;
        }
        const most = sftp.cutAfter === null ? length : Math.min(length, sftp.cutAfter - handle.sent);
        const { bytesRead, buffer } = await file.read(Buffer.alloc(most), 0, most, offset);
        handle.sent += bytesRead;
        const meanwhile = sftp.whileRead;
        sftp.whileRead = null;
        await meanwhile?.();
        return bytesRead === 0 ? stream.status(id, STATUS_CODE.EOF) : stream.data(id, buffer.subarray(0, bytesRead));
      }),
    );
    stream.on("CLOSE", (id, name) =>
      answering(id, async () => {
        await of(name).file?.close();
        handles.delete(name.readUInt32BE(0));
        stream.status(id, STATUS_CODE.OK);
      }),
    );
    stream.on("RENAME", (id, from, to) =>
      answering(id, async () => {
        sftp.asked.push(`rename ${from} ${to}`);
        const isTaken = await lstat(local(to)).then(
          () => true,
          () => false,
        );
        if (isTaken) return stream.status(id, STATUS_CODE.FAILURE, "the name is taken");
        await rename(local(from), local(to));
        if (!sftp.cutAfterRename) return stream.status(id, STATUS_CODE.OK);
        sftp.cutAfterRename = false;
        connection.end();
        return undefined;
      }),
    );
    stream.on("end", () => {
      for (const { file } of handles.values()) file?.close().catch(() => undefined);
    });
  }

  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const sftp: TestSftp = {
    host: "127.0.0.1",
    port: (server.address() as AddressInfo).port,
    fingerprint: fingerprintOf(blobOf(hostKeys.public)),
    user: "bank",
    password: createHash("sha256").update(root).digest("hex").slice(0, 16),
    privateKey: userKeys.private,
    asked: [],
    signIns: [],
    cutAfter: null,
    whileRead: null,
    cutAfterRename: false,
    close: () =>
      new Promise((resolve) => {
        for (const connection of connections) connection.end();
        server.close(() => resolve());
      }),
  };
  return sftp;
}
