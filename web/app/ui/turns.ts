/** Who may send: so many at once, in the order in which they came. A paused one leaves its place to the next. */

export interface Turn {
  /** Resolves when it may go on: at once if it has a place and is not paused. Rejects when it was ended. */
  wait(): Promise<void>;
  pause(): void;
  resume(): void;
  end(): void;
}

interface Waiting {
  isPaused: boolean;
  hasPlace: boolean;
  asks: { resolve: () => void; reject: (reason: Error) => void } | null;
}

export function createTurns(atOnce: number): { begin(): Turn } {
  const all = new Set<Waiting>();
  const taken = (): number => [...all].filter(({ hasPlace }) => hasPlace).length;

  function callNext(): void {
    for (const one of all) {
      if (one.isPaused || !one.asks || (!one.hasPlace && taken() >= atOnce)) continue;
      one.hasPlace = true;
      one.asks.resolve();
      one.asks = null;
    }
  }

  return {
    begin() {
      const one: Waiting = { isPaused: false, hasPlace: false, asks: null };
      all.add(one);
      const ended = () => new Error("The turn has ended");
      return {
        wait: () =>
          new Promise((resolve, reject) => {
            if (!all.has(one)) return reject(ended());
            // What was begun before the pause is done now.
            if (one.isPaused) one.hasPlace = false;
            one.asks = { resolve, reject };
            callNext();
          }),
        pause() {
          one.isPaused = true;
        },
        resume() {
          one.isPaused = false;
          callNext();
        },
        end() {
          all.delete(one);
          one.asks?.reject(ended());
          one.asks = null;
          callNext();
        },
      };
    },
  };
}
