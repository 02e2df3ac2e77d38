/** Reads a PDF back with pdf.js: its structure tree with the text of each element, and what is outside of the tree. */
import { getDocument, OPS, type PDFDocumentProxy, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

export interface ReadElement {
  role: string;
  /** Text and further elements, in order. */
  content: (string | ReadElement)[];
  alternative?: string;
}
export interface ReadPage {
  elements: ReadElement[];
  /** Text of headers, footers and repeated table headers. */
  artifacts: string[];
  links: string[];
}
export interface ReadPdf {
  pages: ReadPage[];
  title: string;
  language: string;
  showsTitle: boolean;
  version: string;
  outline: string[];
}

interface Node {
  role?: string;
  children?: Node[];
  type?: string;
  id?: string;
  alt?: string;
}

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  // pdf.js takes the buffer away from the caller.
  const task = getDocument({ data: bytes.slice(), useSystemFonts: false, verbosity: 0 });
  const file = await task.promise;
  const pages: ReadPage[] = [];
  for (let number = 1; number <= file.numPages; number++) pages.push(await readPage(file, number));
  const { info } = (await file.getMetadata()) as { info: Record<string, string> };
  const outline = ((await file.getOutline()) ?? []).map(({ title }) => title);
  const preferences = await file.getViewerPreferences();
  await task.destroy();
  return {
    pages,
    title: info["Title"] ?? "",
    language: info["Language"] ?? "",
    version: info["PDFFormatVersion"] ?? "",
    showsTitle: preferences?.get("DisplayDocTitle") === true,
    outline,
  };
}

/**
 * What is drawn: text by the number of its marked content, and the texts outside of any. Every character is counted as it
 * is in the file; pdf.js's own text leaves out spaces at the ends of lines.
 */
async function readDrawn(page: PDFPageProxy): Promise<{ texts: Map<number, string>; artifacts: string[] }> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const texts = new Map<number, string>();
  const artifacts: string[] = [];
  let open: number | null = null;
  for (const [index, operation] of fnArray.entries()) {
    const args = argsArray[index] as unknown[];
    if (operation === OPS.beginMarkedContentProps) open = (args[1] as number | null) ?? null;
    if (operation === OPS.endMarkedContent) open = null;
    if (operation !== OPS.showText) continue;
    const text = (args[0] as ({ unicode: string } | number)[])
      .map((glyph) => (typeof glyph === "number" ? "" : glyph.unicode))
      .join("");
    if (open === null) artifacts.push(text);
    else texts.set(open, (texts.get(open) ?? "") + text);
  }
  return { texts, artifacts };
}

async function readPage(file: PDFDocumentProxy, number: number): Promise<ReadPage> {
  const page = await file.getPage(number);
  const { texts, artifacts } = await readDrawn(page);
  const textOf = ({ type, id = "" }: Node): string =>
    type === "content" ? (texts.get(Number(/_mc(\d+)$/.exec(id)?.[1])) ?? "") : "";
  const read = ({ role = "", children = [], alt }: Node): ReadElement => ({
    role,
    content: children.flatMap((child): (string | ReadElement)[] => {
      if (child.type === "content") return [textOf(child)];
      if (child.role === undefined) return [];
      // pdf.js also lists the elements of other pages, without content.
      const element = read(child);
      return element.content.length > 0 ? [element] : [];
    }),
    ...(alt !== undefined && { alternative: alt }),
  });
  const tree = (await page.getStructTree()) as Node | null;
  const annotations = (await page.getAnnotations()) as { url?: string }[];
  return {
    elements: (tree?.children ?? []).map(read),
    artifacts,
    links: annotations.flatMap(({ url }) => url ?? []),
  };
}

/** All text of an element, in order. */
export const textOf = ({ content }: ReadElement): string =>
  content.map((one) => (typeof one === "string" ? one : textOf(one))).join("");

/** The elements with a role, in the order of the document. */
export const elementsOf = (pages: readonly ReadPage[], role: string): ReadElement[] => {
  const find = (element: ReadElement): ReadElement[] => [
    ...(element.role === role ? [element] : []),
    ...element.content.flatMap((one) => (typeof one === "string" ? [] : find(one))),
  ];
  return pages.flatMap(({ elements }) => elements.flatMap(find));
};
