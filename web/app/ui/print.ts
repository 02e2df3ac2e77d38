/** Printing a page: what it shows in part is brought first. */
type Prepare = () => Promise<unknown>;
const prepares = new Set<Prepare>();

/** Runs before the page is printed by its own button; returns how to stop. */
export function beforePrint(prepare: Prepare): () => void {
  prepares.add(prepare);
  return () => void prepares.delete(prepare);
}

/** Prints the page once everything on it is there. What cannot be brought does not hold it up: the page says what is missing. */
export async function printPage(): Promise<void> {
  await Promise.allSettled([...prepares].map((prepare) => prepare()));
  // The page is drawn with what came.
  await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  window.print();
}
