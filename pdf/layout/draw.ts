/** Draws pages into a PDFKit document, with the structure tree. */
import type { Fragment, Link } from "./break-lines.ts";
import type { Page } from "./paginate.ts";
import { type Element, element, type Mark, type Shape } from "./strips.ts";
import { colours, page as pageStyle, type TextStyle } from "./style.ts";
import type { TaggedFile } from "./tagged-file.ts";

/** Where a frame for a signature is printed. */
export interface SignaturePlace {
  id: string;
  /** From 1. */
  page: number;
  /** In points from the lower left corner of the page, as in PDF. */
  x: number;
  y: number;
  width: number;
  height: number;
}

type Box = Pick<Extract<Mark, { kind: "box" }>, "x" | "y" | "width" | "height">;

const isCell = ({ type }: Element): boolean => type === "TD" || type === "TH";

function drawShape(file: TaggedFile, shape: Shape, from: { x: number; y: number }): void {
  if (shape.kind === "area") {
    file.rect(from.x + shape.x, from.y + shape.y, shape.width, shape.height).fill(shape.colour);
    return;
  }
  const [first, ...rest] = shape.points;
  if (!first) return;
  // Saved and restored, because a dash would go on in the lines after it.
  file.save();
  file.moveTo(from.x + first.x, from.y + first.y);
  for (const { x, y } of rest) file.lineTo(from.x + x, from.y + y);
  if (shape.dash) file.dash(shape.dash[0], { space: shape.dash[1] });
  file.lineJoin("round").lineWidth(shape.thickness).stroke(shape.colour);
  file.restore();
}

/** Opens and closes marked content, so that what is drawn belongs to its element of the structure tree. */
function createTags(file: TaggedFile) {
  const made = new Map<Element, PDFKit.PDFStructureElement>();
  let open: Element | "artifact" | null = null;

  const make = (wanted: Element, box?: Box): PDFKit.PDFStructureElement => {
    const found = made.get(wanted);
    if (found) return found;
    const { type, parent, scope, alternative } = wanted;
    const one = file.struct(type, {
      ...(scope && { scope }),
      ...(alternative !== undefined && { alt: alternative }),
      ...(box && { placement: "Block", bbox: [box.x, box.y, box.x + box.width, box.y + box.height] }),
    });
    if (parent) make(parent).add(one);
    else file.addStructure(one);
    made.set(wanted, one);
    return one;
  };
  const close = (): void => {
    if (open === null) return;
    file.endMarkedContent();
    // A link refers to the page that is current when it ends.
    if (open !== "artifact" && open.type === "Link") made.get(open)?.end();
    open = null;
  };
  return {
    make,
    close,
    isOpen: (one: Element): boolean => open === one,
    enter(wanted: Element, box?: Box): void {
      if (open === wanted) return;
      close();
      make(wanted, box).add(file.markStructureContent(wanted.type));
      open = wanted;
    },
    enterArtifact(options: PDFKit.Mixins.MarkingOptions): void {
      close();
      file.markContent("Artifact", options);
      open = "artifact";
    },
  };
}

/** Draws all pages; `drawFrame` draws header and footer of the page with this number, from 1. */
export function drawPages(
  file: TaggedFile,
  pages: readonly Page[],
  { root, drawFrame }: { root: Element; drawFrame: (pageNumber: number) => void },
): SignaturePlace[] {
  const tags = createTags(file);
  tags.make(root);
  const places: SignaturePlace[] = [];
  let last: { link: Link; element: Element } | undefined;
  /** A link has one element as long as nothing is drawn between its parts. */
  const linkOf = (link: Link, parent: Element): Element => {
    if (last?.link !== link || !tags.isOpen(last.element)) last = { link, element: element("Link", parent) };
    return last.element;
  };

  const drawFragment = (fragment: Fragment, at: { x: number; y: number }, style: TextStyle): void => {
    const { text, face, link, width } = fragment;
    file.font(face, style.size).fillColor(link ? colours.link : style.colour);
    file.text(text, at.x, at.y, {
      lineBreak: false,
      baseline: "alphabetic",
      ...(style.tabular && { features: ["tnum"] }),
    });
    if (!link) return;
    file.rect(at.x, at.y + 1.5, width, 0.5).fill(colours.link);
  };

  const drawMark = (
    mark: Mark,
    top: number,
    { repeated, pageNumber }: { repeated: boolean; pageNumber: number },
  ): void => {
    switch (mark.kind) {
      case "line":
        tags.enterArtifact({ type: "Layout" });
        file.rect(mark.x, top + mark.y - mark.thickness / 2, mark.width, mark.thickness).fill(mark.colour);
        break;
      case "drawing":
        tags.enter(mark.element, { ...mark, y: top + mark.y });
        for (const shape of mark.shapes) drawShape(file, shape, { x: mark.x, y: top + mark.y });
        break;
      case "box": {
        const { id, x, width, height } = mark;
        const y = top + mark.y;
        tags.enter(mark.element, { ...mark, y });
        file.rect(x, y, width, height).lineWidth(0.75).stroke(colours.strongLine);
        places.push({ id, page: pageNumber, x, y: pageStyle.height - y - height, width, height });
        break;
      }
      case "text":
        // A cell without text is a cell nevertheless: those after it stay in their columns when the table is read aloud.
        if (mark.fragments.length === 0 && !repeated && isCell(mark.element)) tags.make(mark.element);
        for (const fragment of mark.fragments) {
          const { link, x, width } = fragment;
          const at = { x: mark.x + x, y: top + mark.baseLine };
          const own = link ? linkOf(link, mark.element) : mark.element;
          if (!repeated) tags.enter(own);
          drawFragment(fragment, at, mark.style);
          if (link && !repeated) {
            const { size } = mark.style;
            file.link(at.x, at.y - size, width, size * 1.3, link.href, {
              structParent: tags.make(own),
              Contents: new String(link.href),
            } as never);
          }
        }
    }
  };

  for (const [index, page] of pages.entries()) {
    file.addPage();
    tags.enterArtifact({ type: "Pagination" });
    drawFrame(index + 1);
    for (const { strip, y, repeated } of page) {
      if (repeated) tags.enterArtifact({ type: "Pagination" });
      for (const mark of strip.marks) drawMark(mark, pageStyle.top + y, { repeated, pageNumber: index + 1 });
    }
    tags.close();
  }
  return places;
}
