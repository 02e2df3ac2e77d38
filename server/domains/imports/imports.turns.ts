/** Long files are worked on one after the other, so that two of them never need the memory of both. */

/** Characters from which a file counts as long: some 50,000 rows of CSV. */
const long = 4 * 1024 * 1024;

let last: Promise<unknown> = Promise.resolve();

/** Runs `work` at once for a short file; for a long one, when the long ones before it are done. */
export function inTurn<T>(characters: number, work: () => Promise<T>): Promise<T> {
  if (characters < long) return work();
  const turn = last.then(work);
  // Whoever waits does not care how the one before ended.
  last = turn.catch(() => undefined);
  return turn;
}
