/**
 * Waiting for the server. A browser replaces a page that it cannot load with its own, and may remember for the whole
 * document that an import failed; of a failed request it remembers nothing. So a request asks first.
 */
import { useSyncExternalStore } from "react";

const askAgainMs = 1000;

let waiting = 0;
let wake: () => void = () => undefined;
const listeners = new Set<() => void>();
function count(change: 1 | -1): void {
  waiting += change;
  for (const listener of listeners) listener();
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether a part of the page, or another page, waits for the server. */
export const useIsServerAwaited = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => waiting > 0,
    () => false,
  );

/** Asks at once, for a person who does not wait for the next time. */
export const askServerNow = (): void => wake();

/** Whether the server answers. Any answer of it counts, also that this file is no longer there; a proxy's does not. */
export async function isAnswered(): Promise<boolean> {
  if (!navigator.onLine) return false;
  return fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).then(
    ({ status }) => status < 500,
    () => false,
  );
}

/** Until it is time to ask: the browser is online again, or a while has passed, or somebody wants to know. */
const nextTime = (): Promise<void> =>
  new Promise((resolve) => {
    wake = resolve;
    if (navigator.onLine) setTimeout(resolve, askAgainMs);
    else addEventListener("online", () => resolve(), { once: true });
  });

async function untilAnswered(): Promise<void> {
  count(1);
  try {
    do await nextTime();
    while (!(await isAnswered()));
  } finally {
    count(-1);
  }
}

/** Resolves when the server answers: asks at once. */
export async function whenAnswered(): Promise<void> {
  if (!(await isAnswered())) await untilAnswered();
}

/**
 * Resolves at once while the browser is online, otherwise when the server answers again: a browser says that it is online
 * a moment before it can send.
 */
export async function whenOnline(): Promise<void> {
  if (!navigator.onLine) await untilAnswered();
}
