/** Who is next for what can hold only so much at once, in turns of those who wait: whoever has much to do holds nobody else up. */

interface Waiter {
  weight: number;
  begin: () => void;
}

export interface Turns {
  /**
   * Waits for a turn and gives what ends it. Nobody has two turns at once. Throws the signal's reason where it is aborted while
   * waiting. Something heavier than everything that may be held is held alone.
   */
  take(who: number, options?: { weight?: number; signal?: AbortSignal }): Promise<() => void>;
  /** How many wait: all, or one's own. */
  waiting(who?: number): number;
}

/** Turns over what weighs `most` together. */
export function createTurns({ most }: { most: number }): Turns {
  /** In the order in which they are next. */
  const lines = new Map<number, Waiter[]>();
  const busy = new Set<number>();
  let held = 0;

  const fits = ({ weight }: Pick<Waiter, "weight">): boolean => busy.size === 0 || held + weight <= most;

  function leaveLine(who: number, waiter: Waiter): void {
    const rest = (lines.get(who) ?? []).filter((other) => other !== waiter);
    if (rest.length > 0) lines.set(who, rest);
    else lines.delete(who);
  }

  /** Whoever is next and does not fit is waited for, so that something heavy gets its turn too. */
  function beginNext(): void {
    for (const [who, [first]] of lines) {
      if (first === undefined || busy.has(who)) continue;
      if (!fits(first)) return;
      leaveLine(who, first);
      begin(who, first);
    }
  }

  function begin(who: number, waiter: Waiter): void {
    busy.add(who);
    held += waiter.weight;
    waiter.begin();
  }

  function end(who: number, { weight }: Waiter): void {
    busy.delete(who);
    held -= weight;
    const line = lines.get(who);
    // Behind all others who wait.
    if (line) {
      lines.delete(who);
      lines.set(who, line);
    }
    beginNext();
  }

  return {
    take: (who, { weight = 1, signal } = {}) =>
      new Promise((resolve, reject) => {
        const giveUp = (): void => {
          leaveLine(who, waiter);
          reject(signal?.reason);
          beginNext();
        };
        const waiter: Waiter = {
          weight,
          begin() {
            signal?.removeEventListener("abort", giveUp);
            let ended = false;
            resolve(() => {
              if (!ended) end(who, waiter);
              ended = true;
            });
          },
        };
        if (signal?.aborted) {
          reject(signal.reason);
          return;
        }
        signal?.addEventListener("abort", giveUp, { once: true });
        lines.set(who, [...(lines.get(who) ?? []), waiter]);
        beginNext();
      }),
    waiting: (who) =>
      who === undefined
        ? [...lines.values()].reduce((sum, { length }) => sum + length, 0)
        : (lines.get(who)?.length ?? 0),
  };
}
