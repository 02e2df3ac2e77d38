/** X.509 certificates: those of the firm's own authority are made here, any is read. */
import {
  createHash,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from "node:crypto";
import { promisify } from "node:util";
import { at, bits, integer, octets, read, sequence, set, tagged, text, time, yes } from "./der.ts";
import { oids, signatureAlgorithms } from "./oids.ts";

/** The key with which the firm seals. */
export interface SealingKey {
  /** PKCS#8. */
  key: Buffer;
  /** X.509 in DER, as all certificates here. */
  certificate: Buffer;
  /** The certificate's issuer, the issuer's, and so on, as far as they are known. */
  chain: Buffer[];
}

const generateKeys = promisify(generateKeyPair);

/** A new RSA key of 3072 bits: its signatures (PKCS#1 v1.5) do not depend on chance, and every reader knows them. */
export const createKey = async (): Promise<KeyObject> =>
  (await generateKeys("rsa", { modulusLength: 3072 })).privateKey;

export const nameOf = (organisation: string, common: string): Buffer =>
  sequence(set(sequence(oids.organisation, text(organisation))), set(sequence(oids.commonName, text(common))));

export const extension = (id: Buffer, value: Buffer, { critical = false } = {}): Buffer =>
  sequence(id, ...(critical ? [yes] : []), octets(value));
const usage = (byte: number, unused: number): Buffer =>
  extension(oids.keyUsage, bits(Buffer.from([byte]), unused), { critical: true });
const digestOfKey = (key: KeyObject): Buffer => {
  const info = read(createPublicKey(key).export({ type: "spki", format: "der" }));
  return createHash("sha1")
    .update(at(info, 1, 0x03).content.subarray(1))
    .digest();
};

export interface CertificateRequest {
  /** The key that the certificate is for; only its public half goes in. */
  key: KeyObject;
  issuerKey: KeyObject;
  subject: Buffer;
  issuer: Buffer;
  from: Date;
  until: Date;
  extensions: Buffer[];
}

/** A certificate signed with its issuer's key, RSA or of a curve. */
export function issue({ key, issuerKey, subject, issuer, from, until, extensions }: CertificateRequest): Buffer {
  const algorithm = signatureAlgorithms[issuerKey.asymmetricKeyType ?? ""];
  if (!algorithm) throw new Error(`no signatures with a key of type ${issuerKey.asymmetricKeyType}`);
  const body = sequence(
    tagged(0, integer(2)),
    // Not 0, and never negative.
    integer(Buffer.concat([Buffer.from([0x01]), randomBytes(15)])),
    algorithm,
    issuer,
    sequence(time(from), time(until)),
    subject,
    createPublicKey(key).export({ type: "spki", format: "der" }),
    tagged(3, sequence(extension(oids.subjectKey, octets(digestOfKey(key))), ...extensions)),
  );
  return sequence(body, algorithm, bits(sign("sha256", body, issuerKey)));
}

interface Term {
  from: Date;
  until: Date;
}

/** The certificate of an authority, signed by itself, which may issue certificates that issue none. */
export const issueAuthority = (firm: string, key: KeyObject, term: Term): Buffer => {
  const name = nameOf(firm, `${firm} seal authority`);
  const limits = extension(oids.basicConstraints, sequence(yes, integer(0)), { critical: true });
  return issue({
    key,
    issuerKey: key,
    subject: name,
    issuer: name,
    ...term,
    // keyCertSign and cRLSign.
    extensions: [limits, usage(0x06, 1)],
  });
};

/** The certificate of the seal: for signatures that commit to content (nonRepudiation), and nothing else. */
export const issueSeal = (
  firm: string,
  key: KeyObject,
  { key: issuerKey, certificate }: { key: KeyObject; certificate: Buffer },
  term: Term,
): Buffer =>
  issue({
    key,
    issuerKey,
    subject: nameOf(firm, `${firm} seal`),
    issuer: readCertificate(certificate).subject,
    ...term,
    extensions: [
      extension(oids.authorityKey, sequence(implicitOctets(digestOfKey(issuerKey)))),
      extension(oids.basicConstraints, sequence(), { critical: true }),
      usage(0x40, 6),
    ],
  });
/** `[0]` instead of the tag of an octet string. */
const implicitOctets = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([0x80, bytes.length]), bytes]);

/** Fields of a certificate that node:crypto does not give, as they are encoded. */
export interface ReadCertificate {
  serial: Buffer;
  issuer: Buffer;
  subject: Buffer;
  /** By the encoded identifier. */
  extension: (id: Buffer) => { critical: boolean; value: Buffer } | undefined;
}

/** Throws if the bytes are no certificate of version 3. */
export function readCertificate(certificate: Buffer): ReadCertificate {
  const body = at(read(certificate), 0, 0x30);
  const listed = body.items.find(({ tag }) => tag === 0xa3);
  const extensions = listed ? at(listed, 0, 0x30).items : [];
  return {
    serial: at(body, 1, 0x02).raw,
    issuer: at(body, 3, 0x30).raw,
    subject: at(body, 5, 0x30).raw,
    extension: (id) => {
      const found = extensions.find((one) => at(one, 0).raw.equals(id));
      if (!found) return undefined;
      return { critical: found.items.length === 3, value: at(found, found.items.length - 1, 0x04).content };
    },
  };
}

/** Whether the certificate is for signatures that commit to content. */
export function mayCommit(certificate: Buffer): boolean {
  const usages = readCertificate(certificate).extension(oids.keyUsage);
  return usages !== undefined && ((read(usages.value).content[1] ?? 0) & 0x40) !== 0;
}

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

/** Whether the certificate is valid at a time. */
export const isValidAt = ({ validFromDate, validToDate }: X509Certificate, when: Date): boolean =>
  validFromDate <= when && when <= validToDate;

/**
 * The given certificates on the way from one to an authority, itself included, all valid at that time; undefined if there
 * is no such way.
 */
export function findChain(
  certificate: Buffer,
  given: readonly Buffer[],
  { authorities, at: when }: { authorities: readonly Buffer[]; at: Date },
): X509Certificate[] | undefined {
  const roots = authorities.map((one) => new X509Certificate(one));
  const others = given.map((one) => new X509Certificate(one));
  const chain: X509Certificate[] = [];
  for (let current: X509Certificate | undefined = new X509Certificate(certificate); current; ) {
    const raw: Buffer = current.raw;
    if (!isValidAt(current, when) || chain.some((one) => one.raw.equals(raw))) return undefined;
    chain.push(current);
    if (roots.some((one) => one.raw.equals(raw))) return chain;
    const below: X509Certificate = current;
    current = others.find((one) => isIssuedBy(below, one) && !one.raw.equals(raw));
    if (!current && roots.some((one) => isIssuedBy(below, one) && isValidAt(one, when))) return chain;
  }
  return undefined;
}
