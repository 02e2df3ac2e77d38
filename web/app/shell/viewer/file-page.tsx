/** A page of a file, drawn at the available width times the zoom; moved by scroll bars, keys or dragging. */
import { type PointerEvent, useEffect, useRef, useState } from "react";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import { type DrawnPage, isBlank, type OpenFile } from "./open-file.ts";
import styles from "./viewer.module.css";

interface FilePageProps {
  file: OpenFile;
  page: number;
  turn: number;
  zoom: number;
  /** Alternative text of the picture. */
  label: string;
  onDrawn?: ((page: DrawnPage) => void) | undefined;
}

/** A wider page is larger but not easier to read. */
const widest = 900;

/** Of the frame, that must be on the screen for its page to count as before the reader's eyes. */
const shareInView = 0.25;

/** Replaces the drawn page. If it is the same page at another size, its centre stays in the centre. */
function replacePage(frame: HTMLElement, canvas: HTMLCanvasElement, { isSame }: { isSame: boolean }): void {
  const { scrollWidth, scrollHeight, clientWidth, clientHeight, scrollLeft, scrollTop } = frame;
  const x = isSame ? (scrollLeft + clientWidth / 2) / scrollWidth : 0.5;
  const y = isSame && scrollTop > 0 ? (scrollTop + clientHeight / 2) / scrollHeight : 0;
  frame.replaceChildren(canvas);
  frame.scrollLeft = x * frame.scrollWidth - clientWidth / 2;
  frame.scrollTop = y * frame.scrollHeight - clientHeight / 2;
}

export function FilePage({ file, page, turn, zoom, label, onDrawn }: FilePageProps) {
  const t = useText();
  const frame = useRef<HTMLElement>(null);
  const [room, setRoom] = useState(0);
  const [failed, setFailed] = useState<string>();
  const [blank, setBlank] = useState<string>();
  const [ready, setReady] = useState<{ drawn: string; isBlank: boolean }>();
  const [isInView, setInView] = useState(false);
  const width = Math.round(Math.min(room, widest) * zoom);
  const drawn = `${page} ${turn}`;
  const shown = useRef<string>(undefined);

  useEffect(() => {
    if (!frame.current) return undefined;
    // Between the paddings, without the scroll bar.
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0));
    observer.observe(frame.current);
    const sight = new IntersectionObserver(([entry]) => setInView((entry?.intersectionRatio ?? 0) >= shareInView), {
      threshold: [0, shareInView],
    });
    sight.observe(frame.current);
    return () => {
      observer.disconnect();
      sight.disconnect();
    };
  }, []);
  useEffect(() => {
    if (width === 0) return undefined;
    const abort = new AbortController();
    file.draw({ page, turn, width: width * devicePixelRatio }, abort.signal).then(
      (canvas) => {
        if (abort.signal.aborted || !frame.current) return;
        canvas.style.width = `${width}px`;
        canvas.role = "img";
        canvas.ariaLabel = label;
        replacePage(frame.current, canvas, { isSame: shown.current === drawn });
        shown.current = drawn;
        setFailed(undefined);
        const isEmpty = isBlank(canvas);
        setBlank(isEmpty ? drawn : undefined);
        setReady({ drawn, isBlank: isEmpty });
      },
      () => {
        if (!abort.signal.aborted) setFailed(drawn);
      },
    );
    return () => abort.abort();
  }, [file, page, turn, width, drawn, label]);
  useEffect(() => {
    if (isInView && ready?.drawn === drawn) onDrawn?.({ page, pages: file.pages, isBlank: ready.isBlank });
  }, [isInView, ready, drawn, page, file, onDrawn]);

  function onPointerMove({ currentTarget, buttons, pointerType, movementX, movementY }: PointerEvent<HTMLDivElement>) {
    if (buttons === 1 && pointerType === "mouse") currentTarget.scrollBy(-movementX, -movementY);
  }

  return (
    <div className={styles.pageFrame}>
      {failed === drawn && <Notice tone="failed">{t("viewer.pageFailed")}</Notice>}
      {blank === drawn && failed !== drawn && <Notice>{t("viewer.pageBlank")}</Notice>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-static-element-interactions -- by key it is moved as all that scrolls */}
      <section
        ref={frame}
        className={styles.frame}
        aria-label={t("viewer.page")}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by key
        tabIndex={0}
        data-failed={failed === drawn || undefined}
        onPointerMove={onPointerMove}
      />
    </div>
  );
}
