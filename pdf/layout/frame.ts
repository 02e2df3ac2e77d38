/** Header and footer of every page: firm and title above, reference and page number below. */
import type { TextSetting } from "./break-lines.ts";
import { baseLineOf, colours, page, styles, textWidth } from "./style.ts";
import type { TaggedFile } from "./tagged-file.ts";

/** How a firm's papers look. */
export interface Brand {
  /** Its colour on white, "#RRGGBB". */
  accent: string;
  /** A PNG in base64, so that a document is plain data; null for the name alone. */
  logo: string | null;
}

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
const lineTop = headerTop + style.leading + 4;
/** As the pages show it, at three quarters: 32 high and at most 180 wide. */
const logoBox = { width: 135, height: 24, gap: 8 } as const;

/** The text, or as much of it as fits before "…". */
function shortened(text: string, width: number, { measure }: TextSetting): string {
  const widthOf = (one: string): number => measure(one, style.face, style);
  if (widthOf(text) <= width) return text;
  const signs = Array.from(text);
  while (signs.length > 0 && widthOf(`${signs.join("").trimEnd()}…`) > width) signs.pop();
  return `${signs.join("").trimEnd()}…`;
}

/** Width of the logo with the space after it; 0 without one. The file has its picture once, however many pages show it. */
function drawLogo(file: TaggedFile, logo: string | null | undefined): number {
  if (!logo) return 0;
  const picture = file.picture(logo);
  const scale = Math.min(logoBox.width / picture.width, logoBox.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  file.image(picture as never, page.left, lineTop - 4 - height, { width, height });
  return width + logoBox.gap;
}

export function drawFrame(file: TaggedFile, texts: FrameTexts, setting: TextSetting, brand?: Brand): void {
  const widthOf = (text: string): number => setting.measure(text, style.face, style);
  const drawRow = (left: string, right: string, { top, indent }: { top: number; indent: number }): void => {
    const y = top + baseLineOf(style);
    const options = { lineBreak: false, baseline: "alphabetic" } as const;
    file.font(style.face, style.size).fillColor(style.colour);
    if (left) file.text(left, page.left + indent, y, options);
    if (right) file.text(right, page.width - page.right - widthOf(right), y, options);
  };
  const indent = drawLogo(file, brand?.logo);
  const firm = shortened(texts.firm, textWidth / 2 - indent, setting);
  drawRow(firm, shortened(texts.title, textWidth - indent - widthOf(firm) - gap, setting), { top: headerTop, indent });
  if (brand) file.rect(page.left, lineTop - 0.25, textWidth, 1).fill(brand.accent);
  else file.rect(page.left, lineTop, textWidth, 0.5).fill(colours.line);
  const reference = shortened(texts.reference, textWidth - widthOf(texts.pageNumber) - gap, setting);
  drawRow(reference, texts.pageNumber, { top: footerTop, indent: 0 });
}
