/** Fields that belong together: their name, hint, and common error. */
import { type FocusEventHandler, type ReactNode, useId } from "react";
import styles from "./input-section.module.css";
import { RequiredMark } from "./required-mark.tsx";

interface InputSectionProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  required?: boolean;
  /** Also when the focus moves between its fields. */
  onBlur?: FocusEventHandler<HTMLFieldSetElement>;
  children: ReactNode;
}

export function InputSection({ label, hint, error, required = false, onBlur, children }: InputSectionProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it listens to its fields losing the focus, no more
    <fieldset aria-describedby={describedBy} onBlur={onBlur}>
      <legend>
        {label}
        {required && <RequiredMark />}
      </legend>
      {hint && (
        <p id={`${id}-hint`} className="small">
          {hint}
        </p>
      )}
      {children}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
