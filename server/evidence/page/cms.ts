/**
 * The firm's detached signature (CMS with the attributes of CAdES baseline). It is written again from what it says and
 * compared, so that a changed byte is found wherever it is.
 */
import {
  type Certificate,
  findAuthority,
  fingerprint,
  isSignedBy,
  namesIn,
  ownAlgorithm,
  readCertificate,
  sha256,
} from "./certificates.ts";
import { type Bytes, type DerItem, der, hex, identifier, inOrder, member, readDer, sameBytes } from "./der.ts";

export type SignatureFault =
  /** Damaged, or not as the firm's seal writes it. */
  | "signatureEncoding"
  /** Made for other content. */
  | "signatureContent"
  /** Not made with the certificate's key. */
  | "signatureKey"
  /** The certificate does not lead to an authority in the pack, was not valid then, or is not for signing. */
  | "signatureCertificate";

export interface Signer {
  name: string;
  /** The authority that issued its certificate. */
  authority: { name: string; fingerprint: string };
}

const ids = {
  data: identifier("1.2.840.113549.1.7.1"),
  signedData: identifier("1.2.840.113549.1.7.2"),
  contentType: identifier("1.2.840.113549.1.9.3"),
  messageDigest: identifier("1.2.840.113549.1.9.4"),
  signingCertificate: identifier("1.2.840.113549.1.9.16.2.47"),
  timeStamp: identifier("1.2.840.113549.1.9.16.2.14"),
  sha256: identifier("2.16.840.1.101.3.4.2.1"),
};
const one = new Uint8Array([0x02, 0x01, 0x01]);
const sequence = (...parts: Bytes[]): Bytes => der(0x30, ...parts);
const attribute = (id: Bytes, value: Bytes): Bytes => sequence(id, der(0x31, value));

interface SignatureParts {
  certificates: Bytes[];
  signer: Certificate;
  attributes: Bytes[];
  value: Bytes;
  /** The attribute with a time stamp, or nothing. */
  stamp: Bytes[];
}

function written({ certificates, signer, attributes, value, stamp }: SignatureParts): Bytes {
  const algorithm = sequence(ids.sha256);
  const info = sequence(
    one,
    sequence(signer.issuer, signer.serial),
    algorithm,
    der(0xa0, ...attributes),
    ownAlgorithm(signer),
    der(0x04, value),
    ...stamp.map((token) => der(0xa1, token)),
  );
  const data = sequence(
    one,
    der(0x31, algorithm),
    sequence(ids.data),
    der(0xa0, ...inOrder(certificates)),
    der(0x31, info),
  );
  return sequence(ids.signedData, der(0xa0, data));
}

/** The value of a signed attribute. */
function valueOf(attributes: DerItem, id: Bytes): DerItem | undefined {
  const found = attributes.items.find((item) => sameBytes(member(item, [0]).raw, id));
  return found && member(found, [1, 0]);
}

export interface SignatureOrder {
  /** SHA-256 of what should be signed. */
  digest: Bytes;
  authorities: readonly Certificate[];
  at: Date;
  /** Zeros may follow, and it may carry a time stamp, whose own signature is not checked here. */
  inPdf?: boolean;
}

/** Who signed, or what is wrong. */
export async function checkSignature(
  cms: Bytes,
  { digest, authorities, at, inPdf = false }: SignatureOrder,
): Promise<{ signer: Signer } | { fault: SignatureFault }> {
  let parts: SignatureParts;
  let given: Certificate[];
  try {
    const item = readDer(cms, { padded: inPdf });
    const data = member(item, [1, 0], 0x30);
    given = member(data, [3], 0xa0).items.map(({ raw }) => readCertificate(raw));
    const info = member(data, [4, 0], 0x30);
    const stated = member(info, [3], 0xa0);
    if (!sameBytes(valueOf(stated, ids.messageDigest)?.content ?? digest, digest)) return { fault: "signatureContent" };
    const named = valueOf(stated, ids.signingCertificate);
    const hash = hex(named ? member(named, [0, 0, 0], 0x04).content : digest);
    const hashes = await Promise.all(given.map(async ({ raw }) => hex(await sha256(raw))));
    const signer = given[hashes.indexOf(hash)];
    if (!signer) return { fault: "signatureCertificate" };
    const attributes = inOrder([
      attribute(ids.contentType, ids.data),
      attribute(ids.messageDigest, der(0x04, digest)),
      attribute(ids.signingCertificate, sequence(sequence(sequence(der(0x04, await sha256(signer.raw)))))),
    ]);
    const token = inPdf ? info.items[6]?.items.find((each) => sameBytes(member(each, [0]).raw, ids.timeStamp)) : null;
    parts = {
      certificates: given.map(({ raw }) => raw),
      signer,
      attributes,
      value: member(info, [5], 0x04).content,
      stamp: token ? [token.raw] : [],
    };
    if (!sameBytes(written(parts), item.raw)) return { fault: "signatureEncoding" };
  } catch {
    return { fault: "signatureEncoding" };
  }
  const { signer, attributes, value } = parts;
  const signed = der(0x31, ...attributes);
  const algorithm = readDer(ownAlgorithm(signer));
  if (!(await isSignedBy(signer, algorithm, { signature: value, signed }).catch(() => false)))
    return { fault: "signatureKey" };
  const authority = signer.maySign ? await findAuthority(signer, given, { authorities, at }) : undefined;
  if (!authority) return { fault: "signatureCertificate" };
  return {
    signer: {
      name: namesIn(signer.subject),
      authority: { name: namesIn(authority.subject), fingerprint: await fingerprint(authority) },
    },
  };
}
