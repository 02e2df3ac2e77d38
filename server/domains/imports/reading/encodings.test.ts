/** In which encoding a file is read: declared, UTF-8, or the one that reads best; a wrong guess loses nothing. */
import fc from "fast-check";
import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { decodeText } from "./encodings.ts";
import { fileContent } from "./file-content.ts";
import { readFile } from "./reader.ts";

test.each([
  ["windows-1250", "Przelew: Łódź, ul. Świętej Żaby; za usługę"],
  ["iso-8859-2", "Wpłata gotówkowa, Kraków, Ś. Jaśmin, źródło"],
  ["windows-1251", "Превод от Иван Петров, гр. София, ул. Шипка"],
  ["windows-1252", "Überweisung für Müller & Söhne, Straße – 12 €"],
  ["cp852", "Opłata za prowadzenie rachunku, Żółw Łęcki, Wrocław"],
])("a text in %s is read as it was written", (encoding, text) => {
  const bytes = iconv.encode(text, encoding);
  const decoded = decodeText(bytes);
  expect(decoded.text).toBe(text);
  // Letters of German are the same in windows-1250.
  expect(decoded.encoding).toBe(encoding === "windows-1252" ? "windows-1250" : encoding);
});

test("whatever encoding is taken, its text gives back the bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 60 }), (bytes) => {
      const { text, encoding } = decodeText(bytes);
      // Bytes that are a text in none are refused by their replacement.
      if (text.includes("\uFFFD") || encoding.startsWith("utf-16")) return;
      expect(Buffer.from(iconv.encode(text, encoding)).equals(Buffer.from(bytes))).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

const declared = (encoding: string, text: string, written = encoding): Buffer =>
  Buffer.concat([Buffer.from(`<?xml version="1.0" encoding="${encoding}"?>`), iconv.encode(`<a>${text}</a>`, written)]);

test("XML is read in the encoding that it declares", () => {
  expect(decodeText(declared("ISO-8859-1", "Zoë"))).toMatchObject({ encoding: "iso-8859-1" });
  expect(decodeText(declared("ISO-8859-1", "Zoë")).text).toContain("<a>Zoë</a>");
  expect(decodeText(declared("windows-1251", "Иван")).text).toContain("<a>Иван</a>");
  expect(decodeText(declared("UTF-8", "Иван")).text).toContain("<a>Иван</a>");
  const utf16 = iconv.encode('<?xml version="1.0" encoding="UTF-16"?><a>Иван</a>', "utf-16le");
  expect(decodeText(utf16)).toMatchObject({ encoding: "utf-16le" });
});

test.each([
  ["UTF-8", declared("UTF-8", "Łódź", "windows-1250"), "utf-8"],
  ["a single byte each", declared("ISO-8859-1", "Łódź", "utf-8"), "iso-8859-1"],
  ["letters where the bytes are none", declared("ISO-8859-2", "Żaba – Świt", "windows-1250"), "iso-8859-2"],
  ["an encoding that nobody knows", declared("EBCDIC-PL", "a", "utf-8"), "ebcdic-pl"],
])("a file that declares %s and is not so is refused by the name of the encoding", async (_, bytes, name) => {
  expect(decodeText(bytes).contradicts).toBe(name);
  const file = await readFile(fileContent("a.xml", bytes), { today: "2026-11-20", zone: "Europe/Sofia" });
  expect(file.refusals).toMatchObject([{ line: 1, code: "malformedFile", detail: name }]);
});
