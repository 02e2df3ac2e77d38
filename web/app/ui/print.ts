/** Printing a page: partly loaded content is loaded first. */
type Prepare = () => Promise<unknown>;
const prepares = new Set<Prepare>();

/** Runs before the page is printed with its own button; returns how to stop. */
export function beforePrint(prepare: Prepare): () => void {
  prepares.add(prepare);
  return () => void prepares.delete(prepare);
}

/** Prints the page once everything is loaded. What cannot be loaded does not block it: the page says what is missing. */
export async function printPage(): Promise<void> {
  await Promise.allSettled([...prepares].map((prepare) => prepare()));
  // The page has rendered what was loaded.
  await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  window.print();
}
