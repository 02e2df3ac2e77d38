/** Answers worked out before, kept in memory for as long as what they were worked out from stands. */
import { LRUCache } from "lru-cache";
import type { Db } from "../../kernel/transaction.ts";

/** Answers kept at most, and their text in bytes (twice, as object and as text); the one asked for longest ago goes first. */
const most = { answers: 1000, bytes: 16 * 1024 * 1024 };

interface Kept {
  stamp: string;
  answer: object;
}

/** An answer that is being worked out, for everybody who asks for it meanwhile. */
interface Making {
  answer: Promise<object>;
  /** Callers who still wait; the last to leave ends the work. */
  waiting: number;
  abort: AbortController;
}

interface Answers {
  kept: LRUCache<string, Kept>;
  making: Map<string, Making>;
}
/** Per database, so that two of them in one process never mix. */
const answersOf = new WeakMap<Db, Answers>();

function answersFor(db: Db): Answers {
  let answers = answersOf.get(db);
  if (!answers) {
    const kept = new LRUCache<string, Kept>({
      max: most.answers,
      maxSize: most.bytes,
      sizeCalculation: ({ answer }) => JSON.stringify(answer).length,
    });
    answers = { kept, making: new Map() };
    answersOf.set(db, answers);
  }
  return answers;
}

/** What was kept under the key, if it is of this very stamp. */
export function findCached(db: Db, key: string, stamp: string): object | undefined {
  const kept = answersFor(db).kept.get(key);
  return kept?.stamp === stamp ? kept.answer : undefined;
}

/** Keeps an answer; frozen, so that its text is made once too (http/serialise.ts). */
export function keep<T extends object>(db: Db, key: string, stamp: string, answer: T): T {
  answersFor(db).kept.set(key, { stamp, answer: Object.freeze(answer) });
  return answer;
}

/**
 * The kept answer, or the one that `make` works out. Who asks for the same while it is worked out waits for the same answer; the work
 * is aborted when all who wait have gone. The stamp must have been read before: what `make` reads is then at least as new.
 */
export async function cachedOr<T extends object>(
  db: Db,
  { key, stamp, signal }: { key: string; stamp: string; signal?: AbortSignal | undefined },
  make: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const known = findCached(db, key, stamp);
  if (known) return known as T;
  const { making } = answersFor(db);
  const name = `${key} ${stamp}`;
  let shared = making.get(name);
  if (!shared) {
    const abort = new AbortController();
    const answer = make(abort.signal)
      .then((made) => keep(db, key, stamp, made))
      .finally(() => making.delete(name));
    shared = { answer, waiting: 0, abort };
    making.set(name, shared);
  }
  const own = shared;
  own.waiting += 1;
  const leave = (): void => {
    own.waiting -= 1;
    if (own.waiting > 0) return;
    // Who comes now begins anew.
    if (making.get(name) === own) making.delete(name);
    own.abort.abort();
  };
  signal?.addEventListener("abort", leave, { once: true });
  try {
    return (await own.answer) as T;
  } finally {
    signal?.removeEventListener("abort", leave);
  }
}
