/** Lays out the frames for signatures, two side by side, each with its title above and its lines below. */
import type { Signatures } from "../model/blocks.ts";
import { breakLines, type Line, runsOf } from "./break-lines.ts";
import { type Element, element, emptyStrip, type Setting, type Strip } from "./strips.ts";
import { baseLineOf, page, signatureBox, styles, type TextStyle, textWidth } from "./style.ts";

const { height: boxHeight, gap, textGap, rowGap } = signatureBox;
const width = (textWidth - gap) / 2;

/** A row of at most two areas; their frames are side by side whatever the length of their titles. */
function layOutRow(areas: Signatures["areas"], root: Element, setting: Setting): Strip {
  const linesOf = (text: string, style: TextStyle): Line[] =>
    breakLines(runsOf([{ kind: "text", text }], style.face), { ...setting, width, style });
  const titles = areas.map(({ title }) => linesOf(title, styles.signatureTitle));
  const titleHeight = Math.max(...titles.map((lines) => lines.length)) * styles.signatureTitle.leading;
  const boxTop = titleHeight + textGap;

  const strip = emptyStrip(boxTop + boxHeight);
  for (const [index, { id, title, lines }] of areas.entries()) {
    const x = page.left + index * (width + gap);
    /** Returns where the text ends. */
    const addText = (text: readonly Line[], style: TextStyle, top: number): number => {
      const paragraph = element("P", root);
      for (const [line, fragments] of text.entries()) {
        const baseLine = top + line * style.leading + baseLineOf(style);
        strip.marks.push({ kind: "text", element: paragraph, x, baseLine, style, fragments });
      }
      return top + text.length * style.leading;
    };
    const titleLines = titles[index] ?? [];
    addText(titleLines, styles.signatureTitle, titleHeight - titleLines.length * styles.signatureTitle.leading);
    const figure = element("Figure", root, { alternative: `${setting.signature}: ${title}` });
    strip.marks.push({ kind: "box", element: figure, id, x, y: boxTop, width, height: boxHeight });
    let y = boxTop + boxHeight + textGap;
    for (const line of lines) y = addText(linesOf(line, styles.signatureLine), styles.signatureLine, y);
    strip.height = Math.max(strip.height, y);
  }
  return strip;
}

export function layOutSignatures({ areas }: Signatures, root: Element, setting: Setting): Strip[] {
  const rows = Array.from({ length: Math.ceil(areas.length / 2) }, (_, row) => areas.slice(2 * row, 2 * row + 2));
  return rows.map((row) => ({ ...layOutRow(row, root, setting), above: rowGap }));
}
