/** A button that opens a small panel; closed by Escape, a click outside, and when the focus leaves. */
import { type FocusEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import styles from "./disclosure.module.css";

interface DisclosureProps {
  /** Label of the button, if its content is not enough. */
  label?: string;
  button: ReactNode;
  buttonClassName?: string | undefined;
  /** The side on which the panel is aligned; the end by default. */
  panelSide?: "start" | "end";
  /** A wider panel, for sentences. */
  wide?: boolean;
  onClose?: () => void;
  /** The panel; items that close it call `close`. */
  children: (close: () => void) => ReactNode;
}

/** Between the panel and the edge of the screen, in pixels. */
const screenMargin = 16;

export function Disclosure({
  label,
  button,
  buttonClassName,
  panelSide = "end",
  wide,
  onClose,
  children,
}: DisclosureProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = () => setOpen(false);
  const latestOnClose = useRef(onClose);
  useEffect(() => {
    latestOnClose.current = onClose;
  }, [onClose]);

  useEffect(() => {
    if (!open) return undefined;
    const button = opener.current;
    return () => {
      latestOnClose.current?.();
      // The focused element was in the panel: the focus returns to the button, and a navigation moves it on.
      if (document.activeElement === document.body) button?.focus();
    };
  }, [open]);

  // On a narrow screen the panel is shifted to fit.
  useLayoutEffect(() => {
    if (!open || !panel.current) return;
    const { left, right } = panel.current.getBoundingClientRect();
    const width = document.documentElement.clientWidth;
    const shift = left < screenMargin ? screenMargin - left : Math.min(0, width - screenMargin - right);
    panel.current.style.transform = shift === 0 ? "" : `translateX(${shift}px)`;
  }, [open]);

  useEffect(() => {
    if (!open) return undefined;
    const onPress = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    // On the document: a button disabled while saving loses the focus to the body.
    const onKeyDown = (event: KeyboardEvent) => {
      const focused = document.activeElement;
      if (event.key !== "Escape" || !(focused === document.body || root.current?.contains(focused))) return;
      setOpen(false);
      opener.current?.focus();
    };
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("keydown", onKeyDown);
    };
  }, [open]);

  function onBlur(event: FocusEvent) {
    // After the focus has moved: closing earlier would return it to the button.
    if (event.relatedTarget && !root.current?.contains(event.relatedTarget)) setTimeout(close);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only listens to what its button and panel do
    <div ref={root} className={styles.root} onBlur={onBlur}>
      <button
        ref={opener}
        type="button"
        className={buttonClassName}
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <div ref={panel} id={id} className={styles.panel} data-side={panelSide} data-wide={wide || undefined}>
          {children(close)}
        </div>
      )}
    </div>
  );
}
