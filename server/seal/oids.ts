/** Identifiers of RFC 5652 (CMS), 5035 (signing certificate), 3161 (time stamps), 5280 and 5754. */
import { nothing, oid, sequence } from "./der.ts";

export const oids = {
  data: oid("1.2.840.113549.1.7.1"),
  signedData: oid("1.2.840.113549.1.7.2"),
  contentType: oid("1.2.840.113549.1.9.3"),
  messageDigest: oid("1.2.840.113549.1.9.4"),
  signingTime: oid("1.2.840.113549.1.9.5"),
  signingCertificate: oid("1.2.840.113549.1.9.16.2.12"),
  signingCertificateV2: oid("1.2.840.113549.1.9.16.2.47"),
  timeStampToken: oid("1.2.840.113549.1.9.16.2.14"),
  timeStampInfo: oid("1.2.840.113549.1.9.16.1.4"),
  timeStamping: oid("1.3.6.1.5.5.7.3.8"),
  sha256: oid("2.16.840.1.101.3.4.2.1"),
  sha384: oid("2.16.840.1.101.3.4.2.2"),
  sha512: oid("2.16.840.1.101.3.4.2.3"),
  organisation: oid("2.5.4.10"),
  commonName: oid("2.5.4.3"),
  subjectKey: oid("2.5.29.14"),
  keyUsage: oid("2.5.29.15"),
  basicConstraints: oid("2.5.29.19"),
  authorityKey: oid("2.5.29.35"),
  extendedKeyUsage: oid("2.5.29.37"),
} as const;

export const sha256Algorithm: Buffer = sequence(oids.sha256);

/** How each type of key signs here, with SHA-256. */
export const signatureAlgorithms: Readonly<Record<string, Buffer>> = {
  rsa: sequence(oid("1.2.840.113549.1.1.11"), nothing),
  ec: sequence(oid("1.2.840.10045.4.3.2")),
};
