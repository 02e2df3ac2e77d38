/** What a stranger verifies the firm's seal with: the certificates of its authorities, and the page that does it offline. */
import { z } from "zod";
import { anyone, defineEndpoints, download } from "./endpoint.ts";
import { instant } from "./shapes.ts";

/** SHA-256 of a certificate in lower-case hexadecimal digits. */
const fingerprint = z.string().regex(/^[\da-f]{64}$/);

const certificate = z.object({
  /** The name in the certificate: its CN, or O. */
  name: z.string(),
  /** The whole subject, such as "O=Firm, CN=Firm seal". */
  subject: z.string(),
  fingerprint,
  valid_from: instant,
  valid_until: instant,
  pem: z.string(),
});
export type PublishedCertificate = z.infer<typeof certificate>;

/** A page calls this once; more is an attempt to exhaust the server. */
const publicLimit = { tries: 120, seconds: 60, per: "address" } as const;

export const verification = defineEndpoints({
  get: {
    method: "GET",
    path: "/verification",
    summary:
      "The certificates of the firm's seal: `chain` from the one that seals now up to its authority, `authorities` of all seals that were ever made, the present one first.",
    access: anyone,
    answer: z.object({ chain: z.array(certificate), authorities: z.array(certificate) }),
    rateLimits: [publicLimit],
    cacheSeconds: 300,
  },
  getCertificate: {
    method: "GET",
    path: "/verification/authorities/:fingerprint",
    summary: "The certificate of one of the authorities as a PEM file; under its fingerprint it never changes.",
    access: anyone,
    params: z.object({ fingerprint }),
    answer: download,
    binary: true,
    errors: ["notFound", "rangeNotSatisfiable"],
    rateLimits: [publicLimit],
    cacheSeconds: 86_400,
  },
  getPage: {
    method: "GET",
    path: "/verification/page",
    summary: "The page that verifies an evidence pack without any network, as a file to keep.",
    access: anyone,
    answer: download,
    binary: true,
    errors: ["rangeNotSatisfiable"],
    rateLimits: [publicLimit],
    cacheSeconds: 3600,
  },
});
