/** Content of any size, given whole or piece by piece, so that a large one is never in memory at once. */
import { setImmediate as takeTurns } from "node:timers/promises";

export type Bytes = Uint8Array | AsyncIterable<Uint8Array>;

interface Frame {
  bytes: Buffer;
  last: boolean;
}

/**
 * The content in frames of `frameBytes`; the last has the rest, and is empty only if the content is. With `reuse` each frame is
 * in the memory of the one before, for who needs it no longer.
 */
export async function* splitIntoFrames(
  content: Bytes,
  frameBytes: number,
  { reuse = false } = {},
): AsyncGenerator<Frame> {
  let frame = Buffer.allocUnsafe(frameBytes);
  let filled = 0;
  for await (const piece of content instanceof Uint8Array ? [content] : content) {
    for (let at = 0; at < piece.length; ) {
      if (filled === frameBytes) {
        yield { bytes: frame, last: false };
        if (!reuse) frame = Buffer.allocUnsafe(frameBytes);
        filled = 0;
      }
      const taken = piece.subarray(at, at + frameBytes - filled);
      frame.set(taken, filled);
      filled += taken.length;
      at += taken.length;
    }
  }
  yield { bytes: frame.subarray(0, filled), last: true };
}

const pieceBytes = 64 * 1024;

/** The content in pieces, between which other calls are answered, for work on each of its bytes. */
export async function* splitIntoPieces(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += pieceBytes) {
    yield content.subarray(at, at + pieceBytes);
    await takeTurns();
  }
}

/** All of a small content. */
export async function readAllBytes(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}
