/** Opens a file in memory: one that is fetched, whose each opening the server logs, or one that the page has already. */
import type { Download } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useEffect, useState } from "react";
import { useApi } from "../api.tsx";
import { useCall } from "../calls/use-call.ts";
import type { OpenFile } from "./open-file.ts";
import { openPicture } from "./picture.ts";

const openFile = async (file: Download): Promise<OpenFile> =>
  file.media_type === "application/pdf" ? (await import("./pdf.client.ts")).openPdf(file) : openPicture(file);

export interface FileState {
  open: OpenFile | undefined;
  /** It could not be fetched. */
  error: unknown;
  /** It was fetched, but cannot be displayed. */
  isUnreadable: boolean;
  isFetching: boolean;
  refetch: () => void;
}

/** `open` is undefined until the file is open, and if it cannot be displayed. */
export function useOpened(file: Download | undefined): Pick<FileState, "open" | "isUnreadable"> {
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
    openFile(file).then(show, () => show(undefined));
    return () => {
      isOver = true;
      open?.close();
    };
  }, [file]);
  const current = opened?.file === file ? opened : undefined;
  return { open: current?.open, isUnreadable: current !== undefined && current.open === undefined };
}

export function useOpenFile(
  { holderType, holderId }: Holder,
  fileId: number,
  { enabled }: { enabled: boolean },
): FileState {
  const api = useApi();
  const { data, error, isFetching, refetch } = useCall(
    api.files.download,
    { params: { holderType, holderId, fileId } },
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, enabled },
  );
  return { ...useOpened(data), error, isFetching, refetch: () => void refetch() };
}
