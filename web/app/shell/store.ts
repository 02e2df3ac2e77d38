/** A value outside React that components subscribe to. */
import { useSyncExternalStore } from "react";
import { useHydrated } from "../ui/use-hydrated.ts";

export interface Store<T> {
  get: () => T;
  set: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
}

/** Compares values stored as JSON: a server answer is always a new object, and mostly equal. */
export const isSameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

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

/**
 * The store's value; on the server and while hydrating, `whileHydrating`. React would render a differing snapshot in
 * one uninterruptible task, so the root switches it in a transition instead.
 */
export function useStore<T>(store: Store<T>, whileHydrating: T): T {
  const value = useSyncExternalStore(store.subscribe, store.get, store.get);
  return useHydrated() ? value : whileHydrating;
}
