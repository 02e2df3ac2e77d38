/** A value outside React that components follow. */
import { useSyncExternalStore } from "react";

interface Store<T> {
  get: () => T;
  set: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The store's value; on the server and while hydrating, what it started with. */
export function useStore<T>(store: Store<T>, whileHydrating: T): T {
  return useSyncExternalStore(store.subscribe, store.get, () => whileHydrating);
}
