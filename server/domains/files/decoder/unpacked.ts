/** How the files of an archive come out of the process that unpacks it: frames of a kind, a length and that many bytes. */
import { archiveFaults } from "@portico/api/rules/document-batches.ts";
import { z } from "zod";

/** A file, its bytes in parts, its end; then the end of the archive, or instead of all why it is refused. */
export const frameKinds = { file: 1, bytes: 2, fileEnd: 3, end: 4, refused: 5 } as const;
export const frameMaxBytes = 64 * 1024;

/** `path` is null if it is no text; a file that is not open has neither bytes nor an end. */
export const unpackedHead = z.object({
  path: z.string().max(frameMaxBytes).nullable(),
  size: z.number().int().min(0),
  isOpen: z.boolean(),
});
export type UnpackedHead = z.infer<typeof unpackedHead>;
export const unpackedEnd = z.object({ isWhole: z.boolean() });
export const unpackedRefusal = z.object({ fault: z.enum(archiveFaults) });

/** The frames of what the process writes. Throws at one that it may not write. */
export async function* framesIn(parts: AsyncIterable<Buffer>): AsyncGenerator<{ kind: number; content: Buffer }> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const part of parts) {
    rest = rest.length > 0 ? Buffer.concat([rest, part]) : part;
    while (rest.length >= 5) {
      const end = 5 + rest.readUInt32BE(1);
      // A long path is JSON of more than a frame of bytes.
      if (end > 8 * frameMaxBytes) throw new Error("a frame that is too long");
      if (rest.length < end) break;
      yield { kind: rest.readUInt8(0), content: rest.subarray(5, end) };
      rest = rest.subarray(end);
    }
  }
}
