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
