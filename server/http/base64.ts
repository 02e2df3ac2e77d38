/** Decodes base64 that comes in pieces. */

const alphabet = /^[A-Za-z0-9+/]*$/;
const lastGroup = /^(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)?$/;
const isWritten = (group: string): boolean => Buffer.from(group, "base64").toString("base64") === group;

/** Writes the bytes to `place`, which has room for them; `end` gives them, or nothing for what no encoder would write. */
export function decodeInto(place: Buffer): { add: (piece: string) => void; end: () => Uint8Array | undefined } {
  let written = 0;
  let open = "";
  let isBase64 = true;
  return {
    add(piece) {
      const text = open + piece;
      // Whole groups of four characters, except the last one, which may be padded.
      const end = Math.max(0, Math.ceil(text.length / 4) - 1) * 4;
      const groups = text.slice(0, end);
      isBase64 &&= alphabet.test(groups);
      if (isBase64) written += place.write(groups, written, "base64");
      open = text.slice(end);
    },
    end() {
      if (!isBase64 || !lastGroup.test(open) || !isWritten(open)) return undefined;
      return place.subarray(0, written + place.write(open, written, "base64"));
    },
  };
}
