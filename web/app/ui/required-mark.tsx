/** The sign of a field that has to be filled in; that it is required is said to a screen reader by the field itself. */
import styles from "./required-mark.module.css";

export function RequiredMark() {
  return (
    <span className={styles.mark} aria-hidden="true">
      {" "}
      *
    </span>
  );
}
