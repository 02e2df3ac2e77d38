/** Real files of each kind, small, for tests; and what is done to them to smuggle something in. */
import { deflateSync } from "node:zlib";
import { PDF } from "@libpdf/core";
import jpeg from "jpeg-js";
import { PNG } from "pngjs";

export const pngOf = (width = 40, height = 30): Buffer => PNG.sync.write(new PNG({ width, height }));

export const jpegOf = (width = 40, height = 30): Buffer =>
  Buffer.from(jpeg.encode({ width, height, data: Buffer.alloc(width * height * 4, 120) }, 80).data);

/** One pixel, lossless. */
export const webp: Buffer = Buffer.from("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==", "base64");

export async function pdfOf(): Promise<Buffer> {
  const pdf = PDF.create();
  pdf.addPage({ size: "a4" });
  return Buffer.from(await pdf.save());
}

/** A PDF by hand, its catalog with what is given. */
export function pdfWith(catalog: string, ...objects: string[]): Buffer {
  const parts = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>",
    ...objects,
  ];
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

/** An archive with nothing in it. */
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

/** Named after each of the sizes, with the pixels of a picture of 10 × 10. */
const pngOfHeaders = (...sides: number[]): Buffer =>
  Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    ...sides.map(pngHeader),
    pngChunk("IDAT", deflateSync(Buffer.alloc(10 * 41))),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);

/** A few hundred bytes that say they are a picture of 30,000 × 30,000. */
export const pngFlood = (): Buffer => pngOfHeaders(30_000);

/** One that names two sizes, of which the second is the one of its pixels: nothing but its frame can refuse it. */
export const pngOfTwoSizes = (): Buffer => pngOfHeaders(200, 10);

/** The picture with a comment of ours. */
export const pngWithText = (text: string): Buffer => {
  const picture = pngOf();
  const end = picture.length - 12;
  return Buffer.concat([picture.subarray(0, end), pngChunk("tEXt", Buffer.from(text)), picture.subarray(end)]);
};

export const eicar = (): Buffer =>
  Buffer.from(["X5O!P%@AP[4", "\\PZX54(P^)7CC)7}", "$EICAR-STANDARD-ANTIVIRUS-", "TEST-FILE!$H+H*"].join(""), "latin1");
