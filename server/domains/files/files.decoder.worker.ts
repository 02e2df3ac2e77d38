/** The thread that opens one upload to its last pixel or object and says whether that went well. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import decodeWebp, { init as initWebp } from "@jsquash/webp/decode.js";
import type { FieldCode } from "@portico/api/errors.ts";
import jpeg from "jpeg-js";
import { PNG } from "pngjs";
import type { ToDecode } from "./files.decoder.ts";
import { refusalOfPdf } from "./files.pdf.ts";

/** Megabytes that the decoder of JPEG may use; 50 megapixels take some 700. */
const jpegMemoryMb = 1024;

/** What browsers have and the decoder of WebP makes its answer of. */
class Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}

async function openWebp(content: Uint8Array): Promise<void> {
  Object.assign(globalThis, { ImageData: Pixels });
  const program = fileURLToPath(import.meta.resolve("@jsquash/webp/codec/dec/webp_dec.wasm"));
  await initWebp(await WebAssembly.compile(await readFile(program)));
  await decodeWebp(new Uint8Array(content).buffer);
}

async function refusalOf({ mediaType, content }: ToDecode): Promise<FieldCode | undefined> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  switch (mediaType) {
    case "application/pdf":
      return refusalOfPdf(bytes);
    case "image/jpeg":
      jpeg.decode(bytes, {
        useTArray: true,
        formatAsRGBA: false,
        tolerantDecoding: false,
        maxResolutionInMP: 51,
        maxMemoryUsageInMB: jpegMemoryMb,
      });
      return undefined;
    case "image/png":
      PNG.sync.read(bytes);
      return undefined;
    case "image/webp":
      await openWebp(content);
      return undefined;
  }
}

const refused = await refusalOf(workerData as ToDecode).catch((): FieldCode => "unreadableFile");
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage({ refused });
