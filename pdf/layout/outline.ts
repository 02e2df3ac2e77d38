/** The list of headings that viewers show beside a long document. */
import type { Page } from "./paginate.ts";
import { page as pageStyle } from "./style.ts";
import type { TaggedFile } from "./tagged-file.ts";

/** Viewers open the list by themselves, which a short document does not need. */
const leastPages = 5;

export function addOutline(file: TaggedFile, pages: readonly Page[]): void {
  if (pages.length < leastPages) return;
  /** The items that a heading of level 1, 2 or 3 goes below. */
  let parents: PDFKit.PDFOutline[] = [file.outline];
  for (const [pageNumber, page] of pages.entries())
    for (const { strip, y } of page) {
      if (!strip.heading) continue;
      const { level, text } = strip.heading;
      parents = parents.slice(0, level);
      const parent = parents.at(-1) ?? file.outline;
      // PDFKit counts `left` from the right edge.
      const place = { fit: false, top: pageStyle.top + y, left: pageStyle.width };
      parents.push(parent.addItem(text, { pageNumber, expanded: true, ...place } as never));
    }
}
