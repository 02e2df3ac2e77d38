/** Opens a file in memory: one that is fetched, whose each opening the server logs, or one that the page has already. */

import { parseParts } from "@portico/api/byte-ranges.ts";
import type { ByteRange, Download } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useCallback, useEffect, useState } from "react";
import { useApi } from "../calls/api.tsx";
import { useCall } from "../calls/use-call.ts";
import type { OpenFile } from "./open-file.ts";
import { createCanvas, scaleFor } from "./open-file.ts";

/** A photograph or scanned picture: one page, in the orientation recorded by the camera. */
async function openPicture({ content, media_type }: Download): Promise<OpenFile> {
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

/** Fetches other parts of the file, in ascending order. */
export type FetchRanges = (ranges: readonly ByteRange[]) => Promise<Uint8Array<ArrayBuffer>[]>;

/** What is fetched at first: most files whole, and of a long PDF what a first page usually needs. */
const firstBytes = 512 * 1024;

const loadPdfReader = () => import("./pdf.client.ts");

/** A PDF reads the parts that it needs, when a page needs them; a picture is read whole. */
async function openFile(file: Download, fetchRanges?: FetchRanges): Promise<OpenFile> {
  if (file.media_type === "application/pdf") return (await loadPdfReader()).openPdf(file, fetchRanges);
  const { content, total = content.length } = file;
  if (!fetchRanges || total === content.length) return openPicture(file);
  const [rest = new Uint8Array()] = await fetchRanges([{ start: content.length, end: total }]);
  const whole = new Uint8Array(total);
  whole.set(content);
  whole.set(rest, content.length);
  return openPicture({ ...file, content: whole });
}

export interface FileState {
  open: OpenFile | undefined;
  /** It could not be fetched. */
  error: unknown;
  /** It was fetched, but cannot be displayed. */
  isUnreadable: boolean;
  isFetching: boolean;
  refetch: () => void;
}

/** `open` is undefined until the file is open, and if it cannot be displayed. `fetchRanges` if `file` is its beginning. */
export function useOpened(
  file: Download | undefined,
  fetchRanges?: FetchRanges,
): Pick<FileState, "open" | "isUnreadable"> {
  const [opened, setOpened] = useState<{ file: Download; open: OpenFile | undefined }>();
  useEffect(() => {
    if (!file) return undefined;
    let isOver = false;
    let open: OpenFile | undefined;
    const show = (one: OpenFile | undefined) => {
      open = one;
      if (isOver) open?.close();
      else setOpened({ file, open });
    };
    openFile(file, fetchRanges).then(show, () => show(undefined));
    return () => {
      isOver = true;
      open?.close();
    };
  }, [file, fetchRanges]);
  const current = opened?.file === file ? opened : undefined;
  return { open: current?.open, isUnreadable: current !== undefined && current.open === undefined };
}

/** `isPdf` if that is known before the file is fetched: its reader is loaded meanwhile. */
export function useOpenFile(
  { holderType, holderId }: Holder,
  fileId: number,
  { enabled, isPdf }: { enabled: boolean; isPdf: boolean },
): FileState {
  const api = useApi();
  const fetchParts = useCallback(
    (ranges: readonly ByteRange[], signal?: AbortSignal) =>
      api.files.download({ params: { holderType, holderId, fileId }, ranges, ...(signal && { signal }) }),
    [api, holderType, holderId, fileId],
  );
  const { data, error, isFetching, refetch } = useCall(
    api.files.download,
    { params: { holderType, holderId, fileId } },
    {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      enabled,
      variant: "beginning",
      ask: ({ signal }) => {
        // If it cannot be loaded, opening the file says so.
        if (isPdf)
          loadPdfReader().then(
            ({ preparePdf }) => preparePdf(),
            () => undefined,
          );
        return fetchParts([{ start: 0, end: firstBytes }], signal);
      },
    },
  );
  const fetchRanges: FetchRanges = useCallback(
    async (ranges) => parseParts(ranges, await fetchParts(ranges)),
    [fetchParts],
  );
  return { ...useOpened(data, fetchRanges), error, isFetching, refetch: () => void refetch() };
}
