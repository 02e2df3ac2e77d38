/** PDFs of any size, like scans: a picture of incompressible bytes on each page. */

const streamBytes = 1_000_000;

/** The same bytes for the same seed. */
function* noise(seed: number): Generator<number> {
  for (let state = seed + 1; ; ) {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    yield state & 0xff;
  }
}

const noisePage = (seed: number): Buffer => {
  const bytes = noise(seed);
  return Buffer.from(Array.from({ length: 4096 }, () => bytes.next().value as number));
};

/** A valid PDF of about that many bytes; another seed gives another content. */
export function pdfOfSize(size: number, seed: number): Buffer<ArrayBuffer> {
  const pictures = Math.max(1, Math.ceil(size / streamBytes));
  const pictureBytes = Math.floor(size / pictures);
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n")];
  const offsets: number[] = [];
  let at = parts[0]?.length ?? 0;
  const add = (part: Buffer): void => {
    parts.push(part);
    at += part.length;
  };
  const object = (...body: (string | Buffer)[]): void => {
    offsets.push(at);
    add(Buffer.from(`${offsets.length} 0 obj\n`));
    for (const part of body) add(Buffer.from(part as string));
    add(Buffer.from("\nendobj\n"));
  };
  const pages = Array.from({ length: pictures }, (_, page) => 3 + page * 2);
  object("<< /Type /Catalog /Pages 2 0 R >>");
  object(`<< /Type /Pages /Kids [${pages.map((page) => `${page} 0 R`).join(" ")}] /Count ${pictures} >>`);
  for (const page of pages) {
    object(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Resources << /XObject << /Scan ${page + 1} 0 R >> >> >>`,
    );
    object(
      `<< /Type /XObject /Subtype /Image /Width 1000 /Height 1000 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length ${pictureBytes} >>\nstream\n`,
      Buffer.alloc(pictureBytes, noisePage(seed + page)),
      "\nendstream",
    );
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const count = offsets.length + 1;
  add(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
