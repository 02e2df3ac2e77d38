/** The directory of a ZIP: what is read, and what is refused as a whole. */
import { crc32 } from "node:zlib";
import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { type Packed, zipWith } from "../testing/archives.ts";
import { readDirectory, UnfitArchive } from "./zip.ts";

const limits = { entries: 5, bytes: 1000 };
const text = Buffer.from("a letter");
const read = (zip: Buffer) => readDirectory(zip, limits);
const faultOf = (zip: Buffer): string => {
  try {
    return `read: ${read(zip).length}`;
  } catch (error) {
    return error instanceof UnfitArchive ? error.fault : "cut off";
  }
};

/** Info-ZIP's extra field with the name in UTF-8, which carries the checksum of the plain one. */
function unicodeExtra(plain: string, name: string): Buffer {
  const extra = Buffer.concat([Buffer.from([0x75, 0x70, 0, 0, 1, 0, 0, 0, 0]), Buffer.from(name)]);
  extra.writeUInt16LE(extra.length - 4, 2);
  extra.writeUInt32LE(crc32(Buffer.from(plain)), 5);
  return extra;
}

test("what packers write is read: with and without descriptors, folders, comments", () => {
  const written = zipSync({ "1001.pdf": text, "2026/1002.pdf": [text, { level: 0 }] });
  expect(read(Buffer.from(written)).map(({ path, size }) => [path, size])).toEqual([
    ["1001.pdf", text.length],
    ["2026/1002.pdf", text.length],
  ]);
  const files = [
    { name: "2026/", method: 0 },
    { name: "2026/1001.pdf", content: text, hasDescriptor: true },
    { name: "1002.pdf", content: text },
  ];
  expect(
    read(zipWith(files, { comment: Buffer.from("for Q3") })).map(({ path, isFolder }) => [path, isFolder]),
  ).toEqual([
    ["2026/", true],
    ["2026/1001.pdf", false],
    ["1002.pdf", false],
  ]);
});

test("names are read in UTF-8, marked or not, and in an older encoding", () => {
  const name = "Извлечение 1001.pdf";
  // In cp866.
  const old = Buffer.from("88a7a2aba5e7a5ada8a520313030312e706466", "hex");
  const unicode = unicodeExtra("?.pdf", name);
  const files: Packed[] = [
    { name, content: text },
    { name: Buffer.from(name), content: text },
    { name: old, content: text },
    { name: "?.pdf", content: text, extra: unicode },
    { name: old, content: text, flag: 0x800 },
  ];
  expect(read(zipWith(files)).map(({ path }) => path)).toEqual([name, name, name, name, null]);
});

test.each([
  // The bytes were written by Python's codecs.
  ["cp866", "88a7a2aba5e7a5ada8a520313030312e706466", "Извлечение 1001.pdf"],
  ["cp1251", "c8e7e2ebe5f7e5ede8e520313030312e706466", "Извлечение 1001.pdf"],
  ["cp1251, lower case alone", "e4e0edede820313030312e706466", "данни 1001.pdf"],
  ["cp1251, a number sign", "c4eee3eee2eef020b9352e706466", "Договор №5.pdf"],
  ["cp852", "57796369a56720ab72a264886120313030312e706466", "Wyciąg źródła 1001.pdf"],
  ["cp852, capitals", "57594349a44720bde09d545920313030312e706466", "WYCIĄG ŻÓŁTY 1001.pdf"],
  ["cp1250", "57796369b96720313030312e706466", "Wyciąg 1001.pdf"],
  ["cp1250, capitals", "57594349a54720312e706466", "WYCIĄG 1.pdf"],
  ["an encoding of other languages", "4175737a8167652e706466", "Ausz\ufffdge.pdf"],
])("a name in %s is told by its words", (_, bytes, name) => {
  expect(read(zipWith([{ name: Buffer.from(bytes, "hex"), content: text }])).map(({ path }) => path)).toEqual([name]);
});

test("an archive that two unpackers could read differently is unreadable", () => {
  const file = { name: "1001.pdf", content: text };
  const plain = zipWith([file]);
  const inComment = Buffer.concat([Buffer.from("PK\x05\x06", "latin1"), Buffer.alloc(18)]);
  const hostile: Record<string, Buffer> = {
    "bytes before it": zipWith([file], { head: Buffer.from("%PDF-1.7\n") }),
    "bytes after it": zipWith([file], { tail: Buffer.from("more") }),
    "a second end in the comment": zipWith([file], { comment: inComment }),
    "another name before the bytes": zipWith([{ ...file, localName: "1002.pdf" }]),
    "more files than it says": zipWith([file, file], { count: 1 }),
    "fewer files than it says": zipWith([file], { count: 2 }),
    "a second name that is not of the first": zipWith([{ ...file, extra: unicodeExtra("1003.pdf", "1002.pdf") }]),
    "a folder with content": zipWith([{ name: "1001/", content: text }]),
    "cut off": plain.subarray(0, -1),
    nothing: Buffer.alloc(40),
  };
  for (const [what, zip] of Object.entries(hostile)) expect([what, faultOf(zip)]).toEqual([what, "unreadable"]);
});

test("two entries do not share bytes", () => {
  const zip = zipWith([
    { name: "1001.pdf", content: text },
    { name: "1002.pdf", content: text },
  ]);
  // The second entry of the directory refers to the first one's bytes.
  const second = zip.lastIndexOf("PK\x01\x02", undefined, "latin1");
  zip.writeUInt32LE(0, second + 42);
  zip.write("1001.pdf", second + 46);
  expect(faultOf(zip)).toBe("unreadable");
});

test("an encrypted archive, too many files, and files that claim too much are refused as such", () => {
  expect(faultOf(zipWith([{ name: "1001.pdf", content: text, flag: 1 }]))).toBe("locked");
  expect(faultOf(zipWith(Array.from({ length: 6 }, (_, n) => ({ name: `${n}.pdf`, content: text }))))).toBe("tooMany");
  expect(faultOf(zipWith([{ name: "1001.pdf", content: text, size: 1001 }]))).toBe("tooLarge");
  expect(faultOf(zipWith([{ name: "1001.pdf", content: Buffer.alloc(1001) }]))).toBe("tooLarge");
});

test("links and foreign packings are marked", () => {
  const [link, foreign, file] = read(
    zipWith([
      { name: "1001.pdf", content: Buffer.from("/etc/passwd"), mode: 0o120777 },
      { name: "1002.pdf", content: text, method: 12 },
      { name: "1003.pdf", content: text, mode: 0o100644 },
    ]),
  );
  expect([link?.isSpecial, foreign?.isForeign, file?.isSpecial, file?.isForeign]).toEqual([true, true, false, false]);
});
