/**
 * The hash that SharePoint keeps of a file's content, written from Microsoft's reference
 * (learn.microsoft.com/onedrive/developer/code-snippets/quickxorhash): a circle of 160 bits, into which each byte is
 * combined by XOR 11 bits after the one before; at the end also the length, into the last 64 bits. It protects from
 * mistakes, not from forgery.
 */
const circleBits = 160;
const shift = 11;

/** Hashes a content given in pieces; the digest is base64, as in Graph's `quickXorHash`. */
export function createQuickXorHash() {
  const circle = new Uint8Array(circleBits / 8);
  const combine = (place: number, bits: number): void => {
    const at = place % circle.length;
    circle[at] = (circle[at] ?? 0) ^ bits;
  };
  let bit = 0;
  let size = 0;
  return {
    update(piece: Uint8Array): void {
      for (const byte of piece) {
        const shifted = byte << (bit % 8);
        combine(bit >> 3, shifted & 0xff);
        combine((bit >> 3) + 1, shifted >> 8);
        bit = (bit + shift) % circleBits;
      }
      size += piece.length;
    },
    digest(): string {
      const length = Buffer.alloc(8);
      length.writeBigUInt64LE(BigInt(size));
      for (const [place, byte] of length.entries()) combine(circle.length - length.length + place, byte);
      return Buffer.from(circle).toString("base64");
    },
  };
}
