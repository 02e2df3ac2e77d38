/** Work that is done one at a time, in turns of those who wait for it: whoever has much to do holds nobody else up. */

type Turns = <T>(who: number, work: () => Promise<T>) => Promise<T>;

export function createTurns(): Turns {
  /** In the order in which they are next. */
  const waiting = new Map<number, (() => void)[]>();
  let busy = false;
  const next = (): void => {
    const [first] = waiting;
    busy = first !== undefined;
    if (!first) return;
    const [who, [begin, ...more]] = first;
    waiting.delete(who);
    if (more.length > 0) waiting.set(who, more);
    begin?.();
  };
  return async (who, work) => {
    if (busy) await new Promise<void>((begin) => waiting.set(who, [...(waiting.get(who) ?? []), begin]));
    busy = true;
    try {
      return await work();
    } finally {
      next();
    }
  };
}
