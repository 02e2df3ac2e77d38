/**
 * A chunk that does not load (an old page after a new version) reloads the page once, not again within 10 seconds; never without a
 * connection, which would leave nothing but the browser's error page.
 */
import { createStore, useStore } from "./store.ts";

const guardKey = "portico.reloaded-at";
export const guardMilliseconds = 10_000;

/** True once a page could not be loaded, and reloading did not help. */
const failed = createStore(false);
export const usePageFailed = (): boolean => useStore(failed, false);

/** Reloads unless it did so a moment ago; says whether it does. */
function reloadOnce(now = Date.now()): boolean {
  if (!navigator.onLine) return false;
  const last = Number(sessionStorage.getItem(guardKey) ?? 0);
  if (now - last < guardMilliseconds) return false;
  sessionStorage.setItem(guardKey, String(now));
  location.reload();
  return true;
}

/** Vite tells of a failed import within a page, the router (as web/vite.config.ts builds it) of a failed page. */
export function reloadAfterFailedChunk(): void {
  addEventListener("vite:preloadError", (event) => {
    if (reloadOnce()) event.preventDefault();
  });
  addEventListener("portico:pageFailed", () => {
    if (!reloadOnce()) failed.set(true);
  });
}
