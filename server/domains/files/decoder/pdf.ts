/**
 * Opens a PDF: complete, a single file, readable without a password, and without anything that acts, sends data or contains
 * another file. What its author forbids readers (to copy, to change) stays forbidden: the file is kept as it is.
 */
import { inflateSync } from "node:zlib";
import { PDF, PdfRef, PdfStream } from "@libpdf/core";
import { pagesOf } from "../../../pdf-objects/pages.ts";
import { holdsActive } from "./pdf.walk.ts";
import { endsAsArchive, hasPageTags } from "./polyglots.ts";
import type { Validated } from "./validate.ts";

/** Limit for the unpacked object streams of a PDF together: a long contract has about 5 MB. */
const maxUnpacked = 48 * 1024 ** 2;
/** An object in a broken file may be unreachable for our parser but found by a reader that repairs the file. */
const activeWords =
  /\/(?:JavaScript|EmbeddedFiles?|RichMedia|Launch|GoToR|GoToE|SubmitForm|ImportData|Rendition)[^A-Za-z]/;
/** Characters decoded at once, and by how many two such parts overlap: more than the longest word, escaped. */
const part = { length: 1024 ** 2, overlap: 64 };
/** An address as a string: its path may contain such a word. Without spaces and line ends nothing else can hide in it. */
const addressString = /\(https?:\/\/(?:[^\s()<>\\]|\\\S)*\)/g;
const longestAddress = 4096;

export async function examinePdf(content: Buffer): Promise<Validated> {
  const text = content.toString("latin1");
  if (!/^%PDF-[12]\.\d/.test(text)) return { refused: "unreadableFile" };
  const end = text.lastIndexOf("%%EOF");
  if (end < 0) return { refused: "unreadableFile" };
  // Only line ends may follow the end marker.
  if (!/^[\s\0]*$/.test(text.slice(end + 5)) || endsAsArchive(content)) return { refused: "hiddenContent" };
  if (hasPageTags(content.subarray(0, 1024))) return { refused: "hiddenContent" };
  if (/\/Encrypt\b/.test(text.slice(-65_536)) && (await isLocked(content))) return { refused: "lockedPdf" };
  // Strict: what we would have to repair, each reader repairs differently.
  const pdf = await PDF.load(content, { lenient: false });
  if (!pdf.isAuthenticated) return { refused: "lockedPdf" };
  const packed = pdf.isEncrypted ? decryptedStreams(pdf, text) : objectStreams(content, text);
  if (pagesOf(pdf).length < 1) return { refused: "unreadableFile" };
  if ([text, ...packed].some(hasActiveWord)) return { refused: "activePdf" };
  const defined = new Set([...definedIn(text), ...packed.flatMap(listedIn)]);
  return holdsActive(pdf, defined) ? { refused: "activePdf" } : { end: content.length };
}

/** Whether it needs a password, or is encrypted in a way that cannot be read. */
const isLocked = (content: Buffer): Promise<boolean> =>
  PDF.load(content).then(
    (pdf) => pdf.isEncrypted && !pdf.isAuthenticated,
    () => true,
  );

/** Names as readers decode them: `/L#61unch` is `/Launch`. */
const unescaped = (text: string): string =>
  text.replace(/#([\dA-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** In parts: the decoded text of a large file would need its memory again. */
function hasActiveWord(text: string): boolean {
  for (let at = 0; at < text.length; at += part.length) {
    const end = at + part.length + part.overlap;
    // What the end of a part cuts off is whole in the next one; the end of the text ends a word.
    const isFound = (found: string): boolean => activeWords.test(unescaped(found) + (end < text.length ? "" : "\n"));
    if (!isFound(text.slice(at, end))) continue;
    const around = text.slice(Math.max(0, at - longestAddress), end + longestAddress);
    if (isFound(around.replace(addressString, "()"))) return true;
  }
  return false;
}

/**
 * The unpacked text of every object stream in the file, whether or not the cross-reference table lists it. Throws if a
 * stream is not packed with zlib or the total is too large: unreadable content is refused.
 */
function objectStreams(content: Buffer, text: string): string[] {
  const unpacked: string[] = [];
  let left = maxUnpacked;
  for (const { index } of text.matchAll(/\/ObjStm(?![A-Za-z])/g)) {
    const begin = text.indexOf("stream", index + "/ObjStm".length);
    const dictionary = text.slice(text.lastIndexOf(" obj", index), begin);
    // A mention inside another object is not a stream.
    if (begin < 0 || dictionary.includes("endobj")) continue;
    const start = begin + "stream".length + (text.startsWith("\r\n", begin + "stream".length) ? 2 : 1);
    const end = text.indexOf("endstream", start);
    if (end < 0) throw new Error("an object stream without an end");
    const body = content.subarray(start, end);
    const isPlain = !/\/(?:Filter|F)(?![A-Za-z])/.test(dictionary);
    const plain = isPlain ? body : inflateSync(body, { maxOutputLength: left });
    left -= plain.length;
    if (left <= 0) throw new Error("object streams that unpack to too much");
    unpacked.push(plain.toString("latin1"));
  }
  return unpacked;
}

/** The same of an encrypted file, whose object streams only its parser can read: throws if it does not find each of them. */
function decryptedStreams(pdf: PDF, text: string): string[] {
  const unpacked: string[] = [];
  let left = maxUnpacked;
  for (const number of new Set(definedIn(text))) {
    const object = pdf.getObject(PdfRef.of(number, 0));
    if (!(object instanceof PdfStream) || object.getName("Type")?.value !== "ObjStm") continue;
    const plain = object.getDecodedData();
    left -= plain.length;
    if (left <= 0) throw new Error("object streams that unpack to too much");
    unpacked.push(Buffer.from(plain).toString("latin1"));
  }
  if (unpacked.length !== [...text.matchAll(/\/ObjStm(?![A-Za-z])/g)].length)
    throw new Error("an object stream that is not listed");
  return unpacked;
}

/** Numbers of the objects defined outside object streams. */
function* definedIn(text: string): Iterable<number> {
  for (const [, number] of text.matchAll(/(?<!\d)(\d{1,10})\s{1,4}\d{1,5}\s{1,4}obj(?![A-Za-z])/g))
    yield Number(number);
}

/** Numbers of the objects listed at the start of an object stream: pairs of number and offset before the first object. */
function listedIn(unpacked: string): number[] {
  const list = /^[\d\s]*/.exec(unpacked)?.[0].trim() ?? "";
  return list === ""
    ? []
    : list
        .split(/\s+/)
        .filter((_, index) => index % 2 === 0)
        .map(Number);
}
