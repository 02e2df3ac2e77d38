/** Fetches a file and opens it in memory; the server logs each opening. */
import type { Download } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useEffect, useState } from "react";
import { useApi } from "../../../shell/api.tsx";
import { useCall } from "../../../shell/calls/use-call.ts";
import { openPicture } from "./picture-scan.ts";
import type { OpenScan } from "./scan.ts";

const openScan = async (file: Download): Promise<OpenScan> =>
  file.media_type === "application/pdf" ? (await import("./pdf-scan.client.ts")).openPdf(file) : openPicture(file);

export interface ScanState {
  scan: OpenScan | undefined;
  /** It could not be fetched. */
  error: unknown;
  /** It was fetched, but cannot be displayed. */
  isUnreadable: boolean;
  isFetching: boolean;
  refetch: () => void;
}

export function useScan({ holderType, holderId }: Holder, fileId: number): ScanState {
  const api = useApi();
  const [opened, setOpened] = useState<{ file: Download; scan: OpenScan | undefined }>();
  const { data, error, isFetching, refetch } = useCall(
    api.files.download,
    { params: { holderType, holderId, fileId } },
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  );
  useEffect(() => {
    if (!data) return undefined;
    let isOver = false;
    let scan: OpenScan | undefined;
    const show = (one: OpenScan | undefined) => {
      scan = one;
      if (isOver) scan?.close();
      else setOpened({ file: data, scan });
    };
    openScan(data).then(show, () => show(undefined));
    return () => {
      isOver = true;
      scan?.close();
    };
  }, [data]);
  const current = opened?.file === data ? opened : undefined;
  return {
    scan: current?.scan,
    error,
    isUnreadable: current !== undefined && current.scan === undefined,
    isFetching,
    refetch: () => void refetch(),
  };
}
