/** X.509 certificates and signatures by their keys, with the browser's own cryptography. */
import { type Bytes, type DerItem, der, fromHex, hex, identifier, joined, member, readDer, sameBytes } from "./der.ts";

export interface Certificate {
  raw: Bytes;
  serial: Bytes;
  issuer: Bytes;
  subject: Bytes;
  from: Date;
  until: Date;
  publicKey: DerItem;
  /** What its issuer signed. */
  signed: Bytes;
  algorithm: DerItem;
  signature: Bytes;
  /** May issue certificates. */
  isAuthority: boolean;
  /** May sign content (nonRepudiation). */
  maySign: boolean;
}

export const sha256 = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

const latin1 = (bytes: Bytes): string => new TextDecoder("latin1").decode(bytes);

function timeOf({ tag, content }: DerItem): Date {
  const written = latin1(content);
  const digits = tag === 0x17 ? `${Number(written.slice(0, 2)) < 50 ? "20" : "19"}${written}` : written;
  const found = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(digits);
  const [, year, month, day, hour, minute, second] = found ?? [];
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (!found || Number.isNaN(time.getTime())) throw new Error("not a time");
  return time;
}

/** Throws if the bytes are no certificate of version 3. */
export function readCertificate(raw: Bytes): Certificate {
  const item = readDer(raw);
  const body = member(item, [0], 0x30);
  const algorithm = member(item, [1], 0x30);
  const signature = member(item, [2], 0x03);
  // Outside of what the issuer signed, nothing may be free: the algorithm stands inside too, all bits of the last byte count.
  if (
    item.tag !== 0x30 ||
    item.items.length !== 3 ||
    !sameBytes(algorithm.raw, member(body, [2]).raw) ||
    signature.content[0] !== 0
  )
    throw new Error("not a certificate");
  const listed = body.items.find(({ tag }) => tag === 0xa3);
  const extension = (dotted: string): DerItem | undefined => {
    const id = identifier(dotted);
    const found = listed && member(listed, [0], 0x30).items.find((one) => sameBytes(member(one, [0]).raw, id));
    return found && readDer(member(found, [found.items.length - 1], 0x04).content);
  };
  const usage = extension("2.5.29.15");
  const constraints = extension("2.5.29.19");
  return {
    raw,
    serial: member(body, [1], 0x02).raw,
    issuer: member(body, [3], 0x30).raw,
    subject: member(body, [5], 0x30).raw,
    from: timeOf(member(body, [4, 0])),
    until: timeOf(member(body, [4, 1])),
    publicKey: member(body, [6], 0x30),
    signed: body.raw,
    algorithm,
    signature: signature.content.subarray(1),
    isAuthority: constraints?.items[0]?.tag === 0x01 && constraints.items[0].content[0] === 0xff,
    maySign: ((usage?.content[1] ?? 0) & 0x40) !== 0,
  };
}

/** The certificates of a PEM text. */
export const readPem = (pem: string): Certificate[] =>
  [...pem.matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g)].map(([, base64 = ""]) =>
    readCertificate(Uint8Array.from(atob(base64.replace(/\s/g, "")), (sign) => sign.charCodeAt(0))),
  );

/** `Porto Finance, Porto Finance seal`: the values of a name. */
export const namesIn = (name: Bytes): string =>
  readDer(name)
    .items.flatMap((set) => set.items.map((pair) => new TextDecoder().decode(member(pair, [1]).content)))
    .join(", ");

/** SHA-256 of the certificate, as OpenSSL writes it. */
export const fingerprint = async ({ raw }: Certificate): Promise<string> =>
  (hex(await sha256(raw)).match(/../g) ?? []).join(":").toUpperCase();

const digestOf: Readonly<Record<string, string>> = {
  [hex(identifier("1.2.840.113549.1.1.11"))]: "SHA-256",
  [hex(identifier("1.2.840.113549.1.1.12"))]: "SHA-384",
  [hex(identifier("1.2.840.113549.1.1.13"))]: "SHA-512",
  [hex(identifier("1.2.840.10045.4.3.2"))]: "SHA-256",
  [hex(identifier("1.2.840.10045.4.3.3"))]: "SHA-384",
  [hex(identifier("1.2.840.10045.4.3.4"))]: "SHA-512",
};
/** Curves with the length of their numbers in bytes. */
const curveOf: Readonly<Record<string, { name: string; size: number }>> = {
  [hex(identifier("1.2.840.10045.3.1.7"))]: { name: "P-256", size: 32 },
  [hex(identifier("1.3.132.0.34"))]: { name: "P-384", size: 48 },
  [hex(identifier("1.3.132.0.35"))]: { name: "P-521", size: 66 },
};
const rsaKey = identifier("1.2.840.113549.1.1.1");

/** How keys of this type sign here, as it is written in a signature: always with SHA-256. */
export const ownAlgorithm = ({ publicKey }: Certificate): Bytes =>
  sameBytes(member(publicKey, [0, 0]).raw, rsaKey)
    ? der(0x30, identifier("1.2.840.113549.1.1.11"), fromHex("0500"))
    : der(0x30, identifier("1.2.840.10045.4.3.2"));

/** The two numbers of an ECDSA signature side by side, as browsers want them. Throws for any other encoding than DER. */
function sideBySide(signature: Bytes, size: number): Bytes {
  const { tag, items } = readDer(signature);
  if (tag !== 0x30 || items.length !== 2) throw new Error("no ECDSA signature");
  const numbers = items.map((item) => {
    const digits = item.content.subarray(item.content[0] === 0 ? 1 : 0);
    const isShortest = digits.length === item.content.length ? (digits[0] ?? 0x80) < 0x80 : (digits[0] ?? 0) >= 0x80;
    if (item.tag !== 0x02 || digits.length > size || !isShortest) throw new Error("no ECDSA signature");
    return joined(new Uint8Array(size - digits.length), digits);
  });
  return joined(...numbers);
}

/** Whether the certificate's key made the signature. RSA (PKCS#1 v1.5) and ECDSA with SHA-2; false for any other. */
export async function isSignedBy(
  { publicKey }: Certificate,
  algorithm: DerItem,
  { signature, signed }: { signature: Bytes; signed: Bytes },
): Promise<boolean> {
  const hash = digestOf[hex(member(algorithm, [0], 0x06).raw)];
  if (!hash) return false;
  if (sameBytes(member(publicKey, [0, 0]).raw, rsaKey)) {
    const scheme = { name: "RSASSA-PKCS1-v1_5", hash };
    const key = await crypto.subtle.importKey("spki", publicKey.raw, scheme, false, ["verify"]);
    return crypto.subtle.verify(scheme, key, signature, signed);
  }
  const curve = curveOf[hex(member(publicKey, [0, 1]).raw)];
  if (!curve) return false;
  const scheme = { name: "ECDSA", namedCurve: curve.name };
  const key = await crypto.subtle.importKey("spki", publicKey.raw, scheme, false, ["verify"]);
  return crypto.subtle.verify({ name: "ECDSA", hash }, key, sideBySide(signature, curve.size), signed);
}

const isIssuedBy = async (one: Certificate, issuer: Certificate): Promise<boolean> =>
  issuer.isAuthority &&
  sameBytes(one.issuer, issuer.subject) &&
  (await isSignedBy(issuer, one.algorithm, one).catch(() => false));

/**
 * The authority at the end of the way from a certificate, all valid at that time; undefined without such a way. Every
 * given certificate must be on it, so that none can be exchanged unnoticed.
 */
export async function findAuthority(
  certificate: Certificate,
  given: readonly Certificate[],
  { authorities, at }: { authorities: readonly Certificate[]; at: Date },
): Promise<Certificate | undefined> {
  const isValid = ({ from, until }: Certificate): boolean => from <= at && at <= until;
  const left = new Set(given);
  for (let current = certificate; ; ) {
    if (!left.delete(current) || !isValid(current)) return undefined;
    const raw = current.raw;
    const reached = authorities.find((one) => sameBytes(one.raw, raw));
    if (reached) return left.size === 0 ? reached : undefined;
    let next: Certificate | undefined;
    for (const one of left) if (!next && (await isIssuedBy(current, one))) next = one;
    if (next) current = next;
    else {
      for (const one of authorities)
        if (left.size === 0 && isValid(one) && (await isIssuedBy(current, one))) return one;
      return undefined;
    }
  }
}
