/** Small files for the demo's forms: a picture of a fictitious card, and a page that states what it represents. */
import { PDF } from "@libpdf/core";
import sharp from "sharp";

const width = 324;
const height = 204;
type Colour = readonly [red: number, green: number, blue: number];

/** A card with an outline of a portrait, and lines instead of text. */
export function cardPicture(tint: Colour): Promise<Buffer> {
  const pixels = new Uint8Array(width * height * 3);
  const ink: Colour = [70, 78, 92];
  const isPortrait = (x: number, y: number): boolean =>
    Math.hypot(x - 75, y - 85) < 24 || Math.hypot((x - 75) / 1.25, y - 152) < 34;
  const isLine = (x: number, y: number): boolean =>
    x > 140 && x < 300 - (Math.floor(y / 22) % 3) * 32 && y > 55 && y < 150 && y % 22 < 7;
  const isZone = (x: number, y: number): boolean => x > 20 && x < 322 && (x % 11) - 7 < 0 && y > 180 && y % 16 < 8;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const shade = isPortrait(x, y) || isLine(x, y) || isZone(x, y) ? ink : y < 34 ? tint : fade(tint, x + y);
      pixels.set(shade, (y * width + x) * 3);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

/** The tint, nearly white, with a slow gradient. */
const fade = ([red, green, blue]: Colour, at: number): Colour => {
  const part = 0.86 + 0.05 * Math.sin(at / 26);
  const towardsWhite = (value: number): number => Math.round(value + (255 - value) * part);
  return [towardsWhite(red), towardsWhite(green), towardsWhite(blue)];
};

/** One page with the title of the document that it represents. */
export async function paper(title: string): Promise<Buffer> {
  const pdf = PDF.create();
  const page = pdf.addPage({ size: "a4" });
  page.drawText(title, { x: 72, y: 740, size: 20 });
  page.drawText("Specimen. Invented for the demo of Portico.", { x: 72, y: 712, size: 11 });
  return Buffer.from(await pdf.save());
}
