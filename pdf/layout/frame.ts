/** Header and footer of every page: firm and title above, reference and page number below. */
import type { TextSetting } from "./break-lines.ts";
import { baseLineOf, colours, page, styles, textWidth } from "./style.ts";
import type { TaggedFile } from "./tagged-file.ts";

export interface FrameTexts {
  firm: string;
  title: string;
  reference: string;
  /** "Page 2 of 5". */
  pageNumber: string;
}

const style = styles.frame;
const gap = 20;
const [headerTop, footerTop] = [46, page.height - 52];

/** The text, or as much of it as fits before "…". */
function shortened(text: string, width: number, { measure }: TextSetting): string {
  const widthOf = (one: string): number => measure(one, style.face, style);
  if (widthOf(text) <= width) return text;
  const signs = Array.from(text);
  while (signs.length > 0 && widthOf(`${signs.join("").trimEnd()}…`) > width) signs.pop();
  return `${signs.join("").trimEnd()}…`;
}

export function drawFrame(file: TaggedFile, texts: FrameTexts, setting: TextSetting): void {
  const widthOf = (text: string): number => setting.measure(text, style.face, style);
  const drawRow = (left: string, right: string, top: number): void => {
    const y = top + baseLineOf(style);
    const options = { lineBreak: false, baseline: "alphabetic" } as const;
    file.font(style.face, style.size).fillColor(style.colour);
    if (left) file.text(left, page.left, y, options);
    if (right) file.text(right, page.width - page.right - widthOf(right), y, options);
  };
  const firm = shortened(texts.firm, textWidth / 2, setting);
  drawRow(firm, shortened(texts.title, textWidth - widthOf(firm) - gap, setting), headerTop);
  file.rect(page.left, headerTop + style.leading + 4, textWidth, 0.5).fill(colours.line);
  const reference = shortened(texts.reference, textWidth - widthOf(texts.pageNumber) - gap, setting);
  drawRow(reference, texts.pageNumber, footerTop);
}
