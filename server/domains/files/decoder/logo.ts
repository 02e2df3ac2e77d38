/** Re-encodes a logo at the size a high-resolution screen needs, without other content of the file. */
import type { PictureType } from "./frames.ts";
import { openPicture } from "./limited-sharp.ts";
import { examinePicture } from "./pictures.ts";
import type { Validated } from "./validate.ts";

/** Shown 32 pixels high and at most 180 wide; four times that is sharp on every screen. */
const largest = { width: 720, height: 128 };
/** A side narrower than this after scaling would be a dot or a line on the page. */
const smallest = 32;

export type Drawn = Extract<Validated, { refused: unknown }> | { picture: string; width: number; height: number };

export async function examineLogo(type: PictureType, content: Buffer): Promise<Drawn> {
  const validated = await examinePicture(type, content);
  if ("refused" in validated) return validated;
  const { data, info } = await openPicture(content.subarray(0, validated.end))
    .autoOrient()
    .resize({ ...largest, fit: "inside", withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  if (info.width < smallest || info.height < smallest) return { refused: "pictureTooSmall" };
  return { picture: data.toString("base64"), width: info.width, height: info.height };
}
