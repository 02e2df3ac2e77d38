/** Many callers of one read at the same time. */

/**
 * At most one read at a time. Who asks while one is under way shares the next one, so that nobody gets what was read before
 * they asked.
 */
export function sharedReads<T>(read: () => Promise<T>): () => Promise<T> {
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  return () => {
    next ??= current
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        const own = read();
        current = own;
        return own;
      });
    return next;
  };
}
