/**
 * Time stamps (RFC 3161): asked for by HTTP and checked completely, because what a service sends is put into a file that
 * lasts for years.
 */
import { createHash, randomBytes, verify, X509Certificate } from "node:crypto";
import { findChain, readCertificate } from "./certificates.ts";
import { asSigned, attributeValue, readSignedData, type SignedData, sha256 } from "./cms.ts";
import { at, type Item, integer, octets, octetsOf, oid, read, sequence, timeOf, yes } from "./der.ts";
import { oids, sha256Algorithm } from "./oids.ts";

/** Why there is no time stamp. A later attempt may succeed with each. */
export type TimestampFault =
  /** No connection, or an error of HTTP. */
  | "away"
  | "slow"
  /** The service answers that it does not. */
  | "refused"
  /** The answer is no time stamp. */
  | "answer"
  /** The stamp is for something else, or for another request. */
  | "imprint"
  | "nonce"
  /** Not the policy that was asked for. */
  | "policy"
  /** The certificate is not for time stamps alone. */
  | "usage"
  | "signature"
  /** The certificate was not issued by a given authority, or was not valid then. */
  | "authority"
  /** The stated time is not now. */
  | "time";

export class TimestampFailed extends Error {
  override readonly name = "TimestampFailed";
  readonly fault: TimestampFault;
  constructor(fault: TimestampFault, cause?: unknown) {
    super(`no time stamp: ${fault}`, { cause });
    this.fault = fault;
  }
}

export interface TimestampService {
  url: string;
  /** The policy to ask for, as a dotted identifier. */
  policy: string | undefined;
  /** Certificates that may have issued the service's, in DER. */
  authorities: readonly Buffer[];
}

const answerMs = 10_000;
/** With five certificates a stamp has about 8 KB. */
export const longestStamp = 16_384;
const clockDifferenceMs = 5 * 60_000;

/** A time stamp of the bytes, checked. Throws `TimestampFailed`. */
export async function fetchTimestamp(
  stamped: Buffer,
  { url, policy, authorities }: TimestampService,
  { now, timeoutMs = answerMs, nonce = randomBytes(8) }: { now: () => Date; timeoutMs?: number; nonce?: Buffer },
): Promise<Buffer> {
  const request = sequence(
    integer(1),
    sequence(sha256Algorithm, octets(sha256(stamped))),
    ...(policy === undefined ? [] : [oid(policy)]),
    integer(nonce),
    // With its certificate.
    yes,
  );
  const token = tokenOf(await post(url, request, timeoutMs));
  const read = readTimestamp(token, { stamped, authorities, nonce, ...(policy !== undefined && { policy }) });
  if ("fault" in read) throw new TimestampFailed(read.fault);
  if (Math.abs(read.at.getTime() - now().getTime()) > clockDifferenceMs) throw new TimestampFailed("time");
  return token;
}

async function post(url: string, request: Buffer, timeoutMs: number): Promise<Buffer> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/timestamp-query", accept: "application/timestamp-reply" },
      body: new Uint8Array(request),
      redirect: "error",
      signal,
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new TimestampFailed("away", new Error(`HTTP ${response.status}`));
    }
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of response.body ?? []) {
      parts.push(part);
      length += part.length;
      if (length > longestStamp) throw new TimestampFailed("answer");
    }
    return Buffer.concat(parts);
  } catch (error) {
    if (error instanceof TimestampFailed) throw error;
    throw new TimestampFailed(signal.aborted ? "slow" : "away", error);
  }
}

/** The token of a granted answer. */
function tokenOf(answer: Buffer): Buffer {
  let status: Buffer;
  let token: Item | undefined;
  try {
    const response = read(answer);
    status = at(at(response, 0, 0x30), 0, 0x02).content;
    token = response.items[1];
  } catch (error) {
    throw new TimestampFailed("answer", error);
  }
  // Granted, or granted with changes, which are checked.
  if (status.length !== 1 || (status[0] ?? 2) > 1) throw new TimestampFailed("refused");
  if (!token) throw new TimestampFailed("answer");
  return token.raw;
}

export interface TimestampReading {
  at: Date;
}
interface Expected {
  stamped: Buffer;
  authorities: readonly Buffer[];
  nonce?: Buffer;
  policy?: string;
}

/** The time of a stamp, or the first thing that is wrong with it. Never throws. */
export function readTimestamp(token: Buffer, expected: Expected): TimestampReading | { fault: TimestampFault } {
  try {
    const signed = readSignedData(read(token));
    if (!at(signed.content, 0).raw.equals(oids.timeStampInfo)) return { fault: "answer" };
    const content = octetsOf(at(at(signed.content, 1, 0xa0), 0));
    const info = read(content);
    const time = timeOf(at(info, 4, 0x18));
    const fault = faultOfInfo(info, expected) ?? faultOfSigner(signed, content, time, expected.authorities);
    return fault ? { fault } : { at: time };
  } catch {
    return { fault: "answer" };
  }
}

function faultOfInfo(info: Item, { stamped, nonce, policy }: Expected): TimestampFault | undefined {
  const imprint = at(info, 2, 0x30);
  if (!at(at(imprint, 0), 0).raw.equals(oids.sha256) || !at(imprint, 1, 0x04).content.equals(sha256(stamped)))
    return "imprint";
  // The only number after the time.
  const answered = info.items.slice(5).find(({ tag }) => tag === 0x02);
  if (nonce && !answered?.raw.equals(integer(nonce))) return "nonce";
  return policy !== undefined && !at(info, 1, 0x06).raw.equals(oid(policy)) ? "policy" : undefined;
}

const hashes = [
  [oids.sha256, "sha256"],
  [oids.sha384, "sha384"],
  [oids.sha512, "sha512"],
] as const;

function faultOfSigner(
  signed: SignedData,
  content: Buffer,
  time: Date,
  authorities: readonly Buffer[],
): TimestampFault | undefined {
  const { signedAttributes, certificates, digestAlgorithm } = signed;
  const signer = certificates.find((one) => namesSigner(signed.signer, one));
  if (!signer || !isNamedByAttribute(signedAttributes.items, signer)) return "signature";
  if (!isForTimestampsAlone(signer)) return "usage";
  const hash = hashes.find(([id]) => id.equals(at(digestAlgorithm, 0).raw))?.[1];
  if (!hash) return "signature";
  const digest = attributeValue(signedAttributes.items, oids.messageDigest);
  const type = attributeValue(signedAttributes.items, oids.contentType);
  const certificate = new X509Certificate(signer);
  if (
    !type?.raw.equals(oids.timeStampInfo) ||
    !digest?.content.equals(createHash(hash).update(content).digest()) ||
    !verify(hash, asSigned(signedAttributes), certificate.publicKey, signed.value)
  )
    return "signature";
  return findChain(signer, certificates, { authorities, at: time }) ? undefined : "authority";
}

const namesSigner = (named: Item, certificate: Buffer): boolean => {
  const { issuer, serial } = readCertificate(certificate);
  return named.items[0]?.raw.equals(issuer) === true && named.items[1]?.raw.equals(serial) === true;
};

/** Whether the signed attribute of either version names the certificate (RFC 5035, 5816). */
function isNamedByAttribute(attributes: readonly Item[], certificate: Buffer): boolean {
  const first = (id: Buffer): Item | undefined => attributeValue(attributes, id)?.items[0]?.items[0];
  const two = first(oids.signingCertificateV2);
  if (two) {
    const named = two.items[0]?.tag === 0x30 ? at(two.items[0], 0).raw : oids.sha256;
    const hash = hashes.find(([id]) => id.equals(named))?.[1];
    const value = two.items.find(({ tag }) => tag === 0x04)?.content;
    return hash !== undefined && value?.equals(createHash(hash).update(certificate).digest()) === true;
  }
  const value = first(oids.signingCertificate)?.items[0]?.content;
  return value?.equals(createHash("sha1").update(certificate).digest()) === true;
}

/** RFC 3161, 2.3: one purpose, marked critical. */
function isForTimestampsAlone(certificate: Buffer): boolean {
  const usage = readCertificate(certificate).extension(oids.extendedKeyUsage);
  return usage?.critical === true && read(usage.value).raw.equals(sequence(oids.timeStamping));
}
