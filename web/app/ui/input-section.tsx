/** A group of fields that ask for one thing, with its heading and a hint. */
import { type ReactNode, useId } from "react";
import styles from "./input-section.module.css";

export function InputSection({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  const hintId = useId();
  return (
    <fieldset className={styles.section} aria-describedby={hint ? hintId : undefined}>
      <legend>{title}</legend>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      <div className={styles.fields}>{children}</div>
    </fieldset>
  );
}
