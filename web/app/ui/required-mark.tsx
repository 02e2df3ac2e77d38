/** The mark of a required field; the field itself tells screen readers. */
import styles from "./required-mark.module.css";

export function RequiredMark() {
  return (
    <span className={styles.mark} aria-hidden="true">
      {" "}
      *
    </span>
  );
}
