/** What was written, in a part of the screen that leaves room for the answer below it; the newest is in sight. */
import { type ReactNode, useEffect, useRef } from "react";
import styles from "../tickets.module.css";

export function Thread({
  newest,
  children,
}: {
  /** Changes with what is newest. */ newest: number;
  children: ReactNode;
}) {
  const pane = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is new is scrolled to
  useEffect(() => {
    if (pane.current) pane.current.scrollTop = pane.current.scrollHeight;
  }, [newest]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by key
    <div ref={pane} className={styles.thread} tabIndex={0}>
      {children}
    </div>
  );
}
