/** ZIP archives of files: unpacked strictly, within limits. */
import { importArchiveLimits } from "@portico/api/rules/import-kinds.ts";
import { readContent, readDirectory, systemFiles, UnfitArchive, type ZipEntry } from "../../files/decoder/zip.ts";
import type { FileContent } from "../formats/format.ts";
import { fileContent } from "./file-content.ts";
import { UnreadableFile } from "./parsed-file.ts";

/** The list of parts that every workbook of Office has. */
const workbookPart = Buffer.from("[Content_Types].xml");

/** Whether the bytes are a ZIP that is no workbook. */
export function isArchive(bytes: Uint8Array): boolean {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return content.subarray(0, 4).equals(Buffer.from("PK\x03\x04")) && !content.includes(workbookPart);
}

/**
 * The files of an archive, one after another, named by their last part. Throws `UnreadableFile` for one that cannot be
 * unpacked, is encrypted, has nothing in it or more than the limits.
 */
export async function* unpackArchive(bytes: Uint8Array): AsyncGenerator<FileContent> {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = listFiles(zip);
  if (entries.length === 0) throw new UnreadableFile("emptyFile", null, "ZIP");
  for (const entry of entries) {
    const name = entry.path?.split("/").at(-1) ?? "?";
    if (entry.isForeign || entry.isSpecial) throw new UnreadableFile("malformedFile", null, `ZIP: ${name}`);
    const parts: Buffer[] = [];
    try {
      for await (const part of readContent(zip, entry)) parts.push(part);
    } catch {
      throw new UnreadableFile("malformedFile", null, `ZIP: ${name}`);
    }
    yield fileContent(name, Buffer.concat(parts));
  }
}

function listFiles(zip: Buffer): ZipEntry[] {
  try {
    return readDirectory(zip, importArchiveLimits).filter(
      ({ isFolder, path }) => !isFolder && !(path !== null && systemFiles.test(path)),
    );
  } catch (error) {
    const fault = error instanceof UnfitArchive ? error.fault : "unreadable";
    const code = fault === "tooMany" || fault === "tooLarge" ? "tooLong" : "malformedFile";
    throw new UnreadableFile(code, null, `ZIP (${fault})`);
  }
}
