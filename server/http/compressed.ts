/** Rendered pages on their way out, compressed as they are made; built files are compressed once, when they are built. */
import { pipeline, type Readable } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";

type PageEncoding = "br" | "gzip";

/** What the browser takes, the smaller first; undefined where it takes neither. */
export function encodingFor(accepted: string | string[] | undefined): PageEncoding | undefined {
  const names = String(accepted ?? "")
    .split(",")
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(";")[0]?.trim());
  return (["br", "gzip"] as const).find((encoding) => names.includes(encoding));
}

/** A quick setting and a small window: a page is some tens of kilobytes. Each piece leaves as soon as it is there. */
export function compressed(page: Readable, encoding: PageEncoding): Readable {
  const squeeze =
    encoding === "br"
      ? createBrotliCompress({
          flush: constants.BROTLI_OPERATION_FLUSH,
          params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
        })
      : createGzip({ flush: constants.Z_SYNC_FLUSH });
  // An error of either ends both; the reply sees it on the stream that it sends.
  return pipeline(page, squeeze, () => undefined);
}
