/**
 * The faces of Sofia Sans. The static fonts are used because PDF has no variable fonts. Their default Cyrillic letters have
 * the Bulgarian forms.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { create, type Font, type GlyphRun } from "fontkit";

const files = {
  regular: "400Regular/SofiaSans_400Regular.ttf",
  italic: "400Regular_Italic/SofiaSans_400Regular_Italic.ttf",
  bold: "700Bold/SofiaSans_700Bold.ttf",
  boldItalic: "700Bold_Italic/SofiaSans_700Bold_Italic.ttf",
} as const;
export type Face = keyof typeof files;
export type Faces = Readonly<Record<Face, Font>>;

const bytes = new Map<Face, Buffer>();
function bytesOf(face: Face): Buffer {
  let found = bytes.get(face);
  if (!found) {
    found = readFileSync(fileURLToPath(import.meta.resolve(`@expo-google-fonts/sofia-sans/${files[face]}`)));
    bytes.set(face, found);
  }
  return found;
}

function openFace(face: Face): Font {
  const font = create(bytesOf(face)) as Font;
  const layout = font.layout.bind(font);
  const tabular = new Map<string, GlyphRun>();
  font.layout = (text, features) => {
    if (!Array.isArray(features)) return layout(text, letterByLetter);
    // PDFKit keeps the layout of words, but not that of text with features; each text of a table is measured thrice.
    const known = tabular.get(text) ?? layout(text, { ...letterByLetter, tnum: true });
    tabular.set(text, known);
    return known;
  };
  return font;
}

/** No ligatures; and fontkit fails where this font says nothing of how a letter carries a certain accent. */
const letterByLetter = { liga: false, clig: false, mark: false, mkmk: false };

/**
 * Opens the faces without ligatures, so that text can be found and copied letter by letter. With any feature, digits have
 * equal width; no other feature is used.
 *
 * Each document needs its own: a font remembers the characters of each glyph from its first use, and those that PDFKit
 * writes into a file would depend on the documents before it.
 */
export const openFaces = (): Faces => ({
  regular: openFace("regular"),
  italic: openFace("italic"),
  bold: openFace("bold"),
  boldItalic: openFace("boldItalic"),
});
