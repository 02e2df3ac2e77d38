/**
 * An IMAP4rev1 server (RFC 3501) with one mailbox, as far as the portal reads it. It keeps its mails, and can be told to
 * refuse the password, to close a connection in the middle of a mail, or to give its mails new numbers.
 */
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";

export interface TestMailbox {
  url: string;
  /** Mails by their number. */
  mails: Map<number, Buffer>;
  uidValidity: number;
  /** Commands in order, without tags and passwords. */
  commands: string[];
  /** Refuses every password. */
  isLocked: boolean;
  /** Closes the connection when a folder is opened. */
  closesAtFolder: boolean;
  /** Closes the connection in the middle of the mail with this number, once. */
  cutAt: number | null;
  /** Breaks off whenever the text of the mail with this number is asked for, as Dovecot does with one that it cannot read. */
  brokenAt: number | null;
  /** How far its clock is ahead. */
  aheadMs: number;
  /** Adds a mail; its number. */
  deliver(mail: string | Buffer): number;
  close(): Promise<void>;
}

const user = "desk";
const password = "reads every word";

/** `5:*`, `3,5:7`: the numbers of a set among those that exist. */
function numbersOf(set: string, existing: readonly number[]): number[] {
  const last = existing.at(-1) ?? 0;
  const at = (text: string): number => (text === "*" ? last : Number(text));
  const wanted = set.split(",").map((range) => {
    const [from = "", to = from] = range.split(":");
    return [Math.min(at(from), at(to)), Math.max(at(from), at(to))] as const;
  });
  return existing.filter((number) => wanted.some(([from, to]) => from <= number && number <= to));
}

const headersOf = (mail: Buffer): Buffer => mail.subarray(0, mail.indexOf("\r\n\r\n") + 4);

/** `23-Nov-2026 10:12:00 +0000` */
function internalDate(at: Date): string {
  const [, day, month, year, time] = at.toUTCString().split(" ");
  return `${day}-${month}-${year} ${time} +0000`;
}

/** With `tls` it speaks TLS at once; without, it offers none. */
export async function startImap(tls?: TlsOptions): Promise<TestMailbox> {
  const sockets = new Set<Socket>();
  const received = new Map<number, Date>();
  let nextUid = 1;

  function fetch(socket: Socket, set: string, items: string): boolean {
    const existing = [...box.mails.keys()];
    for (const uid of numbersOf(set, existing)) {
      const mail = box.mails.get(uid) ?? Buffer.alloc(0);
      const wanted = /BODY\.PEEK\[HEADER\]/i.test(items)
        ? headersOf(mail)
        : /BODY(\.PEEK)?\[\]/i.test(items)
          ? mail
          : null;
      if (wanted && box.brokenAt === uid) {
        socket.end("* BYE FETCH failed: the mail cannot be read\r\n");
        return false;
      }
      const section = wanted !== mail ? "BODY[HEADER]" : "BODY[]";
      const size = /RFC822\.SIZE/i.test(items) ? ` RFC822.SIZE ${mail.length}` : "";
      const literal = wanted ? ` ${section} {${wanted.length}}\r\n` : "";
      const date = /INTERNALDATE/i.test(items)
        ? ` INTERNALDATE "${internalDate(received.get(uid) ?? new Date())}"`
        : "";
      socket.write(`* ${existing.indexOf(uid) + 1} FETCH (UID ${uid}${date}${size}${literal}`);
      if (wanted && box.cutAt === uid) {
        box.cutAt = null;
        socket.write(wanted.subarray(0, wanted.length / 2));
        socket.destroySoon();
        return false;
      }
      if (wanted) socket.write(wanted);
      socket.write(")\r\n");
    }
    return true;
  }

  function answer(socket: Socket, tag: string, line: string): void {
    const say = (text: string): void => void socket.write(`${text}\r\n`);
    const [name = "", ...words] = line.split(" ");
    const command = (name === "UID" ? `UID ${words.shift()}` : name).toUpperCase();
    box.commands.push(command === "LOGIN" ? command : line);
    const ok = (text = `${command} completed`): void => say(`${tag} OK ${text}`);
    const signIn = (given: readonly (string | undefined)[]): void =>
      given[0] === user && given[1] === password && !box.isLocked
        ? ok()
        : say(`${tag} NO [AUTHENTICATIONFAILED] Wrong user or password`);
    switch (command) {
      case "CAPABILITY":
        say("* CAPABILITY IMAP4rev1");
        return ok();
      case "LOGIN":
        return signIn(
          words
            .join(" ")
            .match(/"[^"]*"|\S+/g)
            ?.map((word) => word.replaceAll('"', "")) ?? [],
        );
      case "LIST":
      case "LSUB":
        say(`* ${command} (\\HasNoChildren) "/" "INBOX"`);
        return ok();
      case "SELECT":
      case "EXAMINE":
        if (box.closesAtFolder) return void socket.destroy();
        if (!/^"?INBOX"?$/i.test(words[0] ?? "")) return say(`${tag} NO No such mailbox`);
        say(`* ${box.mails.size} EXISTS`);
        say("* 0 RECENT");
        say("* FLAGS (\\Seen \\Deleted)");
        say(`* OK [UIDVALIDITY ${box.uidValidity}] Valid`);
        say(`* OK [UIDNEXT ${nextUid}] Next`);
        return ok(`[READ-ONLY] ${command} completed`);
      case "UID FETCH":
        if (fetch(socket, words[0] ?? "", words.slice(1).join(" "))) ok();
        return undefined;
      case "LOGOUT":
        say("* BYE");
        ok();
        return void socket.end();
      case "NOOP":
        return ok();
      default:
        return say(`${tag} BAD ${command} is unknown here`);
    }
  }

  const serve = (socket: Socket): void => {
    sockets.add(socket);
    let rest = "";
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    socket.on("data", (part) => {
      const lines = (rest + part.toString("latin1")).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const [tag = "", ...words] = line.split(" ");
        answer(socket, tag, words.join(" "));
      }
    });
    socket.write("* OK [CAPABILITY IMAP4rev1] ready\r\n");
  };
  const server = tls ? createTlsServer(tls, serve) : createServer(serve);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  const box: TestMailbox = {
    url: `${tls ? "imaps" : "imap"}://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/INBOX`,
    mails: new Map(),
    uidValidity: 7,
    commands: [],
    isLocked: false,
    closesAtFolder: false,
    cutAt: null,
    brokenAt: null,
    aheadMs: 0,
    deliver(mail) {
      const uid = nextUid;
      received.set(uid, new Date(Date.now() + box.aheadMs));
      nextUid += 1;
      box.mails.set(uid, Buffer.from(mail));
      return uid;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return box;
}
