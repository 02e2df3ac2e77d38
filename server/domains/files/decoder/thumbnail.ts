/** A small picture of a file: of a PDF its first page, of a picture the whole. */
import type { FileMediaType } from "@portico/api/files.ts";
import { openPicture } from "./limited-sharp.ts";

/** WebP in base64; null if the file cannot be drawn. */
export interface Thumbnail {
  picture: string | null;
}

/** In a list it is 36 × 48 pixels large; four times that is sharp on every screen. */
const largest = { width: 144, height: 192 };

export async function drawThumbnail(mediaType: FileMediaType, content: Buffer): Promise<Thumbnail> {
  const whole =
    mediaType === "application/pdf"
      ? await (await import("./first-page.ts")).drawFirstPage(content, largest)
      : openPicture(content).autoOrient();
  const small = await whole
    .resize({ ...largest, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "white" })
    .webp({ quality: 75 })
    .toBuffer();
  return { picture: small.toString("base64") };
}
