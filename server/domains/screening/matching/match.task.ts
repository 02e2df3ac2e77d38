/** Worker task: matches people and firms against a version of a list, whose index the thread keeps while it lives. */
import type { Tools } from "../../../workers/task.ts";
import { unpackEntries } from "../lists/entries.ts";
import { findContent } from "../lists/lists.queries.ts";
import { createMatcher, type Found, type Matcher, type Query } from "./matching.ts";

interface Asked {
  listId: number;
  threshold: number;
  queries: readonly Query[];
}

/** One at a time: that of the version that counts. */
let kept: { listId: number; matcher: Matcher } | undefined;

export async function run({ listId, threshold, queries }: Asked, { db }: Tools): Promise<Found[][]> {
  if (kept?.listId !== listId) {
    kept = undefined;
    const content = await findContent(db, listId);
    kept = { listId, matcher: createMatcher(content ? unpackEntries(content) : []) };
  }
  const { matcher } = kept;
  return queries.map((query) => matcher.find(query, threshold));
}
