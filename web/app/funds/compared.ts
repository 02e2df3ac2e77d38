/** Which definitions an address compares: `?compare=1,2,3`, or as a form without scripts sends it, `?compare=1&compare=2`. */

export const mostCompared = 3;

/** Where the page shows them: choosing leads there. */
export const comparisonId = "comparison";

/** Each once, in the order of the address; `tooMany` if there were more than three, of which the first are compared. */
export function comparedOf(search: URLSearchParams): { ids: number[]; tooMany: boolean } {
  const named = search
    .getAll("compare")
    .flatMap((text) => text.split(","))
    .filter((text) => /^[1-9]\d{0,14}$/.test(text))
    .map(Number);
  const ids = [...new Set(named)];
  return { ids: ids.slice(0, mostCompared), tooMany: ids.length > mostCompared };
}

/** The address's search with these compared. */
export function searchOfCompared(ids: readonly number[]): string {
  return ids.length === 0 ? "" : `?compare=${ids.join(",")}`;
}
