/** Compresses rendered pages while they are produced; built files are compressed at build time. */
import { pipeline, type Readable } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";

type PageEncoding = "br" | "gzip";

/** The encoding to use, preferring the smaller result; undefined if the browser accepts neither. */
export function encodingFor(accepted: string | string[] | undefined): PageEncoding | undefined {
  const names = String(accepted ?? "")
    .split(",")
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(";")[0]?.trim());
  return (["br", "gzip"] as const).find((encoding) => names.includes(encoding));
}

/**
 * A fast setting and a small window, since a page is some tens of kilobytes. Each piece is sent as soon as it is ready.
 */
export function compressed(page: Readable, encoding: PageEncoding): Readable {
  const squeeze =
    encoding === "br"
      ? createBrotliCompress({
          flush: constants.BROTLI_OPERATION_FLUSH,
          params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
        })
      : createGzip({ flush: constants.Z_SYNC_FLUSH });
  // An error of either stream ends both; the reply sees it on the stream that it sends.
  return pipeline(page, squeeze, () => undefined);
}
