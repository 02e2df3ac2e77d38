/** Small real files of each type for tests, and variants that smuggle something in. */
import { randomFillSync } from "node:crypto";
import { deflateSync } from "node:zlib";
import { PDF } from "@libpdf/core";
import jpeg from "jpeg-js";
import { PNG } from "pngjs";

export const pngOf = (width = 40, height = 30): Buffer => PNG.sync.write(new PNG({ width, height }));

/** A square that hardly shrinks: about four bytes for each pixel. */
export function noisyPngOf(side: number): Buffer {
  const picture = new PNG({ width: side, height: side });
  randomFillSync(picture.data);
  return PNG.sync.write(picture);
}

export const jpegOf = (width = 40, height = 30): Buffer =>
  Buffer.from(jpeg.encode({ width, height, data: Buffer.alloc(width * height * 4, 120) }, 80).data);

/** One pixel, lossless. */
export const webp: Buffer = Buffer.from("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==", "base64");

export async function pdfOf(): Promise<Buffer> {
  const pdf = PDF.create();
  pdf.addPage({ size: "a4" });
  return Buffer.from(await pdf.save());
}

/** A PDF whose catalog contains the given text. */
export const pdfWith = (catalog: string, ...objects: string[]): Buffer =>
  pdfFrom(
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>",
    ...objects,
  );

/** A PDF of these objects, numbered from 1; the first is the catalog. */
export function pdfFrom(...parts: string[]): Buffer {
  let text = "%PDF-1.7\n";
  const offsets = parts.map((part, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${part}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  const count = parts.length + 1;
  return Buffer.from(
    `${text}xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
    "latin1",
  );
}

/**
 * Two pages whose values are objects of their own wherever the standard allows it. The first is drawn red, in landscape
 * by its rotation, and has a form with a field.
 */
export function pdfOfReferences(): Buffer {
  const drawn = "1 0 0 rg 0 0 200 300 re f";
  const content = deflateSync(Buffer.from(drawn)).toString("latin1");
  return pdfFrom(
    "<< /Type 15 0 R /Pages 2 0 R /AcroForm 4 0 R >>",
    "<< /Type 16 0 R /Kids 5 0 R /Count 6 0 R /MediaBox 7 0 R /Resources 8 0 R >>",
    "<< /Type 17 0 R /Parent 2 0 R /Contents 9 0 R /Rotate 10 0 R /Annots 11 0 R >>",
    "<< /Fields 11 0 R >>",
    "[3 0 R 14 0 R]",
    "2",
    "[0 0 200 300]",
    "<< >>",
    `<< /Length 12 0 R /Filter 13 0 R >>\nstream\n${content}\nendstream`,
    "90",
    "[18 0 R]",
    `${content.length}`,
    "[/FlateDecode]",
    "<< /Type 17 0 R /Parent 2 0 R >>",
    "/Catalog",
    "/Pages",
    "/Page",
    "<< /Type 19 0 R /Subtype 20 0 R /FT 21 0 R /T 22 0 R /Rect 23 0 R /P 3 0 R >>",
    "/Annot",
    "/Widget",
    "/Tx",
    "(name)",
    "[0 0 0 0]",
  );
}

/** An object number and the object's text. */
type Numbered = readonly [number: number, text: string];

const number4 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/**
 * A PDF whose objects other than the catalog (1) are in an object stream (9), found through a cross-reference stream
 * (10). `padding` bytes of space follow in the stream, which is packed `times` times.
 */
export function pdfPacked(
  catalog: string,
  packed: readonly Numbered[],
  { padding = 0, times = 1, trailer = "", encrypt = (content: Buffer, _number: number) => content } = {},
): Buffer {
  const texts = packed.map(([, text]) => text);
  const places = texts.map((_, index) => texts.slice(0, index).join(" ").length + (index > 0 ? 1 : 0));
  const list = `${packed.map(([number], index) => `${number} ${places[index]}`).join(" ")} `;
  let content: Buffer = Buffer.concat([Buffer.from(list + texts.join(" "), "latin1"), Buffer.alloc(padding, 0x20)]);
  for (let time = 0; time < times; time += 1) content = deflateSync(content, { level: time === 0 ? 1 : 9 });
  content = encrypt(content, 9);
  const filter = `[${"/FlateDecode ".repeat(times)}]`;
  const head = `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${catalog} >>\nendobj\n`;
  const before = `${head}9 0 obj\n<< /Type /ObjStm /N ${packed.length} /First ${list.length} /Length ${content.length} /Filter ${filter} >>\nstream\n`;
  const behind = "\nendstream\nendobj\n";
  const start = before.length + content.length + behind.length;
  const entries = Array.from({ length: 11 }, (_, number) => {
    const index = packed.findIndex(([own]) => own === number);
    const [kind, place, detail] =
      index >= 0
        ? [2, 9, index]
        : number === 1
          ? [1, head.indexOf("1 0 obj"), 0]
          : number === 9
            ? [1, head.length, 0]
            : number === 10
              ? [1, start, 0]
              : [0, 0, 0];
    return Buffer.concat([Buffer.from([kind as number]), number4(place as number), Buffer.from([detail as number])]);
  });
  const table = Buffer.concat(entries);
  const end = `10 0 obj\n<< /Type /XRef /Size 11 /W [1 4 1] /Root 1 0 R ${trailer} /Length ${table.length} >>\nstream\n`;
  return Buffer.concat([
    Buffer.from(before, "latin1"),
    content,
    Buffer.from(behind + end, "latin1"),
    table,
    Buffer.from(`${behind}startxref\n${start}\n%%EOF\n`, "latin1"),
  ]);
}

/** The page tree of such a file, with the given text in its page. */
export const packedPages = (page = ""): Numbered[] => [
  [2, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>"],
  [3, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] ${page} >>`],
];

/** An empty archive. */
export const zip: Buffer = Buffer.concat([Buffer.from("PK\x05\x06", "latin1"), Buffer.alloc(18)]);

const crcOf = (bytes: Buffer): number => {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
};

export function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  crc.writeUInt32BE(crcOf(body));
  return Buffer.concat([length, body, crc]);
}

function pngHeader(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return pngChunk("IHDR", header);
}

/** A PNG with a header for each size, and the pixels of a picture of 10 × 10. */
const pngOfHeaders = (...sides: number[]): Buffer =>
  Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    ...sides.map(pngHeader),
    pngChunk("IDAT", deflateSync(Buffer.alloc(10 * 41))),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);

/** A picture with that many pixels, `cut` to a part of them; if interlaced, its decoder holds it as a whole. */
export function pngOfPixels(
  width: number,
  height: number,
  { interlaced = false, cut = interlaced }: { interlaced?: boolean; cut?: boolean } = {},
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([16, 6, 0, 0, interlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(Buffer.alloc(cut ? 1000 : height * (1 + width * 8)), { level: 1 })),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A few hundred bytes that claim to be a picture of 30,000 × 30,000. */
export const pngFlood = (): Buffer => pngOfHeaders(30_000);

/** A picture with two sizes, of which the second matches its pixels: only its structure reveals it. */
export const pngOfTwoSizes = (): Buffer => pngOfHeaders(200, 10);

/** The picture with so many empty chunks. */
export const pngOfChunks = (count: number): Buffer => {
  const picture = pngOf();
  const end = picture.length - 12;
  const chunk = pngChunk("eMPt", Buffer.alloc(0));
  return Buffer.concat([picture.subarray(0, end), Buffer.alloc(count * chunk.length, chunk), picture.subarray(end)]);
};

/** The picture after so many empty comments. */
export const jpegOfComments = (count: number): Buffer => {
  const picture = jpegOf();
  const comment = Buffer.from([0xff, 0xfe, 0x00, 0x02]);
  return Buffer.concat([picture.subarray(0, 2), Buffer.alloc(count * comment.length, comment), picture.subarray(2)]);
};

/** The picture with a text comment. */
export const pngWithText = (text: string): Buffer => {
  const picture = pngOf();
  const end = picture.length - 12;
  return Buffer.concat([picture.subarray(0, end), pngChunk("tEXt", Buffer.from(text)), picture.subarray(end)]);
};

export const eicar = (): Buffer =>
  Buffer.from(["X5O!P%@AP[4", "\\PZX54(P^)7CC)7}", "$EICAR-STANDARD-ANTIVIRUS-", "TEST-FILE!$H+H*"].join(""), "latin1");
