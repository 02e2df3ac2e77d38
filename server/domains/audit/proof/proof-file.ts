/**
 * An export of the audit log with its proof: which files it has, and how they are verified without the portal. Used by the
 * portal before it hands one out, and by `npm run audit:verify-export`.
 */
import { createHash } from "node:crypto";
import { downloadZip } from "client-zip";
import { z } from "zod";
import type { Content } from "../../../audit/chain.ts";
import { contentHash, genesisHash, linkHash } from "../../../audit/chain.ts";
import type { Anchor } from "../../../audit/verify.ts";
import { type Certificate, fingerprint, namesIn, readPem } from "../../../evidence/page/certificates.ts";
import { checkSignature } from "../../../evidence/page/cms.ts";
import { unzip } from "../../../evidence/page/unzip.ts";

export const proofName = "proof.json";
export const readmeName = "README.txt";
export const listName = "SHA256SUMS";
export const listSignatureName = "SHA256SUMS.cms";

const hashText = z.string().regex(/^[0-9a-f]{64}$/);
const place = z.object({ position: z.number().int().nonnegative(), hash: hashText });
const content = z.custom<Content>((value) => typeof value === "object" && value !== null);

const segment = z.strictObject({
  chain: z.number().int(),
  /** The entry before the first link; position 0 is the beginning of the chain. */
  before: place,
  /** Content hashes of all entries from there on, of other entries as well. */
  links: z.array(hashText),
  /** Those that were asked for. */
  entries: z.array(
    z.union([
      z.strictObject({ position: z.number().int(), hash: hashText, salt: z.string(), content }),
      z.strictObject({ position: z.number().int(), hash: hashText, erased: z.string() }),
    ]),
  ),
  /** The first anchor of the chain behind the last entry; null if none was written yet. */
  anchored: place.extend({ at: z.string() }).nullable(),
});
export type Segment = z.infer<typeof segment>;

const proof = z.strictObject({
  format: z.literal("portico-audit-proof-1"),
  madeAt: z.string(),
  firm: z.string(),
  portal: z.string(),
  filter: z.record(z.string(), z.unknown()),
  segments: z.array(segment),
});
export type Proof = z.infer<typeof proof>;

type Files = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

const sha256 = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();

/** The list of files with their hashes, in the format of `sha256sum`. */
export const listOf = (files: Files): string =>
  [...files]
    .filter(([name]) => name !== listName && name !== listSignatureName)
    .map(([name, bytes]) => `${sha256(bytes).toString("hex")}  ${name}\n`)
    .join("");

/** The same files always give the same bytes: a changed byte of the ZIP itself is found by writing it again. */
export async function writeZip(files: Files): Promise<Buffer> {
  const lastModified = new Date(2000, 0, 1, 12);
  const entries = [...files].map(([name, input]) => ({ name, input, lastModified }));
  return Buffer.from(await downloadZip(entries, { buffersAreUTF8: true }).arrayBuffer());
}

export interface ProofReport {
  /** In English, for operators and auditors; empty if everything fits. */
  faults: string[];
  proof: Proof | null;
  entries: number;
  erased: number;
  /** Segments that end at an anchor, and those whose anchor was compared with one kept outside of the portal. */
  anchored: number;
  compared: number;
  /** Who signed the list of files. */
  signer: string | null;
  authorities: { name: string; fingerprint: string }[];
}

/** Never throws. `outside`: anchors that the operator kept. */
export async function verifyExport(
  zip: Uint8Array<ArrayBuffer>,
  outside: readonly Anchor[] = [],
): Promise<ProofReport> {
  const report: ProofReport = {
    faults: [],
    proof: null,
    entries: 0,
    erased: 0,
    anchored: 0,
    compared: 0,
    signer: null,
    authorities: [],
  };
  try {
    const files = await unzip(zip);
    await verifyFiles(files, report);
    if (!(await writeZip(files)).equals(zip)) report.faults.push("The ZIP is not as the portal wrote it.");
    if (report.proof) verifySegments(report.proof.segments, outside, report);
  } catch (error) {
    report.faults.push(`The file cannot be read: ${error instanceof Error ? error.message : "unknown"}.`);
  }
  return report;
}

async function verifyFiles(files: Files, report: ProofReport): Promise<void> {
  const list = files.get(listName);
  const signature = files.get(listSignatureName);
  const text = files.get(proofName);
  if (!list || !signature || !text) return void report.faults.push("A file is missing.");
  if (Buffer.from(list).toString() !== listOf(files)) report.faults.push(`A file is not the one of ${listName}.`);
  const authorities: Certificate[] = [...files].flatMap(([name, bytes]) =>
    /^authority-\d+\.pem$/.test(name) ? readPem(Buffer.from(bytes).toString()) : [],
  );
  for (const one of authorities)
    report.authorities.push({ name: namesIn(one.subject), fingerprint: await fingerprint(one) });
  report.proof = proof.parse(JSON.parse(Buffer.from(text).toString()));
  const digest = new Uint8Array(sha256(list));
  const checked = await checkSignature(signature, { digest, authorities, at: new Date(report.proof.madeAt) });
  if ("fault" in checked) report.faults.push(`The signature of ${listName} does not hold: ${checked.fault}.`);
  else report.signer = checked.signer.name;
}

/** chain → position → the hash that a kept anchor has there. */
function promisesOf(outside: readonly Anchor[]): ReadonlyMap<string, string> {
  return new Map(
    outside.flatMap(({ heads }) => heads.map(({ chain, position, hash }) => [`${chain}/${position}`, hash] as const)),
  );
}

function verifySegments(segments: readonly Segment[], outside: readonly Anchor[], report: ProofReport): void {
  const promises = promisesOf(outside);
  for (const one of segments) {
    const fault = faultOf(one, promises);
    if (fault !== null) report.faults.push(`Chain ${one.chain}: ${fault}.`);
    report.entries += one.entries.length;
    report.erased += one.entries.filter((entry) => "erased" in entry).length;
    if (one.anchored) report.anchored += 1;
    if (one.anchored && promises.has(`${one.chain}/${one.anchored.position}`)) report.compared += 1;
  }
}

/** Computes every hash again; why the segment does not hold, or null. */
function faultOf(
  { chain, before, links, entries, anchored }: Segment,
  promises: ReadonlyMap<string, string>,
): string | null {
  let { position } = before;
  let hash: Buffer = Buffer.from(before.hash, "hex");
  if (position === 0 && !hash.equals(genesisHash(chain))) return "does not begin with the chain's own hash";
  const left = [...entries];
  let isAnchored = anchored === null;
  for (const link of links) {
    position += 1;
    hash = linkHash(hash, chain, position, Buffer.from(link, "hex"));
    const found = hash.toString("hex");
    const entry = left[0];
    if (entry?.position === position) {
      left.shift();
      if (entry.hash !== found) return `entry ${position} does not follow from the one before`;
      if ("content" in entry && contentHash(entry.content, Buffer.from(entry.salt, "hex")).toString("hex") !== link)
        return `the content of entry ${position} is not what was written`;
    }
    if (anchored?.position === position) {
      isAnchored = true;
      if (anchored.hash !== found) return `the anchor at ${position} saw another entry`;
    }
    const promised = promises.get(`${chain}/${position}`);
    if (promised !== undefined && promised !== found) return `an anchor that was kept saw another entry at ${position}`;
  }
  if (left.length > 0) return `entry ${left[0]?.position} is missing from the chain`;
  return isAnchored ? null : "does not reach its anchor";
}
