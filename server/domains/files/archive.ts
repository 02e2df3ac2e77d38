/** The files of an archive, unpacked by a separate process and stored one by one. */
import type { Readable } from "node:stream";
import type { ArchiveFault } from "@portico/api/rules/document-batches.ts";
import type { Files, Stored } from "../../adapters/files/files.ts";
import type { Bytes } from "../../kernel/bytes.ts";
import { frameKinds, framesIn, unpackedEnd, unpackedHead, unpackedRefusal } from "./decoder/unpacked.ts";
import { unpackApart } from "./decoding/decoding.ts";

/** `stored` is null if the file could not be unpacked. */
export interface UnpackedFile {
  path: string | null;
  /** As the archive says. */
  size: number;
  stored: Stored | null;
}

interface Archive {
  content: Bytes;
  /** Bytes. */
  size: number;
}

const parse = <T>(shape: { parse: (value: unknown) => T }, content: Buffer): T =>
  shape.parse(JSON.parse(content.toString()));

/** The bytes of a file are not those that the archive promised. */
class Broken extends Error {}
/** The process was killed or wrote what it may not. */
class Cut extends Error {}

/**
 * Unpacks the archive and stores each file, or says why nothing of it is used. What is stored then has no row:
 * the nightly clean-up deletes it.
 */
export async function unpackFiles(
  files: Pick<Files, "put">,
  { content, size }: Archive,
  sentBy: number,
): Promise<UnpackedFile[] | { fault: ArchiveFault }> {
  try {
    return await unpackApart({ size, content }, sentBy, (output) => store(files, output));
  } catch (error) {
    if (error instanceof Cut) return { fault: "unreadable" };
    throw error;
  }
}

async function store(files: Pick<Files, "put">, output: Readable): Promise<UnpackedFile[] | { fault: ArchiveFault }> {
  const frames = framesIn(output);
  const next = async () => {
    const { value, done } = await frames.next().catch(() => ({ value: undefined, done: true }));
    if (done || !value) throw new Cut();
    return value;
  };
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const { kind, content } = await next();
      if (kind === frameKinds.bytes) yield content;
      else if (kind !== frameKinds.fileEnd) throw new Cut();
      else if (parse(unpackedEnd, content).isWhole) return;
      else throw new Broken();
    }
  }
  const unpacked: UnpackedFile[] = [];
  for (;;) {
    const { kind, content } = await next();
    if (kind === frameKinds.end) return unpacked;
    if (kind === frameKinds.refused) return parse(unpackedRefusal, content);
    if (kind !== frameKinds.file) throw new Cut();
    const { path, size, isOpen } = parse(unpackedHead, content);
    const stored = isOpen ? await put(files, bytes()) : null;
    unpacked.push({ path, size, stored });
  }
}

async function put(files: Pick<Files, "put">, content: AsyncIterable<Uint8Array>): Promise<Stored | null> {
  try {
    return await files.put(content);
  } catch (error) {
    if (error instanceof Broken) return null;
    throw error;
  }
}
