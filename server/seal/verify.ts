/** Verifies the newest seal of a PDF, against the certificates of the authorities that may have issued it. */
import { verify, X509Certificate } from "node:crypto";
import { PDF, type PdfDict, PdfNumber, PdfString } from "@libpdf/core";
import { asArray, resolverOf } from "../pdf-objects/objects.ts";
import { findChain, mayCommit } from "./certificates.ts";
import { asSigned, attributeValue, encodeSignature, readSignedData, type SignedData, sha256 } from "./cms.ts";
import { at, octetsOf, readPadded } from "./der.ts";
import { signatureFields } from "./fields.ts";
import { oids, signatureAlgorithms } from "./oids.ts";
import { readTimestamp, type TimestampReading } from "./timestamp.ts";

/** What is wrong with a seal. */
export type SealProblem =
  /** No PDF, or one that only a repairing reader opens. */
  | "unreadable"
  /** No signature of the seal's kind. */
  | "noSeal"
  /** The signature does not cover the whole file. */
  | "coverage"
  /** The CMS is damaged, or not as the seal writes it. */
  | "encoding"
  /** The file is not what was sealed. */
  | "digest"
  /** An attribute of the baseline is missing, or one that it forbids is there. */
  | "attributes"
  /** The signature is not the certificate's. */
  | "signature"
  /** The certificate was not issued by a given authority, was not valid then, or is not for signing content. */
  | "certificate"
  /** The time stamp is not of this signature, or not by a given authority. */
  | "timestamp";

export interface VerifiedSeal {
  /** Empty for a seal that is good. */
  problems: SealProblem[];
  field: string | null;
  reason: string | null;
  location: string | null;
  /** When the firm says that it sealed. */
  at: Date | null;
  /** Subject and serial number of the certificate. */
  signer: { subject: string; serial: string } | null;
  /** When the service for time stamps says that the seal existed. */
  stampedAt: Date | null;
  /** The lengths of the file when it was signed before; each is a PDF of its own. */
  earlier: { field: string; length: number }[];
}

export interface Trusted {
  /** Certificates of authorities, in DER. */
  authorities: readonly Buffer[];
  timestampAuthorities?: readonly Buffer[];
}

const nothingKnown: Omit<VerifiedSeal, "problems"> = {
  field: null,
  reason: null,
  location: null,
  at: null,
  signer: null,
  stampedAt: null,
  earlier: [],
};

type Range = readonly [number, number, number, number];

/** The seal that covers most of the file, with every problem found. Never throws. */
export async function verifySeal(file: Buffer, trusted: Trusted): Promise<VerifiedSeal> {
  try {
    const pdf = await PDF.load(file, { lenient: false });
    const signed = signatureFields(pdf).flatMap(({ name, signature }) => {
      const range = signature && rangeOf(pdf, signature);
      return signature && range ? [{ name, signature, range, length: range[2] + range[3] }] : [];
    });
    const [newest, ...earlier] = signed.toSorted((a, b) => b.length - a.length);
    if (!newest) return { problems: ["noSeal"], ...nothingKnown };
    const { name, signature, range } = newest;
    const textAt = (key: string): string | null => {
      const value = resolverOf(pdf)(signature.get(key));
      return value instanceof PdfString ? value.asString() : null;
    };
    const sealed: Omit<VerifiedSeal, "problems"> = {
      ...nothingKnown,
      field: name,
      reason: textAt("Reason"),
      location: textAt("Location"),
      at: dateOf(textAt("M")),
      earlier: earlier.map(({ name: field, length }) => ({ field, length })),
    };
    return examine(file, { name, signature, range }, sealed, trusted);
  } catch {
    return { problems: ["unreadable"], ...nothingKnown };
  }
}

function rangeOf(pdf: PDF, signature: PdfDict): Range | undefined {
  const numbers = [...(asArray(resolverOf(pdf)(signature.get("ByteRange"))) ?? [])].map((one) =>
    one instanceof PdfNumber && Number.isSafeInteger(one.value) ? one.value : -1,
  );
  return numbers.length === 4 ? (numbers as unknown as Range) : undefined;
}

function dateOf(text: string | null): Date | null {
  const found = /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text ?? "");
  if (!found) return null;
  const [, year, month, day, hour, minute, second] = found;
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** The CMS between the borders of the range, if those are the whole file but the signature, written as the seal does. */
function contentsOf(file: Buffer, [first, start, end, rest]: Range): Buffer | undefined {
  if (first !== 0 || start < 0 || end < start + 2 || end > file.length || end + rest !== file.length) return undefined;
  if (file[start] !== 0x3c || file[end - 1] !== 0x3e) return undefined;
  const digits = file.toString("latin1", start + 1, end - 1);
  return /^(?:[\dA-F]{2})+$/.test(digits) ? Buffer.from(digits, "hex") : undefined;
}

function examine(
  file: Buffer,
  { signature, range }: { name: string; signature: PdfDict; range: Range },
  sealed: Omit<VerifiedSeal, "problems">,
  trusted: Trusted,
): VerifiedSeal {
  const problems = new Set<SealProblem>();
  const kind = signature.getName("SubFilter")?.value;
  if (kind !== "ETSI.CAdES.detached") problems.add("attributes");
  // PAdES: the certificates are in the CMS alone, and the time is in the PDF.
  if (signature.has("Cert") || sealed.at === null) problems.add("attributes");
  const contents = contentsOf(file, range);
  if (!contents) return { ...sealed, problems: [...problems, "coverage"] };
  const stated = signature.get("Contents");
  if (!(stated instanceof PdfString) || !contents.equals(Buffer.from(stated.bytes))) problems.add("coverage");

  let signed: SignedData;
  let cms: Buffer;
  try {
    const item = readPadded(contents);
    cms = item.raw;
    signed = readSignedData(item);
    checkAttributes(signed, sha256(file.subarray(0, range[1]), file.subarray(range[2])), problems);
  } catch {
    return { ...sealed, problems: [...problems, "encoding"] };
  }
  const signer = signerOf(signed);
  if (!signer) return { ...sealed, problems: [...problems, "certificate"] };
  const certificate = new X509Certificate(signer);
  const token = attributeValue(signed.unsignedAttributes, oids.timeStampToken)?.raw;
  const again = encodeSignature({
    certificates: [signer, ...signed.certificates.filter((one) => one !== signer)],
    attributes: signed.signedAttributes.items.map(({ raw }) => raw),
    algorithm: signatureAlgorithms[certificate.publicKey.asymmetricKeyType ?? ""] ?? Buffer.alloc(0),
    value: signed.value,
    token,
  });
  if (!again.equals(cms)) problems.add("encoding");
  if (!verify("sha256", asSigned(signed.signedAttributes), certificate.publicKey, signed.value))
    problems.add("signature");
  const stamp = token && stampOf(token, signed.value, trusted);
  if (token && !stamp) problems.add("timestamp");
  const when = stamp?.at ?? sealed.at;
  if (!mayCommit(signer) || !when || !isTrusted(signed.certificates, signer, when, trusted.authorities))
    problems.add("certificate");
  return {
    ...sealed,
    problems: [...problems],
    signer: { subject: certificate.subject, serial: certificate.serialNumber },
    stampedAt: stamp?.at ?? null,
  };
}

function checkAttributes({ signedAttributes }: SignedData, digest: Buffer, problems: Set<SealProblem>): void {
  const { items } = signedAttributes;
  const type = attributeValue(items, oids.contentType);
  const stated = attributeValue(items, oids.messageDigest);
  const forbidden = items.some((one) => at(one, 0).raw.equals(oids.signingTime));
  if (!type?.raw.equals(oids.data) || !stated || forbidden || !attributeValue(items, oids.signingCertificateV2))
    problems.add("attributes");
  if (!stated?.content.equals(digest)) problems.add("digest");
}

/** The certificate that the signed attribute names. */
function signerOf({ signedAttributes, certificates }: SignedData): Buffer | undefined {
  const named = attributeValue(signedAttributes.items, oids.signingCertificateV2);
  const hash = named?.items[0]?.items[0]?.items[0];
  return hash && certificates.find((one) => sha256(one).equals(octetsOf(hash)));
}

/** Every certificate of the seal must be on the way to the authority, so that none can be exchanged unnoticed. */
const isTrusted = (
  certificates: readonly Buffer[],
  signer: Buffer,
  when: Date,
  authorities: readonly Buffer[],
): boolean => findChain(signer, certificates, { authorities, at: when })?.length === certificates.length;

function stampOf(token: Buffer, value: Buffer, { timestampAuthorities = [] }: Trusted): TimestampReading | undefined {
  const read = readTimestamp(token, { stamped: value, authorities: timestampAuthorities });
  return "fault" in read ? undefined : read;
}
