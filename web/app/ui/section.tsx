/** Parts of a page: its head, a card with a heading, a figure with its name. */
import { type ReactNode, useId } from "react";
import styles from "./section.module.css";

/** The page's heading, a sentence below it, its actions next to it. */
export function PageHead({
  title,
  children,
  actions,
}: {
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className={styles.head}>
      <div>
        <h1>{title}</h1>
        {children && <div className={styles.lead}>{children}</div>}
      </div>
      {actions && (
        <div className={styles.actions} data-no-print>
          {actions}
        </div>
      )}
    </div>
  );
}

/** Short facts in one line, such as a record's state, number and day; they wrap on narrow screens. */
export function Facts({ children }: { children: ReactNode }) {
  return <div className={styles.facts}>{children}</div>;
}

/** A card, labelled by its heading for screen readers. */
export function Section({
  id,
  title,
  hint,
  actions,
  children,
  plain,
  onScreen,
}: {
  /** Target of links within the page. */
  id?: string;
  title?: ReactNode;
  hint?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  plain?: boolean;
  /** It is not printed. */
  onScreen?: boolean;
}) {
  const headingId = useId();
  return (
    <section
      id={id}
      className={plain ? styles.plain : styles.card}
      aria-labelledby={title ? headingId : undefined}
      data-no-print={onScreen || undefined}
    >
      {(title || actions) && (
        <div className={styles.sectionHead}>
          <div>
            {title && <h2 id={headingId}>{title}</h2>}
            {hint && <p className={styles.hint}>{hint}</p>}
          </div>
          {actions && (
            <div className={styles.actions} data-no-print>
              {actions}
            </div>
          )}
        </div>
      )}
      {children}
    </section>
  );
}

/** One figure with its name and a secondary line. `hero` for the most important one. */
export function StatTile({
  label,
  children,
  note,
  hero,
}: {
  label: ReactNode;
  children: ReactNode;
  note?: ReactNode;
  hero?: boolean;
}) {
  return (
    <div className={styles.tile} data-hero={hero || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {note && <dd className={styles.note}>{note}</dd>}
    </div>
  );
}

/** Tiles side by side, as one list of names and figures. */
export function StatTiles({ children }: { children: ReactNode }) {
  return <dl className={styles.tiles}>{children}</dl>;
}
