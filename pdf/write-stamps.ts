/** Writes what stands in the frames for signatures once a document is signed: a page for each, as large as its frame. */
import { type Face, type Faces, openFaces } from "./layout/faces.ts";
import { colours } from "./layout/style.ts";
import { bytesOfFile, openFile, type TaggedFile } from "./layout/tagged-file.ts";

export interface Stamp {
  /** In points. */
  width: number;
  height: number;
  /** The first is emphasised. A line that is too long is printed smaller, then cut. */
  lines: string[];
}

const padding = 6;
const size = { name: 9, other: 7.5, least: 5, leading: 12 } as const;

/** Characters that the font lacks are printed as their code point, `[U+6F22]`. */
const printable = (text: string, faces: Faces, face: Face): string =>
  Array.from(text)
    .map((character) => {
      const code = character.codePointAt(0) ?? 0;
      return faces[face].hasGlyphForCodePoint(code) ? character : `[U+${code.toString(16).toUpperCase()}]`;
    })
    .join("");

function drawStamp(file: TaggedFile, faces: Faces, { width, height, lines }: Stamp): void {
  file.addPage({ size: [width, height], margin: 0 });
  const room = width - 2 * padding;
  const leading = Math.min(size.leading, (height - 2 * padding) / lines.length);
  for (const [index, line] of lines.entries()) {
    const face: Face = index === 0 ? "bold" : "regular";
    let text = printable(line, faces, face);
    const widthAt = (points: number) => file.font(face, points).widthOfString(text);
    const largest = Math.min(index === 0 ? size.name : size.other, leading / 1.1);
    const points = Math.max(size.least, Math.min(largest, (largest * room) / widthAt(largest)));
    while (text.length > 1 && points === size.least && widthAt(points) > room)
      text = `${text.replace(/…$/, "").slice(0, -1)}…`;
    file.font(face, points).fillColor(colours.text);
    file.text(text, padding, padding + index * leading + Math.min(size.name, leading), {
      lineBreak: false,
      baseline: "alphabetic",
    });
  }
}

/** The same stamps give the same bytes. `date` is an instant, ISO 8601. */
export async function writeStamps(
  stamps: readonly Stamp[],
  { language, date }: { language: string; date: string },
): Promise<Uint8Array> {
  const faces = openFaces();
  const file = openFile({ language, title: "", author: "", date, data: JSON.stringify(stamps) }, faces);
  for (const stamp of stamps) drawStamp(file, faces, stamp);
  return bytesOfFile(file);
}
