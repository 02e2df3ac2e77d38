/** libvips, with as much of it as this process needs: it opens one picture and ends. */
import sharp, { type Sharp } from "sharp";

// No cache, and no rows decoded ahead.
sharp.cache(false);
sharp.concurrency(1);
// libvips reads a hundred formats; only the one detected from the first bytes may be opened.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});

/** A picture, row by row if its format allows that; whether it is too large is for the caller to judge. */
export const openPicture = (content: Buffer): Sharp =>
  sharp(content, { failOn: "error", limitInputPixels: false, sequentialRead: true });

/** Drawn pixels, four bytes each. */
export const openPixels = (content: Uint8ClampedArray, { width, height }: { width: number; height: number }): Sharp =>
  sharp(content, { raw: { width, height, channels: 4 } });
