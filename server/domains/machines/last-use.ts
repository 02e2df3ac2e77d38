/** The last use of keys: written together, some seconds later, for many calls and keys in one statement. */
import type { Db } from "../../kernel/transaction.ts";
import { recordUses, type Use } from "./caller.queries.ts";

const afterMs = 15_000;
/** Calls that are not written down yet. If the process ends first, they are not counted. */
const waiting = new WeakMap<Db, Map<number, Use>>();

function write(db: Db): Promise<unknown> {
  const uses = waiting.get(db);
  waiting.delete(db);
  return uses ? recordUses(db, [...uses.values()]) : Promise.resolve();
}

/** Remembers a call; at once for a key that was not used for some minutes. */
export async function noteUse(
  db: Db,
  { keyId, address, wasAway }: { keyId: number; address: string; wasAway: boolean },
): Promise<void> {
  let uses = waiting.get(db);
  const isFirst = !uses?.has(keyId);
  if (!uses) {
    uses = new Map();
    waiting.set(db, uses);
    // If the database is away, the next call says so.
    setTimeout(() => void write(db).catch(() => undefined), afterMs).unref();
  }
  uses.set(keyId, { keyId, address, calls: (uses.get(keyId)?.calls ?? 0) + 1 });
  if (wasAway && isFirst) await write(db);
}
