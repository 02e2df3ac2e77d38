/** The words of a PDF, for search. */
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

/** Null if the file cannot be read. */
export interface ReadText {
  pages: number | null;
  text: string;
}

/** What is read of a long document: search needs no more, and a tsvector holds a megabyte. */
const maxPages = 300;
const maxLength = 200_000;

export async function readText(content: Buffer): Promise<ReadText> {
  const task = getDocument({
    // The same memory: the reader takes no Buffer.
    data: new Uint8Array(content.buffer, content.byteOffset, content.length),
    useSystemFonts: false,
    disableFontFace: true,
    stopAtErrors: false,
    verbosity: 0,
  });
  try {
    const pdf = await task.promise;
    const parts: string[] = [];
    let length = 0;
    for (let number = 1; number <= Math.min(pdf.numPages, maxPages) && length < maxLength; number++) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      const text = items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
      parts.push(text);
      length += text.length;
      page.cleanup();
    }
    return { pages: pdf.numPages, text: parts.join("\n").slice(0, maxLength) };
  } finally {
    await task.destroy();
  }
}
