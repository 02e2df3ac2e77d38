/** DER for the verifier, in a browser: only the one encoding that a value has is read. */

export type Bytes = Uint8Array<ArrayBuffer>;

/** One element. */
export interface DerItem {
  tag: number;
  /** With tag and length. */
  raw: Bytes;
  content: Bytes;
  /** Of a constructed element. */
  items: DerItem[];
}

export function joined(...parts: Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
export const sameBytes = (one: Bytes, other: Bytes): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);
export const hex = (bytes: Bytes): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
/** Throws for anything but pairs of hexadecimal digits. */
export function fromHex(digits: string): Bytes {
  if (!/^(?:[\da-f]{2})*$/i.test(digits)) throw new Error("not hexadecimal digits");
  return new Uint8Array((digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));
}

const depthLimit = 32;

function readElement(bytes: Bytes, depth: number): DerItem {
  const [tag, first] = [bytes[0], bytes[1]];
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f || depth > depthLimit)
    throw new Error("not DER");
  let [start, length] = [2, first];
  if (first >= 0x80) {
    start += first & 0x7f;
    const digits = bytes.subarray(2, start);
    length = digits.reduce((sum, digit) => sum * 256 + digit, 0);
    // At least one digit, none too many.
    if (digits.length < 1 || digits.length > 4 || digits[0] === 0 || length < 0x80) throw new Error("not DER");
  }
  const raw = bytes.subarray(0, start + length);
  if (raw.length !== start + length) throw new Error("not DER");
  const content = raw.subarray(start);
  const items: DerItem[] = [];
  if ((tag & 0x20) !== 0)
    for (let at = 0; at < content.length; ) {
      const item = readElement(content.subarray(at), depth + 1);
      items.push(item);
      at += item.raw.length;
    }
  return { tag, raw, content, items };
}

/** The element at the start of the bytes, which only zeros may follow, and those only if `padded`. */
export function readDer(bytes: Bytes, { padded = false } = {}): DerItem {
  const item = readElement(bytes, 0);
  const rest = bytes.subarray(item.raw.length);
  if (padded ? rest.some((byte) => byte !== 0) : rest.length > 0) throw new Error("not one element");
  return item;
}

/** The member at a path of places; throws if it is missing or has another tag. */
export function member(item: DerItem, path: number[], tag?: number): DerItem {
  let found: DerItem | undefined = item;
  for (const place of path) found = found?.items[place];
  if (!found || (tag !== undefined && found.tag !== tag)) throw new Error("unexpected element");
  return found;
}

export function der(tag: number, ...parts: Bytes[]): Bytes {
  const content = joined(...parts);
  if (content.length < 0x80) return joined(new Uint8Array([tag, content.length]), content);
  const digits = content.length.toString(16);
  const length = fromHex(digits.length % 2 === 0 ? digits : `0${digits}`);
  return joined(new Uint8Array([tag, 0x80 + length.length]), length, content);
}

/** A set's members in the order of their bytes, as DER wants. */
export function inOrder(members: Bytes[]): Bytes[] {
  return members.toSorted((a, b) => {
    const at = a.findIndex((byte, index) => byte !== b[index]);
    return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
  });
}

/** An object identifier from its dotted form. */
export function identifier(dotted: string): Bytes {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((arc) => {
    const digits = [arc % 128];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) digits.unshift((left % 128) + 128);
    return digits;
  });
  return der(0x06, new Uint8Array(bytes));
}
