/**
 * The evidence pack of a signed contract: a ZIP with which a stranger verifies the contract without the portal. Data in,
 * bytes out; with an RSA key and no service for time stamps the same input gives the same bytes.
 */
import { createHash, X509Certificate } from "node:crypto";
import { downloadZip } from "client-zip";
import type { AuditTrail } from "../audit/trail.ts";
import type { Seal } from "../seal/seal.ts";
import type { PortalWorkers } from "../workers/open.ts";
import type { EvidenceData } from "./evidence-data.ts";
import { evidenceDocument } from "./evidence-pdf.ts";
import { findSeal } from "./page/pdf-seal.ts";
import {
  auditFile,
  contractFile,
  evidenceFile,
  evidencePdfFile,
  type Finding,
  listFile,
  listSignatureFile,
  verifyPack,
} from "./page/verify-pack.ts";
import { writeReadme } from "./readme.ts";
import { verifyPage } from "./verify-page.ts";
import { writeEvidencePdf } from "./write-evidence.ts";

/** The pack would not pass its own verification: what was given does not belong together. */
export class EvidenceFault extends Error {
  override readonly name = "EvidenceFault";
  readonly findings: Finding[];
  constructor(findings: Finding[]) {
    super(`the evidence does not hold: ${findings.map(({ file, problem }) => `${file} ${problem}`).join(", ")}`);
    this.findings = findings;
  }
}

export interface EvidenceOrder {
  data: EvidenceData;
  trail: AuditTrail;
  /** The contract under the firm's seal. */
  contract: Uint8Array;
  /** Of the times in evidence.pdf: the firm's. Data and audit log are in UTC. */
  timeZone: string;
  /** Whose contract it is, such as "user/12": work for one holder is done one after another. */
  holder: string;
}

/** JSON with sorted keys, one field a line. */
const sortedLines = (value: unknown): string =>
  `${JSON.stringify(
    value,
    (_, one: unknown) =>
      one !== null && typeof one === "object" && !Array.isArray(one)
        ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : one,
    2,
  )}\n`;

/** The day of an instant as ZIPs carry it, in local time: the same in every time zone. */
function dayOf(at: string): Date {
  const day = new Date(at);
  return new Date(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), 12);
}

/**
 * The ZIP's bytes. Throws `EvidenceFault` if the pack would not verify, `SealExpired` and `TimestampFailed` if a later
 * attempt may succeed, or a refusal of the workers.
 */
export async function createEvidencePack(
  { workers, seal }: { workers: PortalWorkers; seal: Seal },
  { data, trail, contract, timeZone, holder }: EvidenceOrder,
): Promise<Buffer> {
  const sealed = findSeal(new Uint8Array(contract));
  if (!sealed) throw new EvidenceFault([{ check: "contract", file: contractFile, problem: "unsealed" }]);
  const { stampedAt } = await seal.verify(Buffer.from(contract), holder);
  const document = evidenceDocument(data, trail, timeZone);
  const evidencePdf = await seal.seal(await writeEvidencePdf(workers, document, holder), {
    reason: document.title,
    location: data.portal,
    at: new Date(data.madeAt),
    holder,
  });
  const files = new Map<string, Uint8Array>([
    ["README.txt", Buffer.from(writeReadme(data, { sealedAt: sealed.at, stampedAt }))],
    [contractFile, contract],
    [evidencePdfFile, evidencePdf],
    [evidenceFile, Buffer.from(sortedLines(data))],
    [auditFile, Buffer.from(sortedLines(trail))],
    ...(await seal.authorities()).map((one, index): [string, Buffer] => [
      `authority-${index + 1}.pem`,
      Buffer.from(new X509Certificate(one).toString()),
    ]),
    ["verify.html", Buffer.from(verifyPage())],
  ]);
  const list = [...files].map(([name, bytes]) => `${createHash("sha256").update(bytes).digest("hex")}  ${name}\n`);
  files.set(listFile, Buffer.from(list.join("")));
  files.set(listSignatureFile, await seal.signDetached(Buffer.from(list.join(""))));

  const { findings } = await verifyPack(new Map([...files].map(([name, bytes]) => [name, new Uint8Array(bytes)])));
  if (findings.length > 0) throw new EvidenceFault(findings);
  const lastModified = dayOf(data.madeAt);
  const entries = [...files].map(([name, input]) => ({ name, input, lastModified }));
  return Buffer.from(await downloadZip(entries, { buffersAreUTF8: true }).arrayBuffer());
}
