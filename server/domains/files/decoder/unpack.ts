/** Unpacks an archive for the portal: its files one after another, in frames (frames of `unpacked.ts`). */
import { once } from "node:events";
import type { Writable } from "node:stream";
import { batchMaxBytes, batchMaxEntries } from "@portico/api/rules/document-batches.ts";
import { frameKinds, frameMaxBytes, type UnpackedHead } from "./unpacked.ts";
import { readContent, readDirectory, systemFiles, UnfitArchive, type ZipEntry } from "./zip.ts";

export async function unpack(zip: Buffer, out: Writable): Promise<void> {
  const write = async (kind: number, content: Buffer): Promise<void> => {
    const head = Buffer.alloc(5);
    head.writeUInt8(kind, 0);
    head.writeUInt32BE(content.length, 1);
    if (!out.write(Buffer.concat([head, content]))) await once(out, "drain");
  };
  const writeJson = (kind: number, value: unknown) => write(kind, Buffer.from(JSON.stringify(value)));
  let files: ZipEntry[];
  try {
    files = readDirectory(zip, { entries: batchMaxEntries, bytes: batchMaxBytes }).filter(
      ({ isFolder, path }) => !isFolder && !(path !== null && systemFiles.test(path)),
    );
    if (files.length === 0) throw new UnfitArchive("empty");
  } catch (error) {
    return writeJson(frameKinds.refused, { fault: error instanceof UnfitArchive ? error.fault : "unreadable" });
  }
  for (const file of files) {
    const isOpen = !file.isForeign && !file.isSpecial;
    await writeJson(frameKinds.file, { path: file.path, size: file.size, isOpen } satisfies UnpackedHead);
    if (!isOpen) continue;
    let isWhole = true;
    try {
      for await (const part of readContent(zip, file))
        for (let at = 0; at < part.length; at += frameMaxBytes)
          await write(frameKinds.bytes, part.subarray(at, at + frameMaxBytes));
    } catch {
      isWhole = false;
    }
    await writeJson(frameKinds.fileEnd, { isWhole });
  }
  await writeJson(frameKinds.end, {});
}
