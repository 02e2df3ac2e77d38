/** Thumbnails: what a PDF's first page and a picture look like when they are small, and what has none. */
import { deflateSync } from "node:zlib";
import { PDF } from "@libpdf/core";
import { contract } from "@portico/pdf/testing/contracts.ts";
import { writePdf } from "@portico/pdf/write.ts";
import jpeg from "jpeg-js";
import sharp from "sharp";
import { expect, test } from "vitest";
import { drawThumbnailApart } from "../decoding/decoding.ts";
import { docxOf } from "../testing/office.ts";
import { jpegOf, pdfFrom, pdfOfReferences, pdfWith, pngOf, webp } from "../testing/samples.ts";
import { carryOut } from "./validate.ts";

/** A JPEG of one colour. */
const red = (width: number, height: number): Buffer =>
  Buffer.from(
    jpeg.encode({ width, height, data: Buffer.alloc(width * height * 4, Buffer.from([200, 0, 0, 255])) }).data,
  );

/** A page of A4 with the picture on all of it, as scanners write it. */
async function scanOf(picture: Buffer): Promise<Buffer> {
  const pdf = PDF.create();
  pdf
    .addPage({ size: "a4" })
    .drawImage(pdf.embedJpeg(new Uint8Array(picture)), { x: 0, y: 0, width: 595, height: 842 });
  return Buffer.from(await pdf.save());
}

const apart = (mediaType: Parameters<typeof drawThumbnailApart>[0], content: Buffer) =>
  drawThumbnailApart(mediaType, { size: content.length, content });

/** Size and mean colours of what was drawn. */
async function seen(picture: Buffer | null) {
  if (!picture) return null;
  const { width, height, format } = await sharp(picture).metadata();
  const { channels } = await sharp(picture).stats();
  return { width, height, format, means: channels.map(({ mean }) => Math.round(mean)) };
}

test("the first page of a PDF with text and fonts is drawn on white", async () => {
  const written = await writePdf(contract("bg"));
  if ("faults" in written) throw new Error("It was not written");
  const drawn = await seen(await apart("application/pdf", Buffer.from(written.bytes)));
  expect(drawn).toMatchObject({ width: 136, height: 192, format: "webp" });
  const [mean = 0] = drawn?.means ?? [];
  expect(mean, "mostly white").toBeGreaterThan(200);
  expect(mean, "with ink on it").toBeLessThan(254);
});

test("a scan in a PDF, and pictures of each kind, are drawn within the size, never larger than they are", async () => {
  const scan = await seen(await apart("application/pdf", await scanOf(red(600, 850))));
  expect(scan).toMatchObject({ width: 136, height: 192 });
  expect(scan?.means[0]).toBeGreaterThan(180);
  expect(scan?.means[1]).toBeLessThan(20);
  expect(await seen(await apart("image/jpeg", jpegOf(2000, 1000)))).toMatchObject({ width: 144, height: 72 });
  expect(await seen(await apart("image/png", pngOf(300, 400)))).toMatchObject({ width: 144, height: 192 });
  expect(await seen(await apart("image/webp", webp))).toMatchObject({ width: 1, height: 1 });
});

test("a page whose size, rotation and content are objects of their own is drawn", async () => {
  const drawn = await seen(await apart("application/pdf", pdfOfReferences()));
  expect(drawn).toMatchObject({ width: 144, height: 96 });
  expect(drawn?.means[0]).toBeGreaterThan(240);
  expect(drawn?.means[1]).toBeLessThan(20);
});

test("what cannot be opened has none: locked, damaged, of office, or with a picture that cannot be read", async () => {
  const locked = PDF.create();
  locked.addPage({ size: "a4" });
  locked.setProtection({ userPassword: "x", ownerPassword: "y" });
  const scan = await scanOf(red(600, 850));
  const start = scan.indexOf(Buffer.from([0xff, 0xd8, 0xff]));
  const broken = Buffer.from(scan);
  broken.fill(0, start, start + 600);
  const none = { picture: null };
  for (const [what, content] of Object.entries({
    locked: Buffer.from(await locked.save()),
    damaged: Buffer.from("%PDF-1.7\nnothing\n%%EOF\n"),
    "without its picture": broken,
  }))
    expect([what, await carryOut("thumbnail", "application/pdf", content)]).toEqual([what, none]);
  expect(await carryOut("thumbnail", "text/csv", Buffer.from("a;b"))).toEqual(none);
  expect(
    await carryOut("thumbnail", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", docxOf()),
  ).toEqual(none);
  expect(await carryOut("thumbnail", "image/png", pngOf(200, 200).subarray(0, 100))).toEqual(none);
});

test("a page that would need more memory than the process may use has none, and the next one is drawn", async () => {
  const pixels = deflateSync(Buffer.alloc(8000 * 8000 * 3), { level: 1 }).toString("latin1");
  const picture = "/Type /XObject /Subtype /Image /Width 8000 /Height 8000 /ColorSpace /DeviceRGB /BitsPerComponent 8";
  const draw = "200 0 0 200 0 0 cm /I Do";
  const flood = pdfFrom(
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 5 0 R /Resources << /XObject << /I 4 0 R >> >> >>",
    `<< ${picture} /Filter /FlateDecode /Length ${pixels.length} >>\nstream\n${pixels}\nendstream`,
    `<< /Length ${draw.length} >>\nstream\n${draw}\nendstream`,
  );
  expect(await apart("application/pdf", flood)).toBeNull();
  expect(await apart("application/pdf", pdfWith(""))).not.toBeNull();
});
