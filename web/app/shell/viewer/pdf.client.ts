/**
 * A PDF, read by pdf.js in a worker. Pages are drawn as pictures: links, scripts and form fields have no effect. A
 * separate module, loaded with the first PDF.
 */
import type { Download } from "@portico/api/endpoint.ts";
import { GlobalWorkerOptions, getDocument, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
// oxlint-disable-next-line import/default -- the address that the build gives it
import workerAddress from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";
import { canvasOf, type OpenFile, scaleFor } from "./open-file.ts";

GlobalWorkerOptions.workerSrc = workerAddress;
/** A larger picture in a PDF is left out, because it would exhaust the browser's memory. */
const pictureMaxPixels = 50_000_000;
const dataAddress = (folder: string): string => new URL(`${__PDF_DATA__}${folder}/`, location.origin).href;

export async function openPdf({ content }: Download): Promise<OpenFile> {
  const task = getDocument({
    // A copy, because the worker takes ownership of the buffer.
    data: content.slice(),
    cMapUrl: dataAddress("cmaps"),
    standardFontDataUrl: dataAddress("standard_fonts"),
    wasmUrl: dataAddress("wasm"),
    iccUrl: dataAddress("iccs"),
    maxImageSize: pictureMaxPixels,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  const file = await task.promise;
  return {
    pages: file.numPages,
    draw: async ({ page: number, turn, width }, signal) => {
      const page = await file.getPage(number);
      signal.throwIfAborted();
      const rotation = (page.rotate + turn) % 360;
      const viewport = page.getViewport({ scale: scaleFor(page.getViewport({ scale: 1, rotation }), width), rotation });
      const canvas = canvasOf(viewport.width, viewport.height);
      const drawing = page.render({ canvas, viewport });
      const stop = () => drawing.cancel();
      signal.addEventListener("abort", stop, { once: true });
      try {
        await drawing.promise;
      } finally {
        signal.removeEventListener("abort", stop);
      }
      return canvas;
    },
    close: () => void task.destroy(),
  };
}
