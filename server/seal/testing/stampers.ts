/** Certificates of services for time stamps. */
import type { KeyObject } from "node:crypto";
import { extension, issue, nameOf, readCertificate } from "../certificates.ts";
import { oid, sequence } from "../der.ts";
import { oids } from "../oids.ts";
import { term } from "./keys.ts";

const purposes = {
  timeStamping: [oids.timeStamping],
  both: [oids.timeStamping, oid("1.3.6.1.5.5.7.3.4")],
  none: [],
};

/** A certificate for the given purposes, issued by an authority. */
export const issueStamper = (
  key: KeyObject,
  { key: issuerKey, certificate }: { key: KeyObject; certificate: Buffer },
  purpose: keyof typeof purposes,
  { critical }: { critical: boolean },
): Buffer =>
  issue({
    key,
    issuerKey,
    subject: nameOf("Stamps", "Time stamps"),
    issuer: readCertificate(certificate).subject,
    ...term,
    extensions:
      purpose === "none" ? [] : [extension(oids.extendedKeyUsage, sequence(...purposes[purpose]), { critical })],
  });
