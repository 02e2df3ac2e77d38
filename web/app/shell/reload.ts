/**
 * A chunk that does not load (an old page after a new version) reloads the page once, and not again within 10 seconds;
 * never while offline, which would show only the browser's error page.
 */
import { createStore, useStore } from "./store.ts";

const guardKey = "portico.reloaded-at";
export const guardMilliseconds = 10_000;

/** True once a page could not be loaded, and reloading did not help. */
const failed = createStore(false);
export const usePageFailed = (): boolean => useStore(failed, false);

/** Reloads unless it just did; returns whether it does. */
function reloadOnce(now = Date.now()): boolean {
  if (!navigator.onLine) return false;
  const last = Number(sessionStorage.getItem(guardKey) ?? 0);
  if (now - last < guardMilliseconds) return false;
  sessionStorage.setItem(guardKey, String(now));
  location.reload();
  return true;
}

/** Vite reports a failed import within a page, the router (as built by web/vite.config.ts) a failed page. */
export function reloadAfterFailedChunk(): void {
  addEventListener("vite:preloadError", (event) => {
    if (reloadOnce()) event.preventDefault();
  });
  addEventListener("portico:pageFailed", () => {
    if (!reloadOnce()) failed.set(true);
  });
}
