/**
 * Resolves at once while the browser is online, otherwise when the server answers again: a browser says that it is online
 * a moment before it can send. What is tried too early may not be tried again: a browser remembers for the whole document
 * that an import failed, and replaces a page that it cannot load. Of a failed request it remembers nothing.
 */
export async function whenOnline(): Promise<void> {
  if (navigator.onLine) return;
  for (;;) {
    if (!navigator.onLine) await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
    if (await isAnswered()) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** Any answer counts, also that this file is no longer there. */
const isAnswered = (): Promise<boolean> =>
  fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  );
