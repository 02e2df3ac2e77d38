/** Draws the picture that a shared link shows, on a worker thread: title and subtitle with the firm's name and accent. */
import { createRequire } from "node:module";
import { createCanvas, GlobalFonts, type SKRSContext2D } from "@napi-rs/canvas";

export interface DrawnText {
  title: string;
  subtitle: string;
  firm: string;
  /** "#RRGGBB". */
  accent: string;
}

/** As the networks ask for it. */
export const pictureSize = { width: 1200, height: 630 } as const;
const margin = 88;
const ink = "#15202B";
const muted = "#56636C";
const paper = "#FAF9F7";

const { resolve } = createRequire(import.meta.url);
const face = (file: string, name: string): void => {
  if (!GlobalFonts.has(name)) GlobalFonts.registerFromPath(resolve(`@expo-google-fonts/sofia-sans/${file}`), name);
};

/** The words in lines that fit; what does not fit in `most` lines ends with an ellipsis. */
function wrapLines(context: SKRSContext2D, text: string, { width, most }: { width: number; most: number }): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.trim().split(/\s+/)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line === "" || context.measureText(longer).width <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  lines.push(line);
  const shown = lines.slice(0, most);
  return shown.map((one, place) => cut(context, one, width, place === most - 1 && lines.length > most));
}

/** One word may be wider than the picture. */
function cut(context: SKRSContext2D, line: string, width: number, isCut: boolean): string {
  let shown = isCut ? `${line}…` : line;
  while (context.measureText(shown).width > width && shown.length > 1)
    shown = `${shown.replace(/…$/, "").slice(0, -1)}…`;
  return shown;
}

/** The portico: a pediment on four columns, in a square of 28. */
function drawMark(context: SKRSContext2D, x: number, y: number, scale: number): void {
  context.save();
  context.translate(x, y);
  context.scale(scale, scale);
  context.lineJoin = "round";
  context.lineWidth = 1.6;
  context.beginPath();
  context.moveTo(14, 4.2);
  context.lineTo(25.2, 10.4);
  context.lineTo(2.8, 10.4);
  context.closePath();
  context.moveTo(3, 23.6);
  context.lineTo(25, 23.6);
  context.stroke();
  context.lineWidth = 2;
  context.beginPath();
  for (const column of [6.4, 11.5, 16.5, 21.6]) {
    context.moveTo(column, 13.4);
    context.lineTo(column, 20.8);
  }
  context.stroke();
  context.restore();
}

/** The pictures as PNG files, in the order of the texts; the same texts give the same bytes. */
export async function run({ texts }: { texts: readonly DrawnText[] }): Promise<Uint8Array<ArrayBuffer>[]> {
  face("400Regular/SofiaSans_400Regular.ttf", "Portico Regular");
  face("700Bold/SofiaSans_700Bold.ttf", "Portico Bold");
  return texts.map(draw);
}

function draw({ title, subtitle, firm, accent }: DrawnText): Uint8Array<ArrayBuffer> {
  const { width, height } = pictureSize;
  const inner = width - 2 * margin;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.fillStyle = paper;
  context.fillRect(0, 0, width, height);
  context.fillStyle = accent;
  context.fillRect(0, 0, width, 16);
  context.strokeStyle = accent;
  drawMark(context, margin - 4, 72, 2);
  context.textBaseline = "alphabetic";
  context.fillStyle = ink;
  context.font = '34px "Portico Bold"';
  context.fillText(cut(context, firm, inner - 76, false), margin + 72, 112);

  context.font = '76px "Portico Bold"';
  const titleLines = wrapLines(context, title, { width: inner, most: 3 });
  let y = 258;
  for (const line of titleLines) {
    context.fillText(line, margin, y);
    y += 88;
  }
  context.font = '34px "Portico Regular"';
  context.fillStyle = muted;
  y += 4;
  for (const line of wrapLines(context, subtitle, { width: inner, most: titleLines.length === 3 ? 1 : 3 })) {
    context.fillText(line, margin, y);
    y += 46;
  }
  return new Uint8Array(canvas.toBuffer("image/png"));
}
