/** What somebody wrote: as it is, and formatted as soon as the reader of Markdown is loaded. */
import { lazy, Suspense } from "react";
import styles from "./tickets.module.css";

const Formatted = lazy(() => import("./formatted-text.tsx"));

export function MessageText({ text }: { text: string }) {
  return (
    <Suspense fallback={<p className={styles.plain}>{text}</p>}>
      <Formatted text={text} />
    </Suspense>
  );
}
