/** A button that opens a small panel under it; closes on Escape, on a press outside, and when the focus leaves. */
import { type FocusEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import styles from "./disclosure.module.css";

interface DisclosureProps {
  /** Name of the button, where its content does not say it. */
  label?: string;
  button: ReactNode;
  buttonClassName?: string | undefined;
  /** The side of the button on which the panel begins; at the end of a line where nothing is said. */
  panelSide?: "start" | "end";
  /** A wider panel, for sentences. */
  wide?: boolean;
  onClose?: () => void;
  /** The panel; what closes it by being chosen calls `close`. */
  children: (close: () => void) => ReactNode;
}

/** Between the panel and the screen's edge, in pixels. */
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
  const place = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = () => setOpen(false);
  const told = useRef(onClose);
  useEffect(() => {
    told.current = onClose;
  }, [onClose]);

  useEffect(() => {
    if (!open) return undefined;
    const button = opener.current;
    return () => {
      told.current?.();
      // What had the focus went with the panel: it stays at the button, from where a navigation takes it on.
      if (document.activeElement === document.body) button?.focus();
    };
  }, [open]);

  // A narrow screen has no room on the button's side: the panel moves within it.
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
      if (!place.current?.contains(event.target as Node)) setOpen(false);
    };
    // Heard at the document: a button that is disabled while it saves loses the focus to the page's body.
    const onKeyDown = (event: KeyboardEvent) => {
      const focused = document.activeElement;
      if (event.key !== "Escape" || !(focused === document.body || place.current?.contains(focused))) return;
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
    if (event.relatedTarget && !place.current?.contains(event.relatedTarget)) close();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only listens to what its button and panel do
    <div ref={place} className={styles.place} onBlur={onBlur}>
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
