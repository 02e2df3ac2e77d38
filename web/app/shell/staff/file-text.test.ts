/** Files of a spreadsheet are read in the encodings that it saves. */
import { expect, test } from "vitest";
import { textOfFile } from "./file-text.ts";

const bytes = (...parts: (number[] | Buffer)[]): ArrayBuffer =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part)))).buffer;
const written = "isin\tname\nX\tИван ł";

test("UTF-8 and UTF-16 are told by their byte order mark", () => {
  const little = Buffer.from(written, "utf16le");
  expect(textOfFile(bytes(Buffer.from(written)))).toBe(written);
  expect(textOfFile(bytes([0xef, 0xbb, 0xbf], Buffer.from(written)))).toBe(written);
  expect(textOfFile(bytes([0xff, 0xfe], little))).toBe(written);
  expect(textOfFile(bytes([0xfe, 0xff], Buffer.from(little).swap16()))).toBe(written);
  expect(textOfFile(bytes())).toBe("");
});

test("bytes of another encoding are no text", () => {
  expect(() => textOfFile(bytes([0xd8, 0xe2, 0xe0, 0x20]))).toThrow();
  expect(() => textOfFile(bytes([0xff, 0xfe, 0x41]))).toThrow();
});

test("other bytes are read in the encoding that a page expects, Unicode still as it is", () => {
  const archive = [0x6e, 0x72, 0x3b, 0x70, 0x65, 0xb3, 0x6e, 0x79];
  expect(textOfFile(bytes(archive), "windows-1250")).toBe("nr;pełny");
  expect(textOfFile(bytes(Buffer.from(written)), "windows-1250")).toBe(written);
});
