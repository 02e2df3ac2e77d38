/** Publishes what a stranger verifies the firm's seal with. */
import { createHash, X509Certificate } from "node:crypto";
import { Readable } from "node:stream";
import type { Answer } from "@portico/api/endpoint.ts";
import type { PublishedCertificate, verification } from "@portico/api/verification.ts";
import { verifyPage } from "../../evidence/verify-page.ts";
import type { SentFile } from "../../http/downloads.ts";
import type { Services } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";

const hashOf = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");

function described(certificate: Buffer): PublishedCertificate {
  const read = new X509Certificate(certificate);
  const parts = read.subject.split("\n");
  const named = (type: string): string | undefined =>
    parts.find((part) => part.startsWith(`${type}=`))?.slice(type.length + 1);
  return {
    name: named("CN") ?? named("O") ?? read.subject,
    subject: parts.join(", "),
    fingerprint: hashOf(certificate),
    valid_from: read.validFromDate.toISOString(),
    valid_until: read.validToDate.toISOString(),
    pem: read.toString(),
  };
}

/** All certificates that seals of the firm are verified with. */
export async function listPublished({ seal }: Pick<Services, "seal">): Promise<Answer<typeof verification.get>> {
  const [chain, authorities] = await Promise.all([seal.chain(), seal.authorities()]);
  const present = chain.at(-1);
  const others = authorities.filter((one) => !present?.equals(one));
  return {
    chain: chain.map(described),
    authorities: [...(present ? [present] : []), ...others].map(described),
  };
}

const fileOf = (name: string, media_type: string, content: Buffer): SentFile => ({
  name,
  media_type,
  size: content.length,
  etag: hashOf(content),
  stream: (start, end) => Readable.from([content.subarray(start, end)]),
});

/** One authority's certificate as PEM; `notFound` for any other certificate. */
export async function downloadAuthority(services: Pick<Services, "seal">, fingerprint: string): Promise<SentFile> {
  const { authorities } = await listPublished(services);
  const found = authorities.find((one) => one.fingerprint === fingerprint);
  if (!found) throw new Refusal("notFound");
  return fileOf(`authority-${fingerprint.slice(0, 16)}.pem`, "application/x-pem-file", Buffer.from(found.pem));
}

/** The page that verifies packs offline: the same that is in each of them. */
export const downloadPage = (): SentFile =>
  fileOf("verify.html", "text/html; charset=utf-8", Buffer.from(verifyPage()));
