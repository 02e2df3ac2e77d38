/** Finds the characters that the fonts cannot print; PDFKit would leave them out without a word. */
import type { Block, Inline, List } from "../model/blocks.ts";
import type { Fault, Place } from "../model/faults.ts";
import { runsOf } from "./break-lines.ts";
import type { Face, Faces } from "./faces.ts";
import { styles } from "./style.ts";

interface Part {
  content: readonly Inline[];
  face: Face;
}

const plain = (text: string, face: Face): Part => ({ content: [{ kind: "text", text }], face });
const listParts = (list: List): Part[] =>
  list.items
    .flat()
    .flatMap((part) => (part.kind === "list" ? listParts(part) : [{ content: part.content, face: styles.body.face }]));

/** All text of a block, with the face that it starts from. */
function partsOf(block: Block): Part[] {
  switch (block.kind) {
    case "heading":
      return [{ content: block.content, face: styles[`h${block.level}`].face }];
    case "paragraph":
      return [{ content: block.content, face: styles.body.face }];
    case "list":
      return listParts(block);
    case "table":
      return [
        ...block.head.map((content) => ({ content, face: styles.headCell.face })),
        ...block.rows.flat().map((content) => ({ content, face: styles.cell.face })),
      ];
    case "facts":
      return block.rows.flatMap(({ name, value }) => [
        plain(name, styles.factName.face),
        { content: value, face: styles.factValue.face },
      ]);
    case "signatures":
      return block.areas.flatMap(({ title, lines }) => [
        plain(title, styles.signatureTitle.face),
        ...lines.map((line) => plain(line, styles.signatureLine.face)),
      ]);
    case "chart":
      return [
        ...block.levels,
        ...block.places,
        { label: block.unit },
        ...block.series.map(({ name }) => ({ label: name })),
      ].map(({ label }) => plain(label, styles.chart.face));
    default:
      return [];
  }
}

/** Characters that only affect others, such as a soft hyphen: fontkit prints a space of no width in their place. */
const invisible = /\p{Default_Ignorable_Code_Point}/u;

/** The missing characters of a text, each once. */
function missingIn(text: string, face: Face, faces: Faces, place: Place): Fault[] {
  const isMissing = (one: string): boolean =>
    invisible.test(one) || !faces[face].hasGlyphForCodePoint(one.codePointAt(0) as number);
  const missing = new Set(Array.from(text).filter(isMissing));
  return [...missing].map((character) => {
    const codePoint = `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}`;
    return { code: "missingGlyph", character, codePoint, ...place };
  });
}

/** One fault per character and place. */
export function blockGlyphFaults(blocks: readonly Block[], faces: Faces): Fault[] {
  return blocks.flatMap((each, block) =>
    partsOf(each)
      .flatMap(({ content, face }) => runsOf(content, face))
      .flatMap(({ text, face, source }) => {
        const { line, placeholder } = source ?? {};
        const place = { block, ...(line !== undefined && { line }), ...(placeholder && { placeholder }) };
        return missingIn(text.replaceAll("\n", ""), face, faces, place);
      }),
  );
}

/** Faults of the texts in header and footer. */
export function frameGlyphFaults(
  texts: Record<"title" | "firm" | "reference" | "labels", string>,
  faces: Faces,
): Fault[] {
  return Object.entries(texts).flatMap(([part, text]) =>
    missingIn(text, styles.frame.face, faces, { part: part as keyof typeof texts }),
  );
}
