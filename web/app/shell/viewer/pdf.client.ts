/**
 * A PDF, read by pdf.js in a worker. Pages are drawn as pictures: links, scripts and form fields have no effect. A
 * separate module, loaded with the first PDF.
 */
import type { Download } from "@portico/api/endpoint.ts";
import {
  GlobalWorkerOptions,
  getDocument,
  PDFDataRangeTransport,
  VerbosityLevel,
} from "pdfjs-dist/legacy/build/pdf.mjs";
// oxlint-disable-next-line import/default -- the address that the build gives it
import workerAddress from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";
import { canvasOf, type OpenFile, scaleFor } from "./open-file.ts";
import type { FetchRange } from "./use-open-file.ts";

GlobalWorkerOptions.workerSrc = workerAddress;
/** A larger picture in a PDF is left out, because it would exhaust the browser's memory. */
const pictureMaxPixels = 50_000_000;
const dataAddress = (folder: string): string => new URL(`${__PDF_DATA__}${folder}/`, location.origin).href;

/**
 * A page is drawn when its parts are there, without the rest of the file. Small: opening reads the description of every
 * page, which may lie anywhere.
 */
const partBytes = 64 * 1024;

/** The parts of a file, fetched when pdf.js asks for them. */
class Parts extends PDFDataRangeTransport {
  readonly #fetchRange: FetchRange;
  readonly #fail: () => void;

  constructor({ content, total = content.length }: Download, fetchRange: FetchRange, fail: () => void) {
    super(total, content.slice());
    this.#fetchRange = fetchRange;
    this.#fail = fail;
  }

  override requestDataRange(start: number, end: number): void {
    this.#fetchRange({ start, end }).then((bytes) => this.onDataRange(start, bytes), this.#fail);
  }
}

/** `fetchRange` if `file` may be the beginning of a longer one. */
export async function openPdf(file: Download, fetchRange?: FetchRange): Promise<OpenFile> {
  const { content, total = content.length } = file;
  const isWhole = !fetchRange || total === content.length;
  const task = getDocument({
    ...(isWhole
      ? // A copy, because the worker takes ownership of the buffer.
        { data: content.slice() }
      : {
          range: new Parts(file, fetchRange, () => void task.destroy()),
          rangeChunkSize: partBytes,
          disableAutoFetch: true,
          disableStream: true,
        }),
    cMapUrl: dataAddress("cmaps"),
    standardFontDataUrl: dataAddress("standard_fonts"),
    wasmUrl: dataAddress("wasm"),
    iccUrl: dataAddress("iccs"),
    maxImageSize: pictureMaxPixels,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  const pdf = await task.promise;
  return {
    pages: pdf.numPages,
    draw: async ({ page: number, turn, width }, signal) => {
      const page = await pdf.getPage(number);
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
