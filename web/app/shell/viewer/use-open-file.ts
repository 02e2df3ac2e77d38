/** Fetches a file and opens it in memory; the server logs each opening. */
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

export function useOpenFile(
  { holderType, holderId }: Holder,
  fileId: number,
  { enabled }: { enabled: boolean },
): FileState {
  const api = useApi();
  const [opened, setOpened] = useState<{ file: Download; open: OpenFile | undefined }>();
  const { data, error, isFetching, refetch } = useCall(
    api.files.download,
    { params: { holderType, holderId, fileId } },
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, enabled },
  );
  useEffect(() => {
    if (!data) return undefined;
    let isOver = false;
    let open: OpenFile | undefined;
    const show = (one: OpenFile | undefined) => {
      open = one;
      if (isOver) open?.close();
      else setOpened({ file: data, open });
    };
    openFile(data).then(show, () => show(undefined));
    return () => {
      isOver = true;
      open?.close();
    };
  }, [data]);
  const current = opened?.file === data ? opened : undefined;
  return {
    open: current?.open,
    error,
    isUnreadable: current !== undefined && current.open === undefined,
    isFetching,
    refetch: () => void refetch(),
  };
}
