/** A photograph or scanned picture: one page, in the orientation recorded by the camera. */
import type { Download } from "@portico/api/endpoint.ts";
import { createCanvas, type OpenFile, scaleFor } from "./open-file.ts";

export async function openPicture({ content, media_type }: Download): Promise<OpenFile> {
  const picture = await createImageBitmap(new Blob([content], { type: media_type }));
  return {
    pages: 1,
    draw: async ({ turn, width }, signal) => {
      signal.throwIfAborted();
      const lies = turn % 180 !== 0;
      const size = lies
        ? { width: picture.height, height: picture.width }
        : { width: picture.width, height: picture.height };
      const scale = scaleFor(size, width);
      const canvas = createCanvas(size.width * scale, size.height * scale);
      const pen = canvas.getContext("2d");
      if (!pen) throw new Error("The browser has no canvas left");
      pen.imageSmoothingQuality = "high";
      pen.translate(canvas.width / 2, canvas.height / 2);
      pen.rotate((turn * Math.PI) / 180);
      pen.scale(scale, scale);
      pen.drawImage(picture, -picture.width / 2, -picture.height / 2);
      return canvas;
    },
    close: () => picture.close(),
  };
}
