/** The files of a form, next to the form on a wide screen, over it on others. */
import { Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { Holder } from "@portico/api/shapes.ts";
import { FileViewer } from "../../shell/viewer/file-viewer.tsx";
import { useText } from "../../ui/text.tsx";
import { useBackCloses } from "../../ui/use-back-closes.ts";
import { useOpeningClick } from "../../ui/use-opening-click.ts";
import styles from "./scan-viewer.module.css";
import type { ScanFile } from "./use-scans.ts";

interface ScanViewerProps {
  holder: Holder;
  files: readonly ScanFile[];
  shown: ScanFile;
  onShow: (file: ScanFile) => void;
  onClose: () => void;
}

export function ScanViewer(props: ScanViewerProps) {
  const isSideBySide = useMediaQuery("(min-width: 75em)", true, { getInitialValueInEffect: false });
  return isSideBySide ? <DockedViewer {...props} /> : <OverForm {...props} />;
}

function DockedViewer(props: ScanViewerProps) {
  const t = useText();
  return (
    <aside className={styles.panel} aria-label={t("admin.scan.title")} data-no-print>
      <FileViewer {...props} unreadable={t("admin.scan.unreadable")} />
    </aside>
  );
}

function OverForm(props: ScanViewerProps) {
  const t = useText();
  useBackCloses(true, props.onClose);
  useOpeningClick(true);
  return (
    <Modal.Root opened onClose={props.onClose} fullScreen returnFocus={false} transitionProps={{ duration: 0 }}>
      <Modal.Content aria-label={t("admin.scan.title")} className={styles.sheet ?? ""}>
        <FileViewer {...props} unreadable={t("admin.scan.unreadable")} />
      </Modal.Content>
    </Modal.Root>
  );
}
