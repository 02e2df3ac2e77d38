/**
 * A gzip file (RFC 1952) of a text with holes: the text between them is compressed once, and what fills them is stored as it
 * is (RFC 1951, 3.2.4).
 */
import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";

const squeeze = promisify(deflateRaw);

/** Deflate, no flags, no time, unknown system. */
const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty last block. */
const end = Buffer.from([0x03, 0x00]);

interface Piece {
  plain: Buffer;
  /** Whole blocks, none of them the last; independent of what is before. */
  blocks: Buffer;
}

export type Pieces = readonly Piece[];

/** The pieces of a text that is cut at `hole`. */
export const compressPieces = (text: string, hole: string): Promise<Pieces> =>
  Promise.all(
    text.split(hole).map(async (part) => {
      const plain = Buffer.from(part);
      return { plain, blocks: await squeeze(plain, { level: 9, finishFlush: constants.Z_SYNC_FLUSH }) };
    }),
  );

/** The gzip file of the text with `filling`, at most 65,535 bytes, in each hole. */
export function joinPieces(pieces: Pieces, filling: string): Buffer {
  const plain = Buffer.from(filling);
  const length = Buffer.alloc(5);
  length.writeUInt16LE(plain.length, 1);
  length.writeUInt16LE(0xffff - plain.length, 3);
  const parts: Buffer[] = [head];
  let sum = 0;
  let size = 0;
  const add = (bytes: Buffer) => {
    sum = crc32(bytes, sum);
    size += bytes.length;
  };
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) {
      parts.push(length, plain);
      add(plain);
    }
    parts.push(piece.blocks);
    add(piece.plain);
  }
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(sum, 0);
  tail.writeUInt32LE(size, 4);
  return Buffer.concat([...parts, end, tail]);
}
