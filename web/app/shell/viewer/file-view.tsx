/** A file: zoom, rotation, pages, and the way to the files beside it. Fills the place that the page gives it. */
import { ActionIcon } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { takeFocus } from "../../ui/focus-back.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { LoadFailed, Loading } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import { errorText } from "../calls/api.tsx";
import { keyCharacter } from "../key-character.ts";
import { FilePage } from "./file-page.tsx";
import { type DrawnPage, type ViewerFile, viewerId } from "./open-file.ts";
import type { FileState } from "./use-open-file.ts";
import styles from "./viewer.module.css";

export interface FileViewProps<File extends ViewerFile> {
  /** The shown file, as far as it is open. */
  state: FileState;
  files: readonly File[];
  shown: File;
  onShow: (file: File) => void;
  /** Missing if the file is a part of its page. */
  onClose?: () => void;
  /** What a file that cannot be displayed says; by default, that it can be downloaded. */
  unreadable?: string;
  /** What can be done instead with a file that is not displayed. */
  instead?: ReactNode;
  /** More buttons of the toolbar. */
  tools?: ReactNode;
  /** A page is before the reader's eyes. The same function as long as the file is the same. */
  onDrawn?: ((page: DrawnPage) => void) | undefined;
}

/** Relative to the available width. */
const zooms = [1, 1.25, 1.5, 2, 3, 4] as const;
const start = { zoom: 0, turn: 0, page: 1 };

export function FileView<File extends ViewerFile>({
  state,
  files,
  shown,
  onShow,
  onClose,
  unreadable,
  instead,
  tools,
  onDrawn,
}: FileViewProps<File>) {
  const t = useText();
  const { open, error, isUnreadable, isFetching, refetch } = state;
  const [viewed, setViewed] = useState({ id: shown.id, ...start });
  // Another file starts without zoom and rotation.
  const view = viewed.id === shown.id ? viewed : { id: shown.id, ...start };
  const at = files.findIndex(({ id }) => id === shown.id);
  const pages = open?.pages ?? 1;

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
    if (event.key === "Escape" && onClose) onClose();
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
    <div
      id={viewerId}
      // Over the page; what was focused while it was loading is gone.
      ref={onClose ? takeFocus : undefined}
      className={styles.viewer}
      tabIndex={-1}
      data-autofocus={onClose && true}
      onKeyDown={onKeyDown}
    >
      <div className={styles.head}>
        <div className={styles.names}>
          <p className="small">{shown.place}</p>
          <h2 title={shown.name}>{shown.name}</h2>
        </div>
        {onClose && <Tool icon="close" label={t("viewer.close")} keys="Escape" onClick={onClose} />}
      </div>
      <div className={styles.tools} role="toolbar" aria-label={t("viewer.tools")}>
        {files.length > 1 && <FileStepper at={at} count={files.length} onStep={fileBy} />}
        {pages > 1 && <PageStepper page={view.page} pages={pages} onStep={pageBy} />}
        <ZoomStepper zoom={view.zoom} onStep={zoomBy} />
        <Tool icon="rotate" label={t("viewer.rotate")} keys="R" onClick={turn} />
        {tools}
      </div>
      {error ? (
        <LoadFailed retry={refetch} retrying={isFetching}>
          {errorText(t, error)}
        </LoadFailed>
      ) : isUnreadable || shown.blocked !== undefined ? (
        <div className={styles.unreadable}>
          <p role="alert">{shown.blocked ?? unreadable ?? t("viewer.unreadable")}</p>
          {instead}
        </div>
      ) : open ? (
        <FilePage
          key={shown.id}
          file={open}
          page={view.page}
          turn={view.turn}
          zoom={zooms[view.zoom] ?? 1}
          onDrawn={onDrawn}
          label={pages > 1 ? t("viewer.pictureOfPage", { name: shown.name, number: view.page }) : shown.name}
        />
      ) : (
        <Loading>
          <div className={styles.coming} />
        </Loading>
      )}
    </div>
  );
}

type Step = (by: -1 | 1) => void;

/** To the file before and after. */
function FileStepper({ at, count, onStep }: { at: number; count: number; onStep: Step }) {
  const t = useText();
  return (
    <Pair>
      <Tool icon="back" label={t("viewer.previousFile")} keys="P" off={at <= 0} onClick={() => onStep(-1)} />
      <output>{t("viewer.file", { number: at + 1, count })}</output>
      <Tool icon="forward" label={t("viewer.nextFile")} keys="N" off={at >= count - 1} onClick={() => onStep(1)} />
    </Pair>
  );
}

/** To the page before and after. */
function PageStepper({ page, pages, onStep }: { page: number; pages: number; onStep: Step }) {
  const t = useText();
  return (
    <Pair>
      <Tool icon="up" label={t("viewer.previousPage")} keys="PageUp" off={page <= 1} onClick={() => onStep(-1)} />
      <output>{t("viewer.pageOf", { number: page, count: pages })}</output>
      <Tool icon="down" label={t("viewer.nextPage")} keys="PageDown" off={page >= pages} onClick={() => onStep(1)} />
    </Pair>
  );
}

/** Smaller and larger; `zoom` is a place in the list of zooms. */
function ZoomStepper({ zoom, onStep }: { zoom: number; onStep: Step }) {
  const t = useText();
  return (
    <Pair>
      <Tool icon="minus" label={t("viewer.smaller")} keys="-" off={zoom === 0} onClick={() => onStep(-1)} />
      <output>{t("viewer.zoom", { percent: (zooms[zoom] ?? 1) * 100 })}</output>
      <Tool icon="plus" label={t("viewer.larger")} keys="+" off={zoom === zooms.length - 1} onClick={() => onStep(1)} />
    </Pair>
  );
}

const Pair = ({ children }: { children: ReactNode }) => <span className={styles.pair}>{children}</span>;

interface ToolProps {
  icon: IconName;
  label: string;
  /** As in `aria-keyshortcuts`. */
  keys?: string;
  /** The end in this direction; the button keeps the focus. */
  off?: boolean;
  /** For a button that shows and hides something. */
  pressed?: boolean;
  onClick: () => void;
}

/** A button of the toolbar. */
export function Tool({ icon, label, keys, off = false, pressed, onClick }: ToolProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      className={styles.tool ?? ""}
      aria-label={label}
      aria-keyshortcuts={keys}
      aria-disabled={off}
      aria-pressed={pressed}
      title={keys ? `${label} (${keys})` : label}
      onClick={() => {
        if (!off) onClick();
      }}
    >
      <Icon name={icon} size={18} />
    </ActionIcon>
  );
}
