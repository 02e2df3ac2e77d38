/** A fair queue over a limited capacity: owners are served in turn, so one with much work does not hold up the others. */

interface Waiter {
  weight: number;
  begin: () => void;
}

/** Whose work it is: a number, or a name where numbers could be of several kinds. */
type Owner = number | string;

export interface WorkQueue {
  /**
   * Waits until the owner's work may begin and returns the function that releases its capacity. An owner runs one piece of work at a
   * time. Rejects with the signal's reason when aborted while waiting. Work heavier than the whole capacity runs alone.
   */
  acquire(owner: Owner, options?: { weight?: number; signal?: AbortSignal }): Promise<() => void>;
  /** The number of waiting pieces of work: of all owners, or of one. */
  waiting(owner?: Owner): number;
  /** The owner's running work takes no capacity any longer; it is still the one piece that they run. */
  unweigh(owner: Owner): void;
}

/** A queue whose running work weighs at most `capacity` together. */
export function createWorkQueue({ capacity }: { capacity: number }): WorkQueue {
  /** Waiting work by owner; the map's order is the order in which owners are served. */
  const waitingByOwner = new Map<Owner, Waiter[]>();
  /** What each owner's running work weighs. */
  const running = new Map<Owner, number>();
  let used = 0;

  const hasRoom = ({ weight }: Pick<Waiter, "weight">): boolean => used === 0 || used + weight <= capacity;

  function leave(owner: Owner, waiter: Waiter): void {
    const rest = (waitingByOwner.get(owner) ?? []).filter((other) => other !== waiter);
    if (rest.length > 0) waitingByOwner.set(owner, rest);
    else waitingByOwner.delete(owner);
  }

  /** Stops at the first piece that does not fit, so that heavy work is not overtaken forever. */
  function beginNext(): void {
    for (const [owner, [first]] of waitingByOwner) {
      if (first === undefined || running.has(owner)) continue;
      if (!hasRoom(first)) return;
      leave(owner, first);
      begin(owner, first);
    }
  }

  function begin(owner: Owner, waiter: Waiter): void {
    running.set(owner, waiter.weight);
    used += waiter.weight;
    waiter.begin();
  }

  function end(owner: Owner): void {
    used -= running.get(owner) ?? 0;
    running.delete(owner);
    const rest = waitingByOwner.get(owner);
    // Moves the owner to the end of the order.
    if (rest) {
      waitingByOwner.delete(owner);
      waitingByOwner.set(owner, rest);
    }
    beginNext();
  }

  return {
    acquire: (owner, { weight = 1, signal } = {}) =>
      new Promise((resolve, reject) => {
        const cancel = (): void => {
          leave(owner, waiter);
          reject(signal?.reason);
          beginNext();
        };
        const waiter: Waiter = {
          weight,
          begin() {
            signal?.removeEventListener("abort", cancel);
            let ended = false;
            resolve(() => {
              if (!ended) end(owner);
              ended = true;
            });
          },
        };
        if (signal?.aborted) {
          reject(signal.reason);
          return;
        }
        signal?.addEventListener("abort", cancel, { once: true });
        waitingByOwner.set(owner, [...(waitingByOwner.get(owner) ?? []), waiter]);
        beginNext();
      }),
    waiting: (owner) =>
      owner === undefined
        ? [...waitingByOwner.values()].reduce((sum, { length }) => sum + length, 0)
        : (waitingByOwner.get(owner)?.length ?? 0),
    unweigh(owner) {
      used -= running.get(owner) ?? 0;
      if (running.has(owner)) running.set(owner, 0);
      beginNext();
    },
  };
}
