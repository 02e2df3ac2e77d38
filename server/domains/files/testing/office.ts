/** Small documents and workbooks for tests. */
import { zipSync } from "fflate";

const text = (words: string) => new TextEncoder().encode(words);

/** The part that names the types of the others. */
export const contentTypes = (mainType: string, more = ""): Uint8Array =>
  text(
    `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/main.xml" ContentType="${mainType}.main+xml"/>${more}</Types>`,
  );

const packageOf = (mainType: string, parts: Record<string, Uint8Array>): Buffer<ArrayBuffer> =>
  Buffer.from(
    zipSync({
      "[Content_Types].xml": contentTypes(mainType),
      "_rels/.rels": text("<Relationships/>"),
      "main.xml": text("<x/>"),
      ...parts,
    }),
  );

const plainType = (type: string): string => type.replace(/\.main\+xml$/, "");

export const docxOf = (
  parts: Record<string, Uint8Array> = {},
  type = "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
): Buffer<ArrayBuffer> => packageOf(plainType(type), parts);

export const xlsxOf = (parts: Record<string, Uint8Array> = {}): Buffer<ArrayBuffer> =>
  packageOf("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", parts);
