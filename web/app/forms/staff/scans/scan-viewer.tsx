/** The files of a form, one at a time: zoom, rotation, pages; next to the form on a wide screen, over it on others. */
import { ActionIcon, Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { Holder } from "@portico/api/shapes.ts";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { errorText } from "../../../shell/api.tsx";
import { keyCharacter } from "../../../shell/staff/key-character.ts";
import { Icon, type IconName } from "../../../ui/icon.tsx";
import { LoadFailed, Loading } from "../../../ui/states.tsx";
import { useText } from "../../../ui/text.tsx";
import { useBackCloses } from "../../../ui/use-back-closes.ts";
import { type ScanFile, scanViewerId } from "./scan.ts";
import { ScanPage } from "./scan-page.tsx";
import styles from "./scans.module.css";
import { useScan } from "./use-scan.ts";

interface ScanViewerProps {
  holder: Holder;
  files: readonly ScanFile[];
  shown: ScanFile;
  onShow: (file: ScanFile) => void;
  onClose: () => void;
}

/** Relative to the available width. */
const zooms = [1, 1.25, 1.5, 2, 3, 4] as const;
const start = { zoom: 0, turn: 0, page: 1 };

export function ScanViewer(props: ScanViewerProps) {
  const isSideBySide = useMediaQuery("(min-width: 75em)", true, { getInitialValueInEffect: false });
  return isSideBySide ? <DockedViewer {...props} /> : <OverForm {...props} />;
}

function DockedViewer(props: ScanViewerProps) {
  const t = useText();
  return (
    <aside className={styles.panel} aria-label={t("admin.scan.title")} data-no-print>
      <Viewer {...props} />
    </aside>
  );
}

function OverForm(props: ScanViewerProps) {
  const t = useText();
  useBackCloses(true, props.onClose);
  return (
    <Modal.Root opened onClose={props.onClose} fullScreen returnFocus={false} transitionProps={{ duration: 0 }}>
      <Modal.Content aria-label={t("admin.scan.title")} className={styles.sheet ?? ""}>
        <Viewer {...props} />
      </Modal.Content>
    </Modal.Root>
  );
}

function Viewer({ holder, files, shown, onShow, onClose }: ScanViewerProps) {
  const t = useText();
  const { scan, error, isUnreadable, isFetching, refetch } = useScan(holder, shown.id);
  const [viewed, setViewed] = useState({ id: shown.id, ...start });
  // Another file starts without zoom and rotation.
  const view = viewed.id === shown.id ? viewed : { id: shown.id, ...start };
  const at = files.findIndex(({ id }) => id === shown.id);
  const pages = scan?.pages ?? 1;

  const change = (part: Partial<typeof start>) => setViewed({ ...view, ...part });
  const zoomBy = (step: number) => change({ zoom: Math.min(Math.max(view.zoom + step, 0), zooms.length - 1) });
  const turn = () => change({ turn: (view.turn + 90) % 360 });
  const pageBy = (step: number) => change({ page: Math.min(Math.max(view.page + step, 1), pages) });
  const fileBy = (step: number) => {
    const next = files[at + step];
    if (next) onShow(next);
  };

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const sign = keyCharacter(event);
    if (event.key === "Escape") onClose();
    else if (sign === "+" || sign === "=") zoomBy(1);
    else if (sign === "-") zoomBy(-1);
    else if (sign === "0") change({ zoom: 0 });
    else if (sign === "r") turn();
    else if (event.key === "PageDown" && pages > 1) pageBy(1);
    else if (event.key === "PageUp" && pages > 1) pageBy(-1);
    else if (sign === "n") fileBy(1);
    else if (sign === "p") fileBy(-1);
    else return;
    event.preventDefault();
    // Neither the page's shortcuts nor the surrounding dialog handle it again.
    event.stopPropagation();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of what it holds
    <div id={scanViewerId} className={styles.viewer} tabIndex={-1} data-autofocus onKeyDown={onKeyDown}>
      <div className={styles.head}>
        <div className={styles.names}>
          <p className={styles.of}>{shown.place}</p>
          <h2 title={shown.name}>{shown.name}</h2>
        </div>
        <Tool icon="close" label={t("admin.scan.close")} keys="Escape" onClick={onClose} />
      </div>
      <div className={styles.tools} role="toolbar" aria-label={t("admin.scan.tools")}>
        {files.length > 1 && (
          <Pair>
            <Tool icon="back" label={t("admin.scan.previousFile")} keys="P" off={at <= 0} onClick={() => fileBy(-1)} />
            <output>{t("admin.scan.file", { number: at + 1, count: files.length })}</output>
            <Tool
              icon="forward"
              label={t("admin.scan.nextFile")}
              keys="N"
              off={at >= files.length - 1}
              onClick={() => fileBy(1)}
            />
          </Pair>
        )}
        {pages > 1 && (
          <Pair>
            <Tool
              icon="up"
              label={t("admin.scan.previousPage")}
              keys="PageUp"
              off={view.page <= 1}
              onClick={() => pageBy(-1)}
            />
            <output>{t("admin.scan.pageOf", { number: view.page, count: pages })}</output>
            <Tool
              icon="down"
              label={t("admin.scan.nextPage")}
              keys="PageDown"
              off={view.page >= pages}
              onClick={() => pageBy(1)}
            />
          </Pair>
        )}
        <Pair>
          <Tool
            icon="minus"
            label={t("admin.scan.smaller")}
            keys="-"
            off={view.zoom === 0}
            onClick={() => zoomBy(-1)}
          />
          <output>{t("admin.scan.zoom", { percent: (zooms[view.zoom] ?? 1) * 100 })}</output>
          <Tool
            icon="plus"
            label={t("admin.scan.larger")}
            keys="+"
            off={view.zoom === zooms.length - 1}
            onClick={() => zoomBy(1)}
          />
        </Pair>
        <Tool icon="rotate" label={t("admin.scan.rotate")} keys="R" onClick={turn} />
      </div>
      {error ? (
        <LoadFailed retry={refetch} retrying={isFetching}>
          {errorText(t, error)}
        </LoadFailed>
      ) : isUnreadable ? (
        <p className={styles.unreadable} role="alert">
          {t("admin.scan.unreadable")}
        </p>
      ) : scan ? (
        <ScanPage
          key={shown.id}
          scan={scan}
          page={view.page}
          turn={view.turn}
          zoom={zooms[view.zoom] ?? 1}
          label={pages > 1 ? t("admin.scan.pictureOfPage", { name: shown.name, number: view.page }) : shown.name}
        />
      ) : (
        <Loading>
          <div className={styles.coming} />
        </Loading>
      )}
    </div>
  );
}

const Pair = ({ children }: { children: ReactNode }) => <span className={styles.pair}>{children}</span>;

interface ToolProps {
  icon: IconName;
  label: string;
  /** As in `aria-keyshortcuts`. */
  keys: string;
  /** The end in this direction; the button keeps the focus. */
  off?: boolean;
  onClick: () => void;
}

function Tool({ icon, label, keys, off = false, onClick }: ToolProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      className={styles.tool ?? ""}
      aria-label={label}
      aria-keyshortcuts={keys}
      aria-disabled={off}
      title={`${label} (${keys})`}
      onClick={() => {
        if (!off) onClick();
      }}
    >
      <Icon name={icon} size={18} />
    </ActionIcon>
  );
}
