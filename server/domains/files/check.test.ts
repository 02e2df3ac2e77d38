import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PDF } from "@libpdf/core";
import { expect, test } from "vitest";
import { checkContent } from "./check.ts";
import { jpegOf, pdfOf, pdfWith, pngFlood, pngOf, pngOfTwoSizes, pngWithText, webp, zip } from "./testing/samples.ts";

const refusal = async (name: string, content: Buffer | string): Promise<string | null> => {
  const checked = await checkContent(name, Buffer.from(content), 1);
  return "refused" in checked ? checked.refused : null;
};

test("a PDF, a JPEG, a PNG and a WebP under their own endings are taken", async () => {
  expect(await refusal("passport.pdf", await pdfOf())).toBeNull();
  expect(await refusal("passport.JPG", jpegOf())).toBeNull();
  expect(await refusal("passport.jpeg", jpegOf())).toBeNull();
  expect(await refusal("passport.png", pngOf())).toBeNull();
  expect(await refusal("passport.webp", webp)).toBeNull();
  expect(await refusal("by hand.pdf", pdfWith(""))).toBeNull();
  expect(
    await refusal("extract.pdf", pdfWith("", "<< /S /URI /URI (https://portal.registryagency.bg/) >>")),
  ).toBeNull();
});

test("pages, drawings, programs and archives are refused whatever they are called", async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;
  for (const [name, content] of [
    ["page.html", "<!doctype html><script>alert(1)</script>"],
    ["page.png", "<!doctype html><script>alert(1)</script>"],
    ["drawing.svg", svg],
    ["drawing.jpg", svg],
    ["program.pdf", Buffer.from("MZ\x90\0\x03\0\0\0", "latin1")],
    ["archive.pdf", zip],
    ["text.pdf", "hello"],
    ["moving.png", Buffer.from("GIF89a\x01\0\x01\0\0\0\0;", "latin1")],
  ] as const)
    expect([name, await refusal(name, Buffer.from(content))]).toEqual([name, "refusedType"]);
});

test("a signature counts in the first bytes alone, not after a mark or a tag", async () => {
  const mark = Buffer.from([0xef, 0xbb, 0xbf]);
  const tag = Buffer.from("ID3\x04\0\0\0\0\0\0", "latin1");
  for (const front of [mark, tag, Buffer.from("\n"), Buffer.from("\0")]) {
    expect(await refusal("passport.pdf", Buffer.concat([front, await pdfOf()]))).toBe("refusedType");
    expect(await refusal("passport.jpg", Buffer.concat([front, jpegOf()]))).toBe("refusedType");
    expect(await refusal("passport.png", Buffer.concat([front, pngOf()]))).toBe("refusedType");
    expect(await refusal("passport.webp", Buffer.concat([front, webp]))).toBe("refusedType");
  }
});

test("a file under another kind's ending, or without one, is refused", async () => {
  expect(await refusal("passport.png", jpegOf())).toBe("wrongEnding");
  expect(await refusal("passport.pdf", pngOf())).toBe("wrongEnding");
  expect(await refusal("passport.png.html", pngOf())).toBe("wrongEnding");
  expect(await refusal("passport", pngOf())).toBe("wrongEnding");
});

test("nothing, and more than 10 MB, are refused", async () => {
  expect(await refusal("empty.png", "")).toBe("fileEmpty");
  expect(await refusal("large.png", Buffer.concat([pngOf(), Buffer.alloc(10 * 1024 * 1024)]))).toBe("fileTooBig");
});

test("a picture that claims more pixels than any scan has is refused by its head, not by what decoding it does", async () => {
  expect(await refusal("flood.png", pngFlood())).toBe("tooManyPixels");
  const jpegFlood = jpegOf();
  const frame = jpegFlood.indexOf(Buffer.from([0xff, 0xc0]));
  jpegFlood.writeUInt16BE(60_000, frame + 5);
  jpegFlood.writeUInt16BE(60_000, frame + 7);
  expect(await refusal("flood.jpg", jpegFlood)).toBe("tooManyPixels");
});

test("a picture that names its size twice is refused: it would be decoded at the second", async () => {
  expect(await refusal("two sizes.png", pngOfTwoSizes())).toBe("unreadableFile");
});

test("what stands behind a picture, or in its texts, and is something else is refused", async () => {
  const page = Buffer.from("<html><script>alert(1)</script></html>");
  for (const [name, content] of [
    ["zip behind.png", Buffer.concat([pngOf(), zip])],
    ["page behind.jpg", Buffer.concat([jpegOf(), page])],
    ["zip behind.jpg", Buffer.concat([jpegOf(), zip])],
    ["zip behind a second.jpg", Buffer.concat([jpegOf(), jpegOf(), zip])],
    ["page behind a second.jpg", Buffer.concat([jpegOf(), jpegOf(), page])],
    ["page behind.webp", Buffer.concat([webp, page])],
    ["page inside.png", pngWithText(`Comment\0${page.toString()}`)],
    ["pdf inside.png", pngWithText("Comment\0%PDF-1.4 1 0 obj")],
    ["zip behind.pdf", Buffer.concat([await pdfOf(), zip])],
    ["page behind.pdf", Buffer.concat([await pdfOf(), page])],
  ] as const)
    expect([name, await refusal(name, content)]).toEqual([name, "hiddenContent"]);
});

test("the second picture that phones write behind a photograph is cut off, and the photograph taken", async () => {
  const photograph = jpegOf();
  const checked = await checkContent("photo.jpg", Buffer.concat([photograph, jpegOf(8, 8)]), 1);
  expect(checked).toMatchObject({ mediaType: "image/jpeg" });
  expect("content" in checked && checked.content.equals(photograph)).toBe(true);
});

test("damaged files are refused: each is opened to its end", async () => {
  const flipped = Buffer.from(pngOf(200, 200));
  flipped.writeUInt8(flipped.readUInt8(60) ^ 0xff, 60);
  expect(await refusal("flipped.png", flipped)).toBe("unreadableFile");
  expect(await refusal("cut.png", pngOf(200, 200).subarray(0, 100))).toBe("unreadableFile");
  expect(await refusal("cut.jpg", jpegOf(200, 200).subarray(0, 700))).toBe("unreadableFile");
  expect(await refusal("cut.webp", webp.subarray(0, 20))).toBe("unreadableFile");
  expect(await refusal("head.pdf", "%PDF-1.7\nnothing\n%%EOF\n")).toBe("unreadableFile");
});

test("a PDF under a password is refused; one with restrictions alone is taken, and keeps them", async () => {
  const protectedBy = async (protection: object, content?: Buffer): Promise<Buffer> => {
    const pdf = content ? await PDF.load(content) : PDF.create();
    if (!content) pdf.addPage({ size: "a4" });
    pdf.setProtection(protection);
    return Buffer.from(await pdf.save());
  };
  expect(await refusal("locked.pdf", await protectedBy({ userPassword: "x", ownerPassword: "y" }))).toBe("lockedPdf");
  const restrictions = { ownerPassword: "y", permissions: { copy: false, modify: false } };
  const byOthers = readFileSync(join(import.meta.dirname, "testing/restricted-rc4.pdf"));
  for (const restricted of [await protectedBy(restrictions), byOthers]) {
    const checked = await checkContent("restricted.pdf", restricted, 1);
    expect("content" in checked && checked.content.equals(restricted)).toBe(true);
    expect((await PDF.load(restricted)).getPermissions()).toMatchObject({ copy: false, modify: false });
  }
  const acting = pdfWith("/OpenAction << /S /JavaScript /JS (app.alert(1)) >>");
  expect(await refusal("acting.pdf", await protectedBy(restrictions, acting))).toBe("activePdf");
});
