/**
 * A chunk that does not load (an old page after a new version) reloads the page once, and not again within 10 seconds;
 * never while the server does not answer, which would show only the browser's error page.
 */
import { isAnswered, whenAnswered } from "../../ui/when-online.ts";
import { createStore, useStore } from "../store.ts";

const guardKey = "portico.reloaded-at";
export const guardMilliseconds = 10_000;

/** True once a page could not be loaded, and reloading did not help. */
const failed = createStore(false);
export const usePageFailed = (): boolean => useStore(failed, false);

/** Reloads as soon as the server answers. */
export async function reloadPage(): Promise<void> {
  await whenAnswered();
  location.reload();
}

/** Reloads unless it just did; returns whether it does. */
function reloadOnce(now = Date.now()): boolean {
  const last = Number(sessionStorage.getItem(guardKey) ?? 0);
  if (now - last < guardMilliseconds) return false;
  sessionStorage.setItem(guardKey, String(now));
  location.reload();
  return true;
}

/** Vite reports a failed import within a page, the router (as built by web/vite.config.ts) a failed page. */
export function reloadAfterFailedChunk(): void {
  addEventListener("vite:preloadError", () => {
    void isAnswered().then((answers) => answers && reloadOnce());
  });
  addEventListener("portico:pageFailed", () => {
    if (!reloadOnce()) failed.set(true);
  });
}
