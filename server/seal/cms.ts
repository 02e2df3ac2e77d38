/**
 * The signature inside the seal: CMS SignedData (RFC 5652) with the attributes of CAdES baseline (EN 319 142-1, 6.3):
 * content type, digest and the signer's certificate; no signing time, which PAdES puts into the PDF.
 */
import { createHash, createPrivateKey, sign } from "node:crypto";
import { readCertificate, type SealingKey } from "./certificates.ts";
import { at, type Item, integer, octets, sequence, set, tagged, taggedSet } from "./der.ts";
import { oids, sha256Algorithm, signatureAlgorithms } from "./oids.ts";

export const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const attribute = (id: Buffer, value: Buffer): Buffer => sequence(id, set(value));

/** The signed attributes; their set in DER is what is signed. */
export const signedAttributes = (digest: Buffer, certificate: Buffer): Buffer[] => [
  attribute(oids.contentType, oids.data),
  attribute(oids.messageDigest, octets(digest)),
  // The digest's algorithm is left out, as DER requires for the default, SHA-256.
  attribute(oids.signingCertificateV2, sequence(sequence(sequence(octets(sha256(certificate)))))),
];

export interface Signature {
  /** The signer's certificate first. */
  certificates: Buffer[];
  attributes: Buffer[];
  /** How it was signed, encoded. */
  algorithm: Buffer;
  value: Buffer;
  /** A time stamp of the value (RFC 3161). */
  token?: Buffer | undefined;
}

/** Signs what has this SHA-256; throws for a type of key that is not used here. */
export function signDigest(digest: Buffer, { key: pkcs8, certificate, chain }: SealingKey): Signature {
  const key = createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" });
  const algorithm = signatureAlgorithms[key.asymmetricKeyType ?? ""];
  if (!algorithm) throw new Error(`no signatures with a key of type ${key.asymmetricKeyType}`);
  const attributes = signedAttributes(digest, certificate);
  const value = sign("sha256", set(...attributes), key);
  return { certificates: [certificate, ...chain], attributes, algorithm, value };
}

/** The one encoding of a signature, so that a changed byte is found by encoding again what was read. */
export function encodeSignature({ certificates, attributes, algorithm, value, token }: Signature): Buffer {
  const { issuer, serial } = readCertificate(certificates[0] ?? Buffer.alloc(0));
  const signer = sequence(
    integer(1),
    sequence(issuer, serial),
    sha256Algorithm,
    taggedSet(0, ...attributes),
    algorithm,
    octets(value),
    ...(token ? [tagged(1, attribute(oids.timeStampToken, token))] : []),
  );
  const signed = sequence(
    integer(1),
    set(sha256Algorithm),
    sequence(oids.data),
    taggedSet(0, ...certificates),
    set(signer),
  );
  return sequence(oids.signedData, tagged(0, signed));
}

/** The parts of a SignedData with one signer. */
export interface SignedData {
  /** The signed content, if it is inside, with its type. */
  content: Item;
  certificates: Buffer[];
  /** Issuer and serial number, or the key's identifier. */
  signer: Item;
  digestAlgorithm: Item;
  /** `[0]` around the signed attributes. */
  signedAttributes: Item;
  algorithm: Item;
  value: Buffer;
  unsignedAttributes: Item[];
}

/** Throws if the element is no SignedData, or has no or several signers, or no signed attributes. */
export function readSignedData(item: Item): SignedData {
  if (!at(item, 0, 0x06).raw.equals(oids.signedData)) throw new Error("no SignedData");
  const signed = at(at(item, 1, 0xa0), 0, 0x30);
  const signers = at(signed, signed.items.length - 1, 0x31);
  if (signers.items.length !== 1) throw new Error("not one signer");
  const signer = at(signers, 0, 0x30);
  return {
    content: at(signed, 2, 0x30),
    certificates: signed.items.find(({ tag }) => tag === 0xa0)?.items.map(({ raw }) => raw) ?? [],
    signer: at(signer, 1),
    digestAlgorithm: at(signer, 2, 0x30),
    signedAttributes: at(signer, 3, 0xa0),
    algorithm: at(signer, 4, 0x30),
    value: at(signer, 5, 0x04).content,
    unsignedAttributes: signer.items[6]?.items ?? [],
  };
}

/** The values of an attribute, or undefined if it is missing or there twice. */
export function attributeValue(attributes: readonly Item[], id: Buffer): Item | undefined {
  const found = attributes.filter((one) => at(one, 0).raw.equals(id));
  const values = found.length === 1 ? found[0]?.items[1]?.items : undefined;
  return values?.length === 1 ? values[0] : undefined;
}

/** The attributes as they are signed: as a set instead of `[0]`. */
export const asSigned = (attributes: Item): Buffer => {
  const bytes = Buffer.from(attributes.raw);
  bytes[0] = 0x31;
  return bytes;
};
