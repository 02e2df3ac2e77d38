/** The export of what the filters find, with what proves it. */
import { createHash, X509Certificate } from "node:crypto";
import { Readable } from "node:stream";
import { contentOf, type StoredEntry } from "../../../audit/audit.queries.ts";
import { genesisHash } from "../../../audit/chain.ts";
import type { SentFile } from "../../../http/downloads.ts";
import type { Context } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { getSetting } from "../../settings/settings.ts";
import { findEntries } from "../entries.queries.ts";
import { type AskedFilter, readFilter, recordLook } from "../filter.ts";
import { findHash, listLinks, readAnchored } from "./proof.queries.ts";
import {
  listName,
  listOf,
  listSignatureName,
  proofName,
  readmeName,
  type Segment,
  verifyExport,
  writeZip,
} from "./proof-file.ts";
import { writeReadme } from "./readme.ts";

const mostEntries = 20_000;
const atOnce = 1000;

/** `tooLarge` for more than 20,000 entries. The ZIP passes its own verification before it is handed out. */
export async function sendProof(context: Context, asked: AskedFilter): Promise<SentFile> {
  const { db, config, now } = context;
  const filter = await readFilter(context, asked);
  const found = await findEntries(db, filter, { after: undefined, limit: mostEntries + 1 });
  if (found.length > mostEntries) throw new Refusal("tooLarge");
  const madeAt = now().toISOString();
  const { name: firm } = await getSetting(db, "brand");
  const segments = await readSegments(db, found);
  const proof = { format: "portico-audit-proof-1", madeAt, firm, portal: config.publicUrl, filter: asked, segments };
  const zip = await pack(
    context,
    new Map([
      [readmeName, utf8(writeReadme({ firm, madeAt, portal: config.publicUrl }))],
      [proofName, utf8(`${JSON.stringify(proof, null, 1)}\n`)],
    ]),
  );
  const sha256 = createHash("sha256").update(zip).digest("hex");
  await recordLook(context, asked);
  await transact(context, async (tx) =>
    tx.audit("audit.proofExported", "log", { after: { entries: found.length, sha256, filter: asked } }),
  );
  return {
    name: `audit-log-${madeAt.slice(0, 10)}.zip`,
    media_type: "application/zip",
    size: zip.length,
    etag: sha256,
    stream: (start, end) => Readable.from([zip.subarray(start, end)]),
  };
}

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text));

async function pack({ seal }: Pick<Context, "seal">, files: Map<string, Uint8Array<ArrayBuffer>>): Promise<Buffer> {
  // Renews a certificate that expires soon.
  await seal.daysLeft();
  for (const [index, one] of (await seal.authorities()).entries())
    files.set(`authority-${index + 1}.pem`, utf8(new X509Certificate(one).toString()));
  const list = utf8(listOf(files));
  files.set(listName, list);
  files.set(listSignatureName, new Uint8Array(await seal.signDetached(list)));
  const zip = await writeZip(files);
  const { faults } = await verifyExport(new Uint8Array(zip));
  if (faults.length > 0) throw new Error(`the export does not hold: ${faults.join(" ")}`);
  return zip;
}

type Anchored = Awaited<ReturnType<typeof readAnchored>>[number];

/** Entries of one chain that are near each other share a segment, which ends at the first anchor that saw the last of them. */
async function readSegments(db: Db, found: readonly { chain: number; position: number }[]): Promise<Segment[]> {
  const sorted = found.toSorted((a, b) => a.chain - b.chain || a.position - b.position);
  const segments: Segment[] = [];
  let open: Anchored[] = [];
  const endOf = (entries: readonly Anchored[]): number => {
    const last = entries.at(-1);
    return last?.anchor?.position ?? last?.position ?? 0;
  };
  const close = async () => {
    if (open.length > 0) segments.push(await readSegment(db, open, endOf(open)));
    open = [];
  };
  for (let from = 0; from < sorted.length; from += atOnce)
    for (const entry of await readAnchored(db, sorted.slice(from, from + atOnce))) {
      if (open[0]?.chain !== entry.chain || entry.position > endOf(open) + 1) await close();
      open.push(entry);
    }
  await close();
  return segments;
}

async function readSegment(db: Db, entries: readonly Anchored[], end: number): Promise<Segment> {
  const [first, last] = [entries[0], entries.at(-1)];
  if (!first || !last) throw new Error("a segment has entries");
  const { chain } = first;
  const position = first.position - 1;
  const hash = position === 0 ? genesisHash(chain) : await findHash(db, { chain, position });
  if (!hash) throw new Error(`entry ${position} of audit chain ${chain} is missing`);
  return {
    chain,
    before: { position, hash: hash.toString("hex") },
    links: await listLinks(db, { chain, after: position, upTo: end }),
    entries: entries.map(provedEntry),
    anchored: last.anchor,
  };
}

function provedEntry(row: StoredEntry): Segment["entries"][number] {
  const { position, salt, erased_at } = row;
  const hash = row.hash.toString("hex");
  if (erased_at || !salt) return { position, hash, erased: (erased_at ?? row.at).toISOString() };
  return { position, hash, salt: salt.toString("hex"), content: contentOf(row) };
}
