/** Puts strips onto pages. */
import type { Strip } from "./strips.ts";

export interface Placed {
  strip: Strip;
  /** From the top of the text on the page. */
  y: number;
  /** A header row that an earlier page has shown already. */
  repeated: boolean;
}
export type Page = Placed[];

/**
 * Strips that must stay together move to the next page together, unless they are taller than a page. There is always a
 * page.
 */
export function paginate(strips: readonly Strip[], pageHeight: number): Page[] {
  const pages: Page[] = [[]];
  let [page, bottom, below] = [pages[0] as Page, 0, 0];
  const startPage = (): void => {
    [page, bottom, below] = [[], 0, 0];
    pages.push(page);
  };
  const gapAbove = (strip: Strip): number => (page.length === 0 ? 0 : Math.max(below, strip.above));
  const place = (strip: Strip, repeated = false): void => {
    const y = bottom + gapAbove(strip);
    page.push({ strip, y, repeated });
    [bottom, below] = [y + strip.height, strip.below];
  };
  const fits = (group: readonly Strip[]): boolean =>
    bottom + gapAbove(group[0] as Strip) + heightOf(group) <= pageHeight;

  const placeGroup = (group: readonly Strip[]): void => {
    if (page.length > 0 && !fits(group)) startPage();
    const [first] = group;
    if (page.length === 0) for (const head of first?.repeat ?? []) place(head, true);
    // A group that is taller than a page is divided where the page ends.
    for (const strip of group) {
      if (page.some(({ repeated }) => !repeated) && !fits([strip])) {
        startPage();
        for (const head of strip.repeat ?? []) place(head, true);
      }
      place(strip);
    }
  };

  for (const group of groupsOf(strips)) {
    if (!group[0]?.startsPage) placeGroup(group);
    else if (page.length > 0) startPage();
  }
  // A page break at the end starts no empty page.
  if (page.length === 0 && pages.length > 1) pages.pop();
  return pages;
}

/** Strips that must stay together. */
function groupsOf(strips: readonly Strip[]): Strip[][] {
  const groups: Strip[][] = [];
  let open = false;
  for (const strip of strips) {
    if (open && !strip.startsPage) groups.at(-1)?.push(strip);
    else groups.push([strip]);
    open = strip.keep && !strip.startsPage;
  }
  return groups;
}

const heightOf = (group: readonly Strip[]): number =>
  group.reduce(
    (sum, strip, index) => sum + strip.height + (index > 0 ? Math.max(group[index - 1]?.below ?? 0, strip.above) : 0),
    0,
  );
