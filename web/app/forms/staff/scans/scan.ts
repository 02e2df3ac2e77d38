/** A scan that is open: pages that can be drawn, held in memory alone. */
import type { FileReference } from "@portico/api/forms/field.ts";

/** A file of a form with the field that it proves. */
export interface ScanFile extends FileReference {
  /** Where remarks on the field are pinned. */
  path: string;
  /** The step and the field, in words. */
  place: string;
}

/** What shows them: its keys work while the focus is in it. */
export const scanViewerId = "scan-viewer";

export interface PageView {
  /** From 1 on. */
  page: number;
  /** Clockwise, in degrees: a multiple of 90. */
  turn: number;
  /** How wide the drawn page is to be, in device pixels. */
  width: number;
}

export interface OpenScan {
  pages: number;
  /** Draws a page on a canvas of its own. Rejects once `signal` is aborted. */
  draw: (view: PageView, signal: AbortSignal) => Promise<HTMLCanvasElement>;
  /** Gives its memory back. */
  close: () => void;
}

/** More than browsers take as one canvas on a phone; what would be larger is drawn less finely. */
const mostPixels = 16_000_000;

/** The scale at which a page of this size is as wide as asked for, or as large as a canvas may be. */
export const scaleFor = ({ width, height }: { width: number; height: number }, wanted: number): number =>
  Math.min(wanted / width, Math.sqrt(mostPixels / (width * height)));

export function canvasOf(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.floor(width));
  canvas.height = Math.max(1, Math.floor(height));
  return canvas;
}
