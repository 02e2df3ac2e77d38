/** A holder's files, one at a time, fetched when shown. */
import type { Holder } from "@portico/api/shapes.ts";
import { FileView, type FileViewProps } from "./file-view.tsx";
import type { ViewerFile } from "./open-file.ts";
import { useOpenFile } from "./use-open-file.ts";

type FileViewerProps<File extends ViewerFile> = Omit<FileViewProps<File>, "state"> & { holder: Holder };

export function FileViewer<File extends ViewerFile>({ holder, ...props }: FileViewerProps<File>) {
  const { shown } = props;
  const state = useOpenFile(holder, shown.id, { enabled: shown.blocked === undefined, isPdf: shown.isPdf });
  return <FileView {...props} state={state} />;
}
