/**
 * Starts a worker that creates the first number and date formats. The first of each reads the browser's locale data,
 * which takes longer than any other step before the first figures; the data is then there for the page as well.
 */
export function startEarlyFormats(): void {
  // oxlint-disable-next-line no-new -- the worker ends by itself
  new Worker(new URL("early-formats.worker.ts", import.meta.url), {
    type: "module",
    name: document.documentElement.lang,
  });
}
