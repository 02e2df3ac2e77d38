/** Decodes a picture completely with libvips, row by row if the format allows it. */
import type { Metadata } from "sharp";
import { endOfPicture, type PictureType } from "./frames.ts";
import { openPicture } from "./limited-sharp.ts";
import { endsAsArchive, hasPageTags, hasPdfInside, isCameraTrailer } from "./polyglots.ts";
import type { Validated } from "./validate.ts";

/** Maximum number of pixels of a picture. */
const maxPixels = 50_000_000;

/** Limit in bytes for a progressive JPEG or interlaced PNG, which is held in memory as a whole. */
const maxWholeBytes = 96 * 1024 ** 2;

/** Bytes the decoder holds at once for a picture that is not read row by row; 0 for any other. */
function wholeBytes({ format, width, height, channels, depth, chromaSubsampling, isProgressive }: Metadata): number {
  if (!isProgressive) return 0;
  const pixels = width * height;
  // Two bytes per coefficient; the two colour planes of 4:2:0 are a quarter each.
  if (format === "jpeg") return pixels * 2 * (chromaSubsampling === "4:2:0" ? 1.5 : channels);
  return pixels * channels * (depth === "ushort" ? 2 : 1);
}

export async function examinePicture(type: PictureType, content: Buffer): Promise<Validated> {
  let textHasTags = false;
  const end = endOfPicture(type, content, (part) => {
    textHasTags ||= hasPageTags(part);
  });
  if (end === undefined) return { refused: "unreadableFile" };
  const picture = content.subarray(0, end);
  const image = openPicture(picture);
  const metadata = await image.metadata();
  const { width, height } = metadata;
  if (width * height > maxPixels || wholeBytes(metadata) > maxWholeBytes) return { refused: "tooManyPixels" };
  const trailer = content.subarray(end);
  const cut = type === "image/jpeg" && isCameraTrailer(trailer) && !hasPageTags(trailer);
  if (trailer.length > 0 && !cut) return { refused: "hiddenContent" };
  if (textHasTags || endsAsArchive(content) || hasPdfInside(content)) return { refused: "hiddenContent" };
  // A thumbnail reads every row and keeps none.
  await image.resize(16, 16, { fit: "fill" }).raw().toBuffer();
  return { end };
}
