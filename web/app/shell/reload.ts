/** A page chunk that does not load (an old page after a new version) reloads the page once, not again within 10 seconds. */
const guardKey = "portico.reloaded-at";
const guardMilliseconds = 10_000;

/** Reloads unless it did so a moment ago; says whether it does. */
export function reloadOnce(now = Date.now()): boolean {
  const last = Number(sessionStorage.getItem(guardKey) ?? 0);
  if (now - last < guardMilliseconds) return false;
  sessionStorage.setItem(guardKey, String(now));
  location.reload();
  return true;
}

/** Vite tells of a failed dynamic import or of its styles by this event. */
export function reloadAfterFailedChunk(): void {
  addEventListener("vite:preloadError", (event) => {
    if (reloadOnce()) event.preventDefault();
  });
}
