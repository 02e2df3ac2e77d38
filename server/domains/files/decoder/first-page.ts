/** The first page of a PDF, drawn by the reader that also draws it in the browser. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { getDocument, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { Sharp } from "sharp";
import { openPixels } from "./limited-sharp.ts";

const data = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
const dataFolder = (name: string): string => `${join(data, name)}/`;

/** Drawn that much larger than needed, because libvips makes it smaller with less loss. */
const oversampling = 2;

/** At least of that size if it has the same proportions. Throws if the page, or a picture in it, cannot be read. */
export async function drawFirstPage(content: Buffer, wanted: { width: number; height: number }): Promise<Sharp> {
  const task = getDocument({
    // The same memory: the reader takes no Buffer.
    data: new Uint8Array(content.buffer, content.byteOffset, content.length),
    cMapUrl: dataFolder("cmaps"),
    standardFontDataUrl: dataFolder("standard_fonts"),
    wasmUrl: dataFolder("wasm"),
    iccUrl: dataFolder("iccs"),
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    verbosity: 0,
  });
  try {
    const page = await (await task.promise).getPage(1);
    const whole = page.getViewport({ scale: 1 });
    const scale = oversampling * Math.min(wanted.width / whole.width, wanted.height / whole.height);
    const viewport = page.getViewport({ scale });
    const canvas = createCanvas(Math.max(1, Math.ceil(viewport.width)), Math.max(1, Math.ceil(viewport.height)));
    // The library's own canvas has the same methods.
    await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport }).promise;
    if (hasMissingPicture(page)) throw new Error("a picture of the page could not be read");
    return openPixels(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data, canvas);
  } finally {
    await task.destroy();
  }
}

/** The reader leaves out a picture that it cannot decode: a scan would be an empty page. */
function hasMissingPicture({ objs }: PDFPageProxy): boolean {
  for (const [, object] of objs as Iterable<[string, unknown]>) if (object === null) return true;
  return false;
}
