/** Which definitions an address compares: `?compare=1,2,3`, or as a form without scripts sends it, `?compare=1&compare=2`. */

export const mostCompared = 3;

/** Where the page shows them: choosing leads there. */
export const comparisonId = "comparison";

const idsOf = (search: URLSearchParams): number[] => [
  ...new Set(
    search
      .getAll("compare")
      .flatMap((text) => text.split(","))
      .filter((text) => /^[1-9]\d{0,14}$/.test(text))
      .map(Number),
  ),
];

/** Each once, in the order of the address; `tooMany` if there were more than three, of which the first are compared. */
export function parseCompared(search: URLSearchParams): { ids: number[]; tooMany: boolean } {
  const ids = idsOf(search);
  return { ids: ids.slice(0, mostCompared), tooMany: ids.length > mostCompared };
}

/** The address's search with these compared. */
export function searchOfCompared(ids: readonly number[]): string {
  return ids.length === 0 ? "" : `?compare=${ids.join(",")}`;
}

/** All that the list of definitions reads of an address, written alike whichever way it came. */
export function searchOfOffer(search: URLSearchParams): string {
  const read = new URLSearchParams();
  // One more than are compared makes the same page as any number.
  const ids = idsOf(search).slice(0, mostCompared + 1);
  if (ids.length > 0) read.set("compare", ids.join(","));
  const after = search.get("after");
  if (after) read.set("after", after);
  return read.size === 0 ? "" : `?${read}`;
}
