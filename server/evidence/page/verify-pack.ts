/** Verifies the files of an evidence pack, with nothing but them. Runs in a browser, and in the portal before it hands one out. */
import type { AuditTrail } from "../../audit/trail.ts";
import type { EvidenceData } from "../evidence-data.ts";
import { brokenLink } from "./audit-chain.ts";
import { type Certificate, fingerprint, namesIn, readPem, sha256 } from "./certificates.ts";
import { checkSignature, type SignatureFault, type Signer } from "./cms.ts";
import { type Bytes, hex } from "./der.ts";
import { findSeal } from "./pdf-seal.ts";

/** Names and hashes of all other files, in the format of `sha256sum`, and the firm's signature of it. */
export const listFile = "SHA256SUMS";
export const listSignatureFile = "SHA256SUMS.cms";
export const contractFile = "contract.pdf";
export const evidencePdfFile = "evidence.pdf";
export const evidenceFile = "evidence.json";
export const auditFile = "audit.json";

/** What is verified, in this order. */
export const checkNames = ["list", "files", "contract", "evidence", "accepted", "audit"] as const;
export type CheckName = (typeof checkNames)[number];

export type Problem =
  | SignatureFault
  | "missing"
  /** Not the file of the list. */
  | "changed"
  /** Not in the list. */
  | "unlisted"
  | "unreadable"
  /** No seal that covers the whole file. */
  | "unsealed"
  /** The sealed contract does not begin with the file that was shown to those who signed. */
  | "notAccepted"
  /** Two files, or two parts of one, say different things. */
  | "contradiction"
  /** An entry of the audit log does not follow from the one before. */
  | "brokenChain";

export interface Finding {
  check: CheckName;
  file: string;
  problem: Problem;
}

export interface Report {
  /** Empty for a pack that is good. */
  findings: Finding[];
  /** Who signed the list of files. */
  signer: Signer | null;
  /** All authorities in the pack. */
  authorities: { name: string; fingerprint: string }[];
  /** What the pack says; null unless it is signed with the list. */
  data: EvidenceData | null;
  sealedAt: Date | null;
}

type Files = ReadonlyMap<string, Bytes>;

const textOf = (bytes: Bytes | undefined): string => new TextDecoder().decode(bytes);
function dataOf(bytes: Bytes | undefined): EvidenceData | null {
  try {
    return JSON.parse(textOf(bytes)) as EvidenceData;
  } catch {
    return null;
  }
}

/** The lines of `sha256sum`, or null if one is something else. */
function readList(text: string): Map<string, string> | null {
  const lines = text.split("\n");
  if (lines.pop() !== "") return null;
  const list = new Map<string, string>();
  for (const line of lines) {
    const [, hash, name] = /^([\da-f]{64}) {2}([\w.-]+)$/.exec(line) ?? [];
    if (hash === undefined || name === undefined || list.has(name)) return null;
    list.set(name, hash);
  }
  return list;
}

/** Never throws. */
export async function verifyPack(files: Files): Promise<Report> {
  const findings: Finding[] = [];
  const note = (check: CheckName, file: string, problem: Problem): void => void findings.push({ check, file, problem });
  const authorities = authoritiesIn(files, note);
  const data = dataOf(files.get(evidenceFile));
  const madeAt = new Date(data?.madeAt ?? 0);

  const list = files.get(listFile);
  const listSignature = files.get(listSignatureFile);
  let signer: Signer | null = null;
  if (!list) note("list", listFile, "missing");
  else if (!listSignature) note("list", listSignatureFile, "missing");
  else {
    const checked = await checkSignature(listSignature, { digest: await sha256(list), authorities, at: madeAt });
    if ("fault" in checked)
      note("list", checked.fault === "signatureContent" ? listFile : listSignatureFile, checked.fault);
    else ({ signer } = checked);
  }
  const hashes = new Map<string, string>();
  for (const [name, bytes] of files) hashes.set(name, hex(await sha256(bytes)));
  if (list) checkFiles(readList(textOf(list)), hashes, note);

  const sealedAt = await checkSeal("contract", contractFile, files, authorities, note);
  await checkSeal("evidence", evidencePdfFile, files, authorities, note);
  await checkContract(data, files, hashes, note).catch(() => note("accepted", evidenceFile, "unreadable"));
  await checkAudit(files.get(auditFile), note);
  const isSigned = signer !== null && !findings.some(({ file }) => file === evidenceFile);
  return {
    findings,
    signer,
    authorities: await Promise.all(
      authorities.map(async (one) => ({ name: namesIn(one.subject), fingerprint: await fingerprint(one) })),
    ),
    data: isSigned ? data : null,
    sealedAt,
  };
}

type Note = (check: CheckName, file: string, problem: Problem) => void;

function authoritiesIn(files: Files, note: Note): Certificate[] {
  const found: Certificate[] = [];
  for (const [name, bytes] of files) {
    if (!/^authority-\d+\.pem$/.test(name)) continue;
    try {
      found.push(...readPem(textOf(bytes)));
    } catch {
      note("list", name, "unreadable");
    }
  }
  return found;
}

function checkFiles(list: Map<string, string> | null, hashes: ReadonlyMap<string, string>, note: Note): void {
  if (!list) return note("files", listFile, "unreadable");
  for (const [name, hash] of list) {
    const found = hashes.get(name);
    if (found === undefined) note("files", name, "missing");
    else if (found !== hash) note("files", name, "changed");
  }
  for (const name of hashes.keys())
    if (!list.has(name) && name !== listFile && name !== listSignatureFile) note("files", name, "unlisted");
}

async function checkSeal(
  check: CheckName,
  name: string,
  files: Files,
  authorities: readonly Certificate[],
  note: Note,
): Promise<Date | null> {
  const pdf = files.get(name);
  const seal = pdf && findSeal(pdf);
  if (!seal) {
    note(check, name, pdf ? "unsealed" : "missing");
    return null;
  }
  const order = { digest: await sha256(seal.covered), authorities, at: seal.at, inPdf: true };
  const checked = await checkSignature(seal.cms, order);
  if ("fault" in checked) note(check, name, checked.fault);
  return seal.at;
}

/** What was shown to those who signed is the beginning of what is sealed. Throws for data of another shape. */
async function checkContract(
  data: EvidenceData | null,
  files: Files,
  hashes: ReadonlyMap<string, string>,
  note: Note,
): Promise<void> {
  if (!data) return note("accepted", evidenceFile, files.has(evidenceFile) ? "unreadable" : "missing");
  const { contract, signatures } = data;
  const shown = files.get(contractFile)?.subarray(0, contract.size);
  if (shown && (shown.length !== contract.size || hex(await sha256(shown)) !== contract.sha256))
    note("accepted", contractFile, "notAccepted");
  if (shown && hashes.get(contractFile) !== contract.sealedSha256) note("accepted", contractFile, "contradiction");
  if (signatures.length === 0 || signatures.some(({ documentSha256 }) => documentSha256 !== contract.sha256))
    note("accepted", evidenceFile, "contradiction");
}

async function checkAudit(bytes: Bytes | undefined, note: Note): Promise<void> {
  if (!bytes) return note("audit", auditFile, "missing");
  try {
    const trail = JSON.parse(textOf(bytes)) as AuditTrail;
    if (trail.entries.length === 0 || (await brokenLink(trail)) !== null) note("audit", auditFile, "brokenChain");
  } catch {
    note("audit", auditFile, "unreadable");
  }
}
