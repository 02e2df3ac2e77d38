/** Verifies every chain of the audit log from its first entry to its head and against its anchors. */
import type { Db } from "../kernel/transaction.ts";
import { inTransaction } from "../kernel/transaction.ts";
import { contentOf, type Head, listEntries, listHeads, type StoredEntry } from "./audit.queries.ts";
import { auditAnchor } from "./audit.ts";
import { anchorAction, anchorChain, chainCount, contentHash, genesisHash, linkHash } from "./chain.ts";

/** Heads of all chains at one time, in hexadecimal: stored in chain 0, in the log, and where the operator chooses. */
export interface Anchor {
  heads: { chain: number; position: number; hash: string }[];
}

interface Break {
  chain: number;
  position: number;
  reason: string;
}

export interface Verdict {
  entries: number;
  erased: number;
  anchors: number;
  /** The first break of each broken chain; empty if everything is intact. */
  breaks: Break[];
}

const usualBatch = 2000;

/** Why the entry is not the one written after `previous`; null if it is. */
function fault(entry: StoredEntry, expected: number, previous: Buffer): string | null {
  if (entry.position !== expected) return `entry ${expected} is missing`;
  if (!entry.erased_at) {
    if (!entry.salt) return "content was taken out without being marked as erased";
    const content = contentHash(contentOf(entry), entry.salt);
    if (!content.equals(entry.content_hash)) return "content is not what was written";
  }
  const hash = linkHash(previous, entry.chain, entry.position, entry.content_hash);
  return hash.equals(entry.hash) ? null : "hash does not follow from the entry before";
}

const anchorOf = (entry: StoredEntry): Anchor | null =>
  entry.chain === anchorChain && entry.action === anchorAction && !entry.erased_at
    ? (entry.after as unknown as Anchor)
    : null;

/**
 * Verifies the whole log and that it matches every given external anchor. Uses one snapshot, so writers do not
 * interfere. Reads so many entries at once.
 */
export async function verifyAudit(db: Db, outside: readonly Anchor[] = [], batch = usualBatch): Promise<Verdict> {
  return await inTransaction(
    db,
    async (trx) => {
      const verdict: Verdict = { entries: 0, erased: 0, anchors: 0, breaks: [] };
      const heads = new Map((await listHeads(trx)).map((head) => [head.chain, head]));
      const promised = collectPromises(outside);
      // Chain 0 first: its anchors state what the others must contain.
      for (let chain = 0; chain < chainCount; chain += 1) {
        const found = await followChain(trx, { chain, batch }, heads.get(chain), promised, verdict);
        if (found) verdict.breaks.push(found);
      }
      return verdict;
    },
    "repeatable read",
  );
}

/** chain → position → the hash that an anchor recorded there. */
type Promises = Map<number, Map<number, string>>;
function promise(promises: Promises, anchor: Anchor): void {
  for (const { chain, position, hash } of anchor.heads) {
    const ofChain = promises.get(chain) ?? new Map<number, string>();
    ofChain.set(position, hash);
    promises.set(chain, ofChain);
  }
}
function collectPromises(anchors: readonly Anchor[]): Promises {
  const promises: Promises = new Map();
  for (const anchor of anchors) promise(promises, anchor);
  return promises;
}

async function followChain(
  db: Db,
  { chain, batch }: { chain: number; batch: number },
  head: Head | undefined,
  promises: Promises,
  verdict: Verdict,
): Promise<Break | null> {
  if (!head) return { chain, position: 0, reason: "the chain's head is missing" };
  let position = 0;
  let hash = genesisHash(chain);
  const anchored = (): string | null => {
    const promised = promises.get(chain)?.get(position);
    return promised !== undefined && promised !== hash.toString("hex") ? "an anchor saw another entry here" : null;
  };
  for (;;) {
    const entries = await listEntries(db, chain, position, batch);
    for (const entry of entries) {
      const reason = fault(entry, position + 1, hash);
      if (reason) return { chain, position: position + 1, reason };
      position += 1;
      hash = entry.hash;
      verdict.entries += 1;
      if (entry.erased_at) verdict.erased += 1;
      const broken = anchored();
      if (broken) return { chain, position, reason: broken };
      const anchor = anchorOf(entry);
      if (anchor) {
        verdict.anchors += 1;
        promise(promises, anchor);
      }
    }
    if (entries.length < batch) break;
  }
  if (position !== head.position) {
    const reason =
      position < head.position ? `the last ${head.position - position} entries are missing` : "entries follow the head";
    return { chain, position: Math.min(position, head.position) + 1, reason };
  }
  if (!hash.equals(head.hash)) return { chain, position, reason: "the head has another hash" };
  const beyond = [...(promises.get(chain)?.keys() ?? [])].filter((promised) => promised > position);
  if (beyond.length > 0) {
    return { chain, position: position + 1, reason: `an anchor saw entries up to ${Math.max(...beyond)}` };
  }
  return null;
}

/**
 * Writes the heads of all chains into chain 0 and returns them. This detects that the end of a chain was cut off
 * together with its head; if chain 0 was cut too, only an anchor stored outside the database detects it.
 */
export async function anchorAudit(db: Db): Promise<Anchor> {
  return await inTransaction(db, async (trx) => {
    const read = await listHeads(trx);
    const anchor: Anchor = {
      heads: read.map(({ chain, position, hash }) => ({ chain, position, hash: hash.toString("hex") })),
    };
    await auditAnchor(trx, {
      actor: { system: "audit" },
      action: anchorAction,
      subject: { type: "audit", id: "all" },
      after: anchor,
    });
    const [own] = (await listHeads(trx)).filter(({ chain }) => chain === anchorChain);
    return {
      heads: anchor.heads.map((head) =>
        own && head.chain === anchorChain
          ? { chain: anchorChain, position: own.position, hash: own.hash.toString("hex") }
          : head,
      ),
    };
  });
}
