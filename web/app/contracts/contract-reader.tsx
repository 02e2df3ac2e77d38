/** The PDF of a contract as a part of its page: the stored file, or the bytes of a preview. */
import type { Download } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useMemo } from "react";
import { useDownload } from "../shell/calls/use-download.ts";
import { FileView, Tool } from "../shell/viewer/file-view.tsx";
import { FileViewer } from "../shell/viewer/file-viewer.tsx";
import { useOpened } from "../shell/viewer/use-open-file.ts";
import { downloadFile } from "../ui/download-file.ts";
import { useText } from "../ui/text.tsx";
import styles from "./contract.module.css";
import type { Reading } from "./use-reading.ts";

interface StoredContractProps {
  holder: Holder;
  /** `name` is the file's, for the download. */
  file: { id: number; name: string };
  title: string;
  /** A line above the title. */
  place: string;
  /** If it is read to be signed. */
  reading?: Reading | undefined;
}

const stay = () => undefined;

export function StoredContract({ holder, file, title, place, reading }: StoredContractProps) {
  const t = useText();
  const { download } = useDownload(holder);
  const shown = { id: file.id, name: title, place, isPdf: true };
  return (
    <div className={styles.reader}>
      <FileViewer
        holder={holder}
        files={[shown]}
        shown={shown}
        onShow={stay}
        onDrawn={reading?.onDrawn}
        tools={
          <Tool
            icon="download"
            label={t("contracts.read.download")}
            onClick={() => void download(file).then((isDone) => isDone && reading?.onDownloaded())}
          />
        }
      />
    </div>
  );
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

interface PreviewedContractProps {
  /** Base64. */
  data: string;
  title: string;
  place: string;
  /** If it is read to be signed. */
  reading?: Reading | undefined;
}

const fileOf = (data: string, title: string): Download => ({
  name: `${title}.pdf`,
  media_type: "application/pdf",
  content: bytesOf(data),
});

export function downloadPreview({ data, title }: Pick<PreviewedContractProps, "data" | "title">): void {
  const { name, content, media_type } = fileOf(data, title);
  downloadFile(name, content, media_type);
}

export function PreviewedContract({ data, title, place, reading }: PreviewedContractProps) {
  const t = useText();
  const file = useMemo(() => fileOf(data, title), [data, title]);
  const opened = useOpened(file);
  const shown = { id: 0, name: title, place, isPdf: true };
  return (
    <div className={styles.reader}>
      <FileView
        state={{ ...opened, error: null, isFetching: false, refetch: stay }}
        files={[shown]}
        shown={shown}
        onShow={stay}
        onDrawn={reading?.onDrawn}
        tools={
          <Tool
            icon="download"
            label={t("contracts.read.download")}
            onClick={() => {
              downloadPreview({ data, title });
              reading?.onDownloaded();
            }}
          />
        }
      />
    </div>
  );
}
