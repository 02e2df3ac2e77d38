/** An open file: pages that can be drawn, held only in memory. */

/** A file that the viewer shows. */
export interface ViewerFile {
  id: number;
  name: string;
  /** What it belongs to, above its name. */
  place: string;
  isPdf: boolean;
  /** Why it cannot be opened now, as text. */
  blocked?: string | undefined;
}

/** Id of the viewer: its keys work while the focus is inside. */
export const viewerId = "file-viewer";

export interface PageView {
  /** From 1 on. */
  page: number;
  /** Clockwise, in degrees: a multiple of 90. */
  turn: number;
  /** Width of the drawn page, in device pixels. */
  width: number;
}

/** A page that was drawn before the reader's eyes. */
export interface DrawnPage {
  /** From 1 on. */
  page: number;
  pages: number;
  /** Nothing is on it, or nothing of it could be read. */
  isBlank: boolean;
}

export interface OpenFile {
  pages: number;
  /** Draws a page on a new canvas. Rejects if `signal` is aborted. */
  draw: (view: PageView, signal: AbortSignal) => Promise<HTMLCanvasElement>;
  /** Frees its memory. */
  close: () => void;
}

/** The largest canvas that browsers on phones support; larger pages are drawn at a lower resolution. */
const maxPixels = 16_000_000;

/** The scale at which the page has the requested width, or the largest canvas size. */
export const scaleFor = ({ width, height }: { width: number; height: number }, wanted: number): number =>
  Math.min(wanted / width, Math.sqrt(maxPixels / (width * height)));

export function createCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.floor(width));
  canvas.height = Math.max(1, Math.floor(height));
  return canvas;
}

/** Whether every point has the same colour: the page is empty, or a reader skipped what it could not read. */
export function isBlank(canvas: HTMLCanvasElement): boolean {
  const { width, height } = canvas;
  const drawn = canvas.getContext("2d")?.getImageData(0, 0, width, height);
  if (!drawn) return false;
  const points = new Uint32Array(drawn.data.buffer);
  return points.every((point) => point === points[0]);
}
