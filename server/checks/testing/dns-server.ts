/** A name server (RFC 1035) with the records of a test: answers A, AAAA, MX and TXT, `NXDOMAIN`, and that there is no such record. */
import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";

export interface Records {
  TXT?: readonly string[];
  MX?: readonly string[];
  A?: readonly string[];
}

const types: Record<number, keyof Records | undefined> = { 1: "A", 15: "MX", 16: "TXT" };

const encodeName = (name: string): Buffer =>
  Buffer.concat([
    ...name
      .split(".")
      .filter((label) => label !== "")
      .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);

function readName(message: Buffer, from: number): { name: string; next: number } {
  const labels: string[] = [];
  let at = from;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), next: at + 1 };
}

/** Long texts in pieces of 255 bytes, as DNS has them. */
function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const piece = bytes.subarray(at, at + 255);
    pieces.push(Buffer.from([piece.length]), piece);
  }
  return Buffer.concat(pieces);
}

const encode: Record<keyof Records, (value: string) => Buffer> = {
  A: (value) => Buffer.from(value.split(".").map(Number)),
  MX: (value) => Buffer.concat([Buffer.from([0, 10]), encodeName(value)]),
  TXT: encodeText,
};

function answerTo(query: Buffer, zone: ReadonlyMap<string, Records>): Buffer {
  const { name, next } = readName(query, 12);
  const type = types[query.readUInt16BE(next)];
  const records = zone.get(name);
  // A name that has names below it exists, without records.
  const exists = records !== undefined || [...zone.keys()].some((other) => other.endsWith(`.${name}`));
  const values = type === undefined ? [] : (records?.[type] ?? []);
  const header = Buffer.alloc(12);
  header.writeUInt16BE(query.readUInt16BE(0), 0);
  header.writeUInt16BE(0x8180 | (exists ? 0 : 3), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(values.length, 6);
  const answers = values.map((value) => {
    const data = type === undefined ? Buffer.alloc(0) : encode[type](value);
    const head = Buffer.alloc(12);
    head.writeUInt16BE(0xc00c, 0);
    query.copy(head, 2, next, next + 4);
    head.writeUInt32BE(60, 6);
    head.writeUInt16BE(data.length, 10);
    return Buffer.concat([head, data]);
  });
  return Buffer.concat([header, query.subarray(12, next + 4), ...answers]);
}

/** Records by name; `silent` answers nothing. */
export async function startDns(records: Readonly<Record<string, Records>>) {
  const zone = new Map(Object.entries(records));
  const server = createSocket("udp4");
  let isSilent = false;
  server.on("message", (query, { port, address }) => {
    if (!isSilent) server.send(answerTo(query, zone), port, address);
  });
  await new Promise<void>((listening) => server.bind(0, "127.0.0.1", listening));
  const resolver = new Resolver({ timeout: 300, tries: 1 });
  resolver.setServers([`127.0.0.1:${server.address().port}`]);
  return {
    zone,
    resolver,
    beSilent: () => (isSilent = true),
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}
