/** ASN.1 as the seal needs it: written as DER, read with asn1js. */
import { fromBER, ObjectIdentifier } from "asn1js";

/** One element: tag, length, content. */
export function element(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content]);
  const length = Buffer.from(content.length.toString(16).padStart(8, "0"), "hex");
  const digits = length.subarray(length.findIndex((byte) => byte !== 0));
  return Buffer.concat([Buffer.from([tag, 0x80 + digits.length]), digits, content]);
}

export const sequence = (...parts: Buffer[]): Buffer => element(0x30, ...parts);
/** DER orders the members of a set by their bytes. */
const inOrder = (members: Buffer[]): Buffer[] => members.toSorted((a, b) => Buffer.compare(a, b));
export const set = (...members: Buffer[]): Buffer => element(0x31, ...inOrder(members));
/** `[number]` around an element, or instead of the tag of a sequence with these members. */
export const tagged = (number: number, ...parts: Buffer[]): Buffer => element(0xa0 + number, ...parts);
/** `[number]` instead of the tag of a set. */
export const taggedSet = (number: number, ...members: Buffer[]): Buffer => tagged(number, ...inOrder(members));
export const octets = (bytes: Buffer): Buffer => element(0x04, bytes);
export const bits = (bytes: Buffer, unused = 0): Buffer => element(0x03, Buffer.from([unused]), bytes);
export const text = (value: string): Buffer => element(0x0c, Buffer.from(value, "utf8"));
export const yes: Buffer = element(0x01, Buffer.from([0xff]));
export const nothing: Buffer = element(0x05);
export const oid = (dotted: string): Buffer => Buffer.from(new ObjectIdentifier({ value: dotted }).toBER());
/** A whole number from 0, as number below 128 or as bytes, most significant first. */
export function integer(value: number | Buffer): Buffer {
  const bytes = typeof value === "number" ? Buffer.from([value]) : value;
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first < 0 ? Buffer.from([0]) : bytes.subarray(first);
  return (digits[0] ?? 0) >= 0x80 ? element(0x02, Buffer.from([0]), digits) : element(0x02, digits);
}
/** Years from 2050 need the longer form (RFC 5280, 4.1.2.5). */
export function time(at: Date): Buffer {
  const digits = `${at.toISOString().replace(/\D/g, "").slice(0, 14)}Z`;
  return at.getUTCFullYear() < 2050
    ? element(0x17, Buffer.from(digits.slice(2), "latin1"))
    : element(0x18, Buffer.from(digits, "latin1"));
}

/** An element that was read. */
export interface Item {
  tag: number;
  /** With tag and length. */
  raw: Buffer;
  content: Buffer;
  /** Of a constructed element. */
  items: Item[];
}

interface Block {
  idBlock: { blockLength: number };
  lenBlock: { blockLength: number };
  valueBeforeDecodeView: Uint8Array;
  valueBlock: { value?: unknown };
}

function itemOf(block: Block): Item {
  const raw = Buffer.from(block.valueBeforeDecodeView);
  const tag = raw[0] ?? 0;
  const { value } = block.valueBlock;
  return {
    tag,
    raw,
    content: raw.subarray(block.idBlock.blockLength + block.lenBlock.blockLength),
    items: (tag & 0x20) !== 0 && Array.isArray(value) ? (value as Block[]).map(itemOf) : [],
  };
}

/** Reads one element that fills the bytes; throws for anything else. */
export function read(bytes: Uint8Array): Item {
  const { offset, result } = fromBER(bytes);
  if (offset !== bytes.length) throw new Error("not one ASN.1 element");
  return itemOf(result as unknown as Block);
}

/** Reads an element at the start of the bytes, which zeros may follow. */
export function readPadded(bytes: Uint8Array): Item {
  const { offset, result } = fromBER(bytes);
  if (offset < 0 || bytes.subarray(offset).some((byte) => byte !== 0)) throw new Error("not one ASN.1 element");
  return itemOf(result as unknown as Block);
}

/**
 * Reads the element that the bytes begin with, whatever follows; throws if there is none. Within the limits of a mail, which
 * some programs cut into pieces of a thousand bytes.
 */
export function readFirst(bytes: Uint8Array): Item {
  const { offset, result } = fromBER(bytes, {
    maxNodes: 100_000,
    maxContentLength: bytes.length,
    parseEmbedded: false,
  });
  if (offset < 0) throw new Error("no ASN.1 element");
  return itemOf(result as unknown as Block);
}

/** The member at a place; throws if it is missing or has another tag. */
export function at(item: Item, index: number, tag?: number): Item {
  const found = item.items[index];
  if (!found || (tag !== undefined && found.tag !== tag)) throw new Error("unexpected ASN.1");
  return found;
}

/** The content of an octet string, which BER may cut into pieces. */
export const octetsOf = (item: Item): Buffer =>
  item.items.length > 0 ? Buffer.concat(item.items.map(octetsOf)) : item.content;

/** The time of a UTCTime or GeneralizedTime in UTC; throws if it is neither. */
export function timeOf({ tag, content }: Item): Date {
  const written = content.toString("latin1");
  const digits = tag === 0x17 ? `${Number(written.slice(0, 2)) < 50 ? "20" : "19"}${written}` : written;
  const found = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d+)?Z$/.exec(digits);
  const [, year, month, day, hour, minute, second, fraction = ""] = found ?? [];
  const read = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}Z`);
  if (!found || Number.isNaN(read.getTime())) throw new Error("not a time");
  return read;
}
