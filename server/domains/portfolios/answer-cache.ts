/** Calculated answers, cached in memory while the data they depend on is unchanged. */
import { LRUCache } from "lru-cache";
import type { Db } from "../../kernel/transaction.ts";

/**
 * Maximum number of answers, and of bytes of their text (in memory twice, as object and text); the least recently used
 * is dropped.
 */
const most = { answers: 1000, bytes: 16 * 1024 * 1024 };

interface CachedAnswer {
  stamp: string;
  answer: object;
}

/** An answer being calculated, shared by everybody who asks for it meanwhile. */
interface Making {
  answer: Promise<object>;
  /** Waiting callers; when the last one leaves, the work is aborted. */
  waiting: number;
  abort: AbortController;
}

interface Answers {
  cached: LRUCache<string, CachedAnswer>;
  making: Map<string, Making>;
}
/** Per database, so that two in one process are kept apart. */
const answersOf = new WeakMap<Db, Answers>();

function answersFor(db: Db): Answers {
  let answers = answersOf.get(db);
  if (!answers) {
    const cached = new LRUCache<string, CachedAnswer>({
      max: most.answers,
      maxSize: most.bytes,
      sizeCalculation: ({ answer }) => JSON.stringify(answer).length,
    });
    answers = { cached, making: new Map() };
    answersOf.set(db, answers);
  }
  return answers;
}

/** The answer cached under the key, if it has this stamp. */
export function findCached(db: Db, key: string, stamp: string): object | undefined {
  const cached = answersFor(db).cached.get(key);
  return cached?.stamp === stamp ? cached.answer : undefined;
}

/** Caches an answer; frozen, so that its text is made only once too (http/serialise.ts). */
export function store<T extends object>(db: Db, key: string, stamp: string, answer: T): T {
  answersFor(db).cached.set(key, { stamp, answer: Object.freeze(answer) });
  return answer;
}

/**
 * The cached answer, or the one that `make` calculates. Concurrent callers share one calculation, which is aborted when
 * all of them have left. The stamp must be read before: the data read by `make` is then at least as new.
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
      .then((made) => store(db, key, stamp, made))
      .finally(() => making.delete(name));
    shared = { answer, waiting: 0, abort };
    making.set(name, shared);
  }
  const own = shared;
  own.waiting += 1;
  const leave = (): void => {
    own.waiting -= 1;
    if (own.waiting > 0) return;
    // Later callers start a new calculation.
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
