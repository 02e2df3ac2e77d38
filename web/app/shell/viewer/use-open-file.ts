/** Opens a file in memory: one that is fetched, whose each opening the server logs, or one that the page has already. */
import type { ByteRange, Download } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useCallback, useEffect, useState } from "react";
import { useApi } from "../api.tsx";
import { useCall } from "../calls/use-call.ts";
import type { OpenFile } from "./open-file.ts";
import { openPicture } from "./picture.ts";

/** Fetches another part of the file. */
export type FetchRange = (range: ByteRange) => Promise<Uint8Array<ArrayBuffer>>;

/** What is fetched at first: most files whole, and of a long PDF what a first page usually needs. */
const firstBytes = 512 * 1024;

/** A PDF reads the parts that it needs, when a page needs them; a picture is read whole. */
async function openFile(file: Download, fetchRange?: FetchRange): Promise<OpenFile> {
  if (file.media_type === "application/pdf") return (await import("./pdf.client.ts")).openPdf(file, fetchRange);
  const { content, total = content.length } = file;
  if (!fetchRange || total === content.length) return openPicture(file);
  const rest = await fetchRange({ start: content.length, end: total });
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

/** `open` is undefined until the file is open, and if it cannot be displayed. `fetchRange` if `file` is its beginning. */
export function useOpened(
  file: Download | undefined,
  fetchRange?: FetchRange,
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
    openFile(file, fetchRange).then(show, () => show(undefined));
    return () => {
      isOver = true;
      open?.close();
    };
  }, [file, fetchRange]);
  const current = opened?.file === file ? opened : undefined;
  return { open: current?.open, isUnreadable: current !== undefined && current.open === undefined };
}

export function useOpenFile(
  { holderType, holderId }: Holder,
  fileId: number,
  { enabled }: { enabled: boolean },
): FileState {
  const api = useApi();
  const fetchPart = useCallback(
    (range: ByteRange, signal?: AbortSignal) =>
      api.files.download({ params: { holderType, holderId, fileId }, range, ...(signal && { signal }) }),
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
      ask: ({ signal }) => fetchPart({ start: 0, end: firstBytes }, signal),
    },
  );
  const fetchRange: FetchRange = useCallback(async (range) => (await fetchPart(range)).content, [fetchPart]);
  return { ...useOpened(data, fetchRange), error, isFetching, refetch: () => void refetch() };
}
