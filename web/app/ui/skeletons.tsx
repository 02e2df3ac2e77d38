/** Placeholders while content loads. Hidden from screen readers; the surrounding part announces loading. */
import styles from "./skeletons.module.css";
import { useText } from "./text.tsx";

/** One grey bar; `width` and `height` as CSS lengths. */
export function Bar({ width = "100%", height = "1em" }: { width?: string; height?: string }) {
  return <span className={styles.bar} style={{ width, height }} aria-hidden="true" />;
}

/** A part that is loading, as one bar; on paper it says so. */
export function ComingBar(size: { width?: string; height?: string }) {
  return (
    <>
      <Bar {...size} />
      <NotLoaded />
    </>
  );
}

/** On paper alone, in place of what was still loading when the page was printed by the browser's own command. */
export function NotLoaded() {
  return <span data-print-only>{useText()("ui.state.notLoaded")}</span>;
}

/** On a phone, over the places of what a page will show: its reader sees at once that it is on its way. */
export function ComingNote() {
  return (
    <p className={styles.note} aria-hidden="true" data-coming data-no-print>
      {useText()("ui.state.coming")}
    </p>
  );
}

/** A page before its content is known: title, three figures, a table. */
export function PageSkeleton() {
  return (
    <div className={styles.page} aria-hidden="true" data-coming>
      <ComingNote />
      <Bar width="12rem" height="2rem" />
      <div className={styles.tiles}>
        <Bar height="6.5rem" />
        <Bar height="6.5rem" />
        <Bar height="6.5rem" />
      </div>
      <RowsSkeleton rows={6} />
    </div>
  );
}

/** Rows of a table. */
export function RowsSkeleton({ rows = 5 }: { rows?: number }) {
  return (
    <div className={styles.rows} aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <Bar key={row} height="2.75rem" />
      ))}
    </div>
  );
}
