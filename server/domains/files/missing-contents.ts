/** Which contents that rows need are not stored: for the operator, who restores them. */
import type { Files } from "../../adapters/files/files.ts";
import type { Db } from "../../kernel/transaction.ts";
import { isContentUsed, listNeeded, type NeededContent } from "./files.queries.ts";

const pageSize = 500;
/** A store that is asked over a network answers several at a time as soon as one. */
const atOnce = 10;

/** The contents that are not in the store. */
export async function notStored<One extends { sha256: Buffer }>(
  files: Pick<Files, "has">,
  contents: readonly One[],
): Promise<One[]> {
  const missing: One[] = [];
  for (let at = 0; at < contents.length; at += atOnce) {
    const asked = contents.slice(at, at + atOnce);
    const there = await Promise.all(asked.map(({ sha256 }) => files.has(sha256.toString("hex"))));
    missing.push(...asked.filter((_, place) => !there[place]));
  }
  return missing;
}

/** Asks the store for every content that a file, a logo or a thumbnail needs; those that are missing. */
export async function* findMissing(db: Db, files: Pick<Files, "has">): AsyncGenerator<NeededContent> {
  for (let after: Buffer = Buffer.alloc(0); ; ) {
    const page = await listNeeded(db, after, pageSize);
    // Not one that was removed with its row meanwhile.
    for (const one of await notStored(files, page)) if (await isContentUsed(db, one.sha256)) yield one;
    const last = page.at(-1);
    if (!last) return;
    after = last.sha256;
  }
}
