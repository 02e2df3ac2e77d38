/**
 * A PDF, read by pdf.js in a worker. Pages are drawn as pictures: links, scripts and form fields have no effect. A
 * separate module, loaded with the first PDF.
 */
import type { ByteRange, Download } from "@portico/api/endpoint.ts";
import {
  GlobalWorkerOptions,
  getDocument,
  PDFDataRangeTransport,
  PDFWorker,
  VerbosityLevel,
} from "pdfjs-dist/legacy/build/pdf.mjs";
// oxlint-disable-next-line import/default -- the address that the build gives it
import workerAddress from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";
import { createCanvas, type OpenFile, scaleFor } from "./open-file.ts";
import type { FetchRanges } from "./use-open-file.ts";

GlobalWorkerOptions.workerSrc = workerAddress;
/** A larger picture in a PDF is left out, because it would exhaust the browser's memory. */
const pictureMaxPixels = 50_000_000;
const dataAddress = (folder: string): string => new URL(`${__PDF_DATA__}${folder}/`, location.origin).href;

/**
 * A page is drawn when its parts are there, without the rest of the file. Small: opening reads the description of every
 * page, which may lie anywhere.
 */
const partBytes = 32 * 1024;
/** Of one request; the server answers up to 100. */
const maxParts = 64;

/** The parts of a file, fetched when pdf.js asks for them: those of all pages of a file at once, when it is opened. */
class Parts extends PDFDataRangeTransport {
  readonly #fetchRanges: FetchRanges;
  readonly #fail: () => void;
  #wanted: ByteRange[] = [];
  #isFetching = false;

  constructor({ content, total = content.length }: Download, fetchRanges: FetchRanges, fail: () => void) {
    super(total, content.slice());
    this.#fetchRanges = fetchRanges;
    this.#fail = fail;
  }

  override requestDataRange(start: number, end: number): void {
    this.#wanted.push({ start, end });
    if (!this.#isFetching) this.#fetchWanted().catch(this.#fail);
  }

  /** One request at a time: what is wanted meanwhile is fetched with the next. */
  async #fetchWanted(): Promise<void> {
    this.#isFetching = true;
    while (this.#wanted.length > 0) {
      const ranges = this.#wanted.splice(0, maxParts).toSorted((a, b) => a.start - b.start);
      const parts = await this.#fetchRanges(ranges);
      for (const [index, { start }] of ranges.entries()) this.onDataRange(start, parts[index] ?? null);
    }
    this.#isFetching = false;
  }
}

/** Each file has a worker of its own, which ends with it; this one waits for the next file. */
let waiting: PDFWorker | undefined;

/** Starts the worker of the next file, which takes as long as fetching a file. */
export function preparePdf(): void {
  waiting ??= new PDFWorker();
}

function takeWorker(): PDFWorker {
  const worker = waiting ?? new PDFWorker();
  waiting = undefined;
  return worker;
}

/** `fetchRanges` if `file` may be the beginning of a longer one. */
export async function openPdf(file: Download, fetchRanges?: FetchRanges): Promise<OpenFile> {
  const { content, total = content.length } = file;
  const isWhole = !fetchRanges || total === content.length;
  const worker = takeWorker();
  const close = async (): Promise<void> => {
    await task.destroy();
    worker.destroy();
  };
  const task = getDocument({
    worker,
    ...(isWhole
      ? // A copy, because the worker takes ownership of the buffer.
        { data: content.slice() }
      : {
          range: new Parts(file, fetchRanges, () => void close()),
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
  const pdf = await task.promise.catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    pages: pdf.numPages,
    draw: async ({ page: number, turn, width }, signal) => {
      const page = await pdf.getPage(number);
      signal.throwIfAborted();
      const rotation = (page.rotate + turn) % 360;
      const viewport = page.getViewport({ scale: scaleFor(page.getViewport({ scale: 1, rotation }), width), rotation });
      const canvas = createCanvas(viewport.width, viewport.height);
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
    close: () => void close(),
  };
}
